import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/agreement_cases.json";
import type { Parameters } from "../src/scoring/measures";
import {
  type Agreement,
  AgreementMeter,
  rightOf,
  systemPairs,
} from "../src/views/agreement/agreement";
import { disagreements, worstPair } from "../src/views/agreement/disagreement";
import { RatedOutputs } from "../src/views/agreement/rated_outputs";
import {
  type Estimate,
  estimateOf,
  excludesZero,
  Samples,
  samplesOf,
} from "../src/views/agreement/resampling";

const STAGES = ["exact", "stem", "synonym"];

type Case = (typeof cases)[number];

function outputsOf({ segment, system, rating, references }: Case): RatedOutputs {
  return new RatedOutputs(
    {
      segment: Int32Array.from(segment),
      system: Int32Array.from(system),
      rating: Float64Array.from(rating),
      references,
    },
    STAGES,
    true,
  );
}

function meterOf(one: Case, outputs: RatedOutputs): AgreementMeter {
  const meter = new AgreementMeter(outputs);
  meter.compareWith(outputs.scored(one.parameters).scores);
  return meter;
}

function isClose(found: number, expected: number, within: number): boolean {
  return Math.abs(found - expected) <= within;
}

test("scores are the core's with any parameters and any number of references", () => {
  for (const one of cases) {
    const outputs = outputsOf(one);
    for (const { parameters, scores } of one.tried) {
      const found = outputs.scored(parameters).scores;
      scores.forEach((score, output) => {
        assert.ok(isClose(found[output] as number, score, 1e-12), JSON.stringify(parameters));
      });
    }
  }
});

test("agreement and its difference to the untuned variant's are the core's", () => {
  for (const one of cases) {
    const outputs = outputsOf(one);
    const meter = meterOf(one, outputs);
    for (const { parameters, measures, differences } of one.tried) {
      const found = meter.measure(outputs.scored(parameters).scores, false);
      for (const name of ["pairwise", "pearson"] as const) {
        if (name in measures) {
          agrees(found[name].value, measures[name as "pairwise"]);
          agrees(found[name].difference, differences[name as "pairwise"]);
        }
      }
    }
  }
});

/** Values are equal; ends of intervals come of other samples. */
function agrees(found: Estimate | null, expected: Estimate | null): void {
  assert.equal(found === null, expected === null);
  if (found !== null && expected !== null) {
    assert.ok(isClose(found.value, expected.value, 1e-12), `${found.value} ${expected.value}`);
    const width = expected.high - expected.low;
    assert.ok(isClose(found.low, expected.low, 0.15 * width + 1e-12), JSON.stringify(found));
    assert.ok(isClose(found.high, expected.high, 0.15 * width + 1e-12), JSON.stringify(found));
  }
}

test("the worst pairs are the core's, the greatest disagreement first", () => {
  for (const one of cases) {
    const outputs = outputsOf(one);
    for (const { parameters, disagreements: expected } of one.tried) {
      const { scores } = outputs.scored(parameters);
      const found = disagreements(outputs, scores);
      assert.equal(found.filter((pair) => pair !== undefined).length, expected.length);
      for (const [segment, , , size] of expected) {
        const pair = found[segment as number];
        assert.ok(isClose(pair?.size ?? 0, size as number, 1e-12));
        assert.ok(isClose((pair?.rating ?? 0) * (pair?.score ?? 0), size as number, 1e-12));
        assert.equal(worstPair(outputs, scores, segment as number, null)?.size, pair?.size);
      }
    }
  }
});

test("the pair of an output has that output, and the better rated one is named so", () => {
  const [one] = cases as [Case];
  const outputs = outputsOf(one);
  const { scores } = outputs.scored(one.parameters);
  for (let output = 0; output < outputs.size; output++) {
    const pair = worstPair(outputs, scores, one.segment[output] as number, output);
    if (pair !== undefined) {
      assert.ok(pair.better === output || pair.worse === output);
      assert.ok((one.rating[pair.better] as number) > (one.rating[pair.worse] as number));
    }
  }
});

test("accuracy by pair of systems adds up to that of all pairs", () => {
  const [one] = cases as [Case];
  const outputs = outputsOf(one);
  const { scores } = outputs.scored(one.parameters);
  const of = systemPairs(outputs, (pair) => rightOf(outputs, scores, pair));
  const half = [of(0, 1), of(0, 2), of(0, 3), of(1, 2), of(1, 3), of(2, 3)];
  const total = (key: "right" | "pairs"): number => half.reduce((sum, pair) => sum + pair[key], 0);
  const { pairwise } = meterOf(one, outputs).measure(scores, true);
  assert.equal(total("pairs"), outputs.pairs.gap.length);
  assert.ok(isClose(total("right") / total("pairs"), pairwise.value?.value ?? 0, 1e-12));
  assert.deepEqual(of(0, 1), of(1, 0));
});

