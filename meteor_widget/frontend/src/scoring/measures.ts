/**
 * From statistics to a score, in the browser: what sliders and filters need without a kernel.
 *
 * The same formula as the core's (meteor_core/score/measures.py names its sources). The core computes in
 * exact integers; floating point here agrees with it to the last digits, which tests hold it to.
 */

import type { Measures, Statistics } from "../format";

export interface Parameters {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  /** What a match of each stage counts, in the order of the stages. */
  readonly weights: readonly number[];
  /** Whether a perfect segment's chunk is taken off the chunks. */
  readonly waive_perfect: boolean;
  /** Weight of content words against function words; null or left out counts both alike. */
  readonly delta?: number | null;
}

/** Counts of one segment, or sums of many. What counts function words matters only to delta. */
export interface Counts {
  readonly hypothesis_length: number;
  readonly reference_length: number;
  /** Matched tokens of the hypothesis, in the order of the stages. */
  readonly matches_by_stage: readonly number[];
  /** Matched tokens of the reference; left out, as many as of the hypothesis. */
  readonly reference_matches_by_stage?: readonly number[];
  readonly chunks: number;
  readonly perfect_segments: number;
  readonly hypothesis_function_words?: number;
  readonly reference_function_words?: number;
  /** In the order of the stages. */
  readonly hypothesis_function_matches?: readonly number[];
  readonly reference_function_matches?: readonly number[];
}

/** Weighted matches and weighted length of one side: precision or recall, as a fraction. */
export interface Share {
  readonly matched: number;
  readonly length: number;
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
  const { alpha, beta, gamma } = parameters;
  const hypothesis = precisionShare(counts, parameters);
  const reference = recallShare(counts, parameters);
  if (hypothesis.matched === 0 && reference.matched === 0) {
    return NOTHING;
  }
  const above = hypothesis.matched * reference.matched;
  const below =
    alpha * hypothesis.matched * reference.length +
    (1 - alpha) * reference.matched * hypothesis.length;
  const f_mean = above === 0 ? 0 : above / below;
  const chunks = penalizedChunks(counts, parameters);
  const fragmentation = chunks / meanMatches(counts);
  const penalty = chunks === 0 ? 0 : gamma * fragmentation ** beta;
  return {
    score: f_mean * (1 - penalty),
    precision: quotient(hypothesis),
    recall: quotient(reference),
    f_mean,
    fragmentation,
    penalty,
  };
}

/** By how many words of its reference a segment falls short of a perfect score. */
export function shortfall(referenceLength: number, score: number): number {
  return referenceLength * (1 - score);
}

/** The chunks that count for the penalty. */
export function penalizedChunks(counts: Counts, { waive_perfect }: Parameters): number {
  return counts.chunks - (waive_perfect ? counts.perfect_segments : 0);
}

/** Matched tokens of the reference, in the order of the stages. */
export function referenceMatches(counts: Counts): readonly number[] {
  return counts.reference_matches_by_stage ?? counts.matches_by_stage;
}

/** Matched tokens, in the mean of both sides. */
export function meanMatches(counts: Counts): number {
  return (sum(counts.matches_by_stage) + sum(referenceMatches(counts))) / 2;
}

/** What precision is the quotient of. */
export function precisionShare(counts: Counts, parameters: Parameters): Share {
  return share(
    counts.hypothesis_length,
    counts.matches_by_stage,
    counts.hypothesis_function_words,
    counts.hypothesis_function_matches,
    parameters,
  );
}

/** What recall is the quotient of. */
export function recallShare(counts: Counts, parameters: Parameters): Share {
  return share(
    counts.reference_length,
    referenceMatches(counts),
    counts.reference_function_words,
    counts.reference_function_matches,
    parameters,
  );
}

/** The counts in an alignment's statistics, in the order of these stages. */
export function countsOf(statistics: Statistics, stages: readonly string[]): Counts {
  const inOrder = (byStage: Readonly<Record<string, number>> = {}): number[] =>
    stages.map((stage) => byStage[stage] ?? 0);
  return {
    hypothesis_length: statistics.hypothesis_length,
    reference_length: statistics.reference_length,
    matches_by_stage: inOrder(statistics.matches_by_stage),
    reference_matches_by_stage: inOrder(
      statistics.reference_matches_by_stage ?? statistics.matches_by_stage,
    ),
    chunks: statistics.chunks,
    perfect_segments: statistics.perfect ? 1 : 0,
    hypothesis_function_words: statistics.hypothesis_function_words,
    reference_function_words: statistics.reference_function_words,
    hypothesis_function_matches: inOrder(statistics.function_matches_by_stage.hypothesis),
    reference_function_matches: inOrder(statistics.function_matches_by_stage.reference),
  };
}

function share(
  length: number,
  matches: readonly number[],
  functionWords = 0,
  functionMatches: readonly number[] = [],
  { weights, delta = null }: Parameters,
): Share {
  const weighed = (all: number, ofFunctionWords: number): number =>
    delta === null ? all : delta * (all - ofFunctionWords) + (1 - delta) * ofFunctionWords;
  const matched = matches.map(
    (count, stage) => (weights[stage] ?? 0) * weighed(count, functionMatches[stage] ?? 0),
  );
  return { matched: sum(matched), length: weighed(length, functionWords) };
}

function quotient({ matched, length }: Share): number {
  return matched === 0 ? 0 : matched / length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
