/**
 * From statistics to a score, in the browser: what sliders and filters need without a kernel.
 *
 * The same formula as the core's (meteor_core/scoring.py names its sources). The core computes in
 * exact integers; floating point here agrees with it to the last digits, which tests hold it to.
 */

import type { Measures } from "../format";

export interface Parameters {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  /** What a match of each stage counts, in the order of the stages. */
  readonly weights: readonly number[];
  /** Whether a perfect segment's chunk is taken off the chunks. */
  readonly waive_perfect: boolean;
}

/** Counts of one segment, or sums of many. */
export interface Counts {
  readonly hypothesis_length: number;
  readonly reference_length: number;
  /** In the order of the stages. */
  readonly matches_by_stage: readonly number[];
  readonly chunks: number;
  readonly perfect_segments: number;
}

const NOTHING: Measures = {
  score: 0,
  precision: 0,
  recall: 0,
  f_mean: 0,
  fragmentation: 0,
  penalty: 0,
};

/** Scores one segment's counts, or the sums of many. */
export function measure(counts: Counts, parameters: Parameters): Measures {
  const { alpha, beta, gamma, weights, waive_perfect } = parameters;
  let weighted = 0;
  let matches = 0;
  counts.matches_by_stage.forEach((count, stage) => {
    weighted += (weights[stage] ?? 0) * count;
    matches += count;
  });
  if (weighted === 0) {
    return NOTHING;
  }
  const chunks = counts.chunks - (waive_perfect ? counts.perfect_segments : 0);
  const f_mean =
    weighted / (alpha * counts.reference_length + (1 - alpha) * counts.hypothesis_length);
  const fragmentation = chunks / matches;
  const penalty = chunks === 0 ? 0 : gamma * fragmentation ** beta;
  return {
    score: f_mean * (1 - penalty),
    precision: weighted / counts.hypothesis_length,
    recall: weighted / counts.reference_length,
    f_mean,
    fragmentation,
    penalty,
  };
}