function made(ratings: readonly number[], segment: readonly number[]): Agreement {
  const size = ratings.length;
  const counts = Object.fromEntries(
    [
      "hypothesis_length reference_length chunks perfect_segments hypothesis_function_words",
      "reference_function_words matches_exact hypothesis_function_matches_exact",
      "reference_function_matches_exact reference_matches_exact",
    ]
      .join(" ")
      .split(" ")
      .map((name) => [name, Float64Array.from({ length: size }, (_, output) => output + 1)]),
  );
  const outputs = new RatedOutputs(
    {
      segment: Int32Array.from(segment),
      system: new Int32Array(size),
      rating: Float64Array.from(ratings),
      references: [{ there: new Uint8Array(size).fill(1), counts }],
    },
    ["exact"],
    true,
  );
  const parameters: Parameters = {
    alpha: 0.9,
    beta: 3,
    gamma: 0.5,
    weights: [1],
    waive_perfect: true,
  };
  return new AgreementMeter(outputs).measure(outputs.scored(parameters).scores, true);
}

test("ratings that say nothing have no value, and none is made up", () => {
  const nothing = { value: null, difference: null };
  assert.deepEqual(made([3, 3, 3], [0, 0, 1]), { pairwise: nothing, pearson: nothing });
  assert.deepEqual(made([1, 2], [0, 1]).pairwise, nothing);
  assert.deepEqual(made([], []), { pairwise: nothing, pearson: nothing });
});

test("samples are drawn once, the same every time, as many segments as there are", () => {
  const [one, other] = [new Samples(50, 200), new Samples(50, 200)];
  const ones = new Float64Array(50).fill(1);
  assert.ok(one.sums(ones).every((sum) => sum === 50));
  const numbers = Float64Array.from({ length: 50 }, (_, segment) => segment);
  assert.deepEqual(one.sums(numbers), other.sums(numbers));
  const mean = one.sums(numbers).reduce((sum, number) => sum + number, 0) / 200 / 50;
  assert.ok(isClose(mean, 24.5, 0.6), String(mean));
  assert.deepEqual([samplesOf(400), samplesOf(8000), samplesOf(20_000)], [1000, 500, 300]);
});

test("an interval leaves a fortieth out on each side, and samples without a value", () => {
  const samples = Float64Array.from({ length: 200 }, (_, sample) => 199 - sample);
  const wide = { value: 100, low: 5, high: 194, tooFew: false };
  assert.deepEqual(estimateOf(100, samples, 6), wide);
  const narrow = { value: 1, low: 1, high: 1, tooFew: true };
  assert.deepEqual(estimateOf(1, Float64Array.of(1, Number.NaN), 5), narrow);
  assert.equal(estimateOf(Number.NaN, samples, 6), null);
});

test("too few segments and what rounding leaves show no difference", () => {
  const of = (low: number, high: number, tooFew: boolean): boolean =>
    excludesZero({ value: low, low, high, tooFew });
  assert.deepEqual(
    [of(0.1, 0.2, false), of(-0.2, -0.1, false), of(0.1, 0.2, true), of(1e-16, 2e-16, false)],
    [true, true, false, false],
  );
});

test("a step of a slider takes milliseconds for 4,000 outputs", () => {
  const [systems, segments] = [10, 400];
  const size = systems * segments;
  const random = (output: number, most: number): number => (output * 7919 + most * 31) % most;
  const of = (most: number): Uint8Array =>
    Uint8Array.from({ length: size }, (_, output) => random(output, most));
  const counts = Object.fromEntries(
    STAGES.flatMap((stage) => [
      [`matches_${stage}`, of(9)],
      [`reference_matches_${stage}`, of(8)],
      [`hypothesis_function_matches_${stage}`, of(3)],
      [`reference_function_matches_${stage}`, of(4)],
    ]).concat([
      ["hypothesis_length", of(30)],
      ["reference_length", of(31)],
      ["chunks", of(7)],
      ["perfect_segments", new Uint8Array(size)],
      ["hypothesis_function_words", of(9)],
      ["reference_function_words", of(10)],
    ]),
  );
  const outputs = new RatedOutputs(
    {
      segment: Int32Array.from({ length: size }, (_, output) => Math.floor(output / systems)),
      system: Int32Array.from({ length: size }, (_, output) => output % systems),
      rating: Float64Array.from({ length: size }, (_, output) => random(output, 101)),
      references: [{ there: new Uint8Array(size).fill(1), counts }],
    },
    STAGES,
    true,
  );
  const meter = new AgreementMeter(outputs);
  const parameters = { alpha: 0.9, beta: 3, gamma: 0.5, weights: [1, 1, 1], waive_perfect: true };
  meter.compareWith(outputs.scored(parameters).scores);
  const steps = 20;
  const start = performance.now();
  for (let step = 0; step < steps; step++) {
    const moved = { ...parameters, alpha: step / steps, beta: 1 + step / steps };
    const { scores } = outputs.scored(moved);
    meter.measure(scores, false);
    systemPairs(outputs, (pair) => rightOf(outputs, scores, pair));
  }
  const each = (performance.now() - start) / steps;
  console.log(`# ${each.toFixed(1)} ms a step`);
  assert.ok(each < 60, `${each} ms`); // of a machine that does other things too
});
