import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/measure_cases.json";
import type { Measures } from "../src/format";
import { type Counts, countsOf, measure } from "../src/scoring/measures";

const KEYS = ["score", "precision", "recall", "f_mean", "fragmentation", "penalty"] as const;

function agrees(found: Measures, expected: Measures): boolean {
  return KEYS.every((key) => Math.abs(found[key] - expected[key]) <= 1e-12 * expected[key]);
}

function haveEqualSides(counts: Counts): boolean {
  return String(counts.matches_by_stage) === String(counts.reference_matches_by_stage);
}

test("measures are the core's", () => {
  for (const { statistics, parameters, measures } of cases) {
    const found = measure(statistics, parameters);
    assert.ok(agrees(found, measures), JSON.stringify({ statistics, parameters, measures, found }));
  }
});

test("the cases reach what is special", () => {
  const some = (holds: (one: (typeof cases)[number]) => boolean): void =>
    assert.ok(cases.filter(holds).length >= 3, String(holds));
  some(({ measures }) => measures.score === 0 && measures.fragmentation === 0);
  some(({ parameters }) => parameters.stepwise);
  some(({ parameters }) => parameters.beta % 1 !== 0);
  some(({ parameters }) => parameters.weights.some((weight) => weight !== 1));
  some(({ parameters }) => parameters.delta !== null);
  some(({ measures }) => measures.score === 1);
  some(({ statistics }) => !haveEqualSides(statistics));
  some(({ statistics, measures }) => haveEqualSides(statistics) && measures.score > 0);
  some(
    ({ statistics, parameters }) => statistics.perfect_segments > 0 && !parameters.waive_perfect,
  );
});

test("counts that say nothing of the reference have the hypothesis' matches there", () => {
  for (const { statistics, parameters } of cases.filter((one) => haveEqualSides(one.statistics))) {
    const { reference_matches_by_stage: _, ...counts } = statistics;
    assert.deepEqual(measure(counts, parameters), measure(statistics, parameters));
  }
});

test("statistics give both sides' matches in the order of the stages", () => {
  const statistics = {
    hypothesis_length: 5,
    reference_length: 6,
    matches_by_stage: { exact: 1, paraphrase: 3 },
    chunks: 2,
    perfect: false,
    hypothesis_function_words: 0,
    reference_function_words: 0,
    function_matches_by_stage: { hypothesis: {}, reference: {} },
  };
  const stages = ["paraphrase", "exact"];
  assert.deepEqual(countsOf(statistics, stages).reference_matches_by_stage, [3, 1]);
  const longer = { ...statistics, reference_matches_by_stage: { exact: 1, paraphrase: 4 } };
  const counts = countsOf(longer, stages);
  assert.deepEqual(counts.matches_by_stage, [3, 1]);
  assert.deepEqual(counts.reference_matches_by_stage, [4, 1]);
});
