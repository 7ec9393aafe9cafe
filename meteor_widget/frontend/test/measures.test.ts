import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/measure_cases.json";
import type { Measures } from "../src/format";
import { measure } from "../src/scoring/measures";

const KEYS = ["score", "precision", "recall", "f_mean", "fragmentation", "penalty"] as const;

function agrees(found: Measures, expected: Measures): boolean {
  return KEYS.every((key) => Math.abs(found[key] - expected[key]) <= 1e-12 * expected[key]);
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
  some(
    ({ statistics, parameters }) => statistics.perfect_segments > 0 && !parameters.waive_perfect,
  );
});
