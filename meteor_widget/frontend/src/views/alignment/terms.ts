/** The numbers of the equation, as digits and in words. */

import {
  meanMatches,
  penalizedChunks,
  precisionShare,
  recallShare,
  referenceMatches,
} from "../../scoring/measures";
import type { Shown } from "./state";

export const TERMS = [
  "precisionMatched",
  "hypothesisLength",
  "precision",
  "recallMatched",
  "referenceLength",
  "recall",
  "alpha",
  "alphaRest",
  "f_mean",
  "gamma",
  "chunks",
  "matches",
  "beta",
  "penalty",
  "score",
] as const;
export type Term = (typeof TERMS)[number];

/** The digits. */
export function numbersOf(shown: Shown): Record<Term, string> {
  const { counts, parameters } = shown;
  const measures = measuresOf(shown);
  const hypothesis = precisionShare(counts, parameters);
  const reference = recallShare(counts, parameters);
  return {
    precisionMatched: countText(hypothesis.matched),
    hypothesisLength: countText(hypothesis.length),
    precision: measureText(measures.precision),
    recallMatched: countText(reference.matched),
    referenceLength: countText(reference.length),
    recall: measureText(measures.recall),
    alpha: countText(parameters.alpha),
    alphaRest: countText(1 - parameters.alpha),
    f_mean: measureText(measures.f_mean),
    gamma: countText(parameters.gamma),
    chunks: countText(penalizedChunks(counts, parameters)),
    matches: countText(meanMatches(counts)),
    beta: countText(parameters.beta),
    penalty: measureText(measures.penalty),
    score: scoreText(measures.score),
  };
}

/** A sentence for people about one of the numbers. */
export function explain(term: Term, shown: Shown): string {
  const { counts, parameters } = shown;
  const { alpha, beta, gamma } = parameters;
  switch (term) {
    case "precisionMatched":
      return weightedMatches(counts.matches_by_stage, shown);
    case "recallMatched":
      return weightedMatches(referenceMatches(counts), shown);
    case "matches":
      return fragmented(shown);
    case "hypothesisLength":
      return length("hypothesis", counts.hypothesis_length, shown);
    case "referenceLength":
      return length("reference", counts.reference_length, shown);
    case "precision":
      return "Precision: how much of the hypothesis is matched.";
    case "recall":
      return "Recall: how much of the reference is matched.";
    case "alpha":
      return `Alpha, ${alpha}: how much recall weighs in the F-mean. At 0.5 both weigh the same.`;
    case "alphaRest":
      return `1 − alpha, ${countText(1 - alpha)}: how much precision weighs in the F-mean.`;
    case "f_mean":
      return "F-mean: the weighted harmonic mean of precision and recall.";
    case "gamma":
      return `Gamma, ${gamma}: the largest penalty, where every match is a chunk of its own.`;
    case "chunks":
      return chunks(shown);
    case "beta":
      return `Beta, ${beta}: the larger it is, the less fragmentation is penalised.`;
    case "penalty":
      return `The penalty for words out of order: it takes ${percent(shown)} off the F-mean.`;
    case "score":
      return "The score: the F-mean less its penalty.";
  }
}

/** The whole computation in words, for those who do not see it. */
export function spoken(shown: Shown): string {
  if (meanMatches(shown.counts) === 0) {
    return "No word matches, so the score is 0.";
  }
  const n = numbersOf(shown);
  return (
    `Precision is ${n.precisionMatched} of ${n.hypothesisLength}, ${n.precision}. ` +
    `Recall is ${n.recallMatched} of ${n.referenceLength}, ${n.recall}. ` +
    `With alpha ${n.alpha} the F-mean is ${n.f_mean}. ` +
    `The penalty is gamma ${n.gamma} times ${n.chunks} chunks by ${n.matches} matches ` +
    `to the power of beta ${n.beta}, ${n.penalty}. The score is ${n.score}.`
  );
}

function weightedMatches(matches: readonly number[], shown: Shown): string {
  const weighed = shown.parameters.weights.some((weight) => weight !== 1);
  const reason = [
    weighed ? "each counted by its stage's weight" : "",
    typeof shown.parameters.delta === "number" ? "content words counted by delta" : "",
  ].filter((words) => words !== "");
  return `${[byStage(matches, shown), ...reason].join(", ")}.`;
}

function fragmented(shown: Shown): string {
  const { counts } = shown;
  const ofHypothesis = byStage(counts.matches_by_stage, shown);
  const ofReference = byStage(referenceMatches(counts), shown);
  if (ofHypothesis === ofReference) {
    return `${ofHypothesis}. Fragmentation takes each as one.`;
  }
  return (
    `${ofHypothesis} in the hypothesis; ${ofReference} in the reference. ` +
    "Fragmentation takes each as one, and the mean of both sides."
  );
}

function byStage(matches: readonly number[], { stages }: Shown): string {
  const parts = stages
    .map((stage, index) => [stage, matches[index] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([stage, count]) => `${count} ${stage}`);
  const total = counted(sum(matches), "match", "matches");
  return parts.length === 0 ? total : `${total}: ${parts.join(", ")}`;
}

function length(side: string, tokens: number, { parameters }: Shown): string {
  const { delta } = parameters;
  const weighed =
    typeof delta === "number"
      ? `, content words counted ${delta} and function words ${countText(1 - delta)}`
      : "";
  return `${counted(tokens, "token", "tokens")} in the ${side}${weighed}.`;
}

function chunks({ counts, parameters }: Shown): string {
  if (penalizedChunks(counts, parameters) < counts.chunks) {
    return "The hypothesis matches the reference in one chunk, which is not penalised.";
  }
  return (
    `${counted(counts.chunks, "chunk", "chunks")}: ` +
    "runs of matches that are adjacent and in the same order on both sides."
  );
}

function percent(shown: Shown): string {
  return `${(measuresOf(shown).penalty * 100).toFixed(1)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function measuresOf({ measures, reference }: Shown): Shown["measures"][number] {
  const found = measures[reference];
  if (found === undefined) {
    throw new Error("the reference that is shown has no measures");
  }
  return found;
}

/** A score, with as many digits as papers give and one more. */
export const scoreText = (value: number): string => value.toFixed(4);

/** A measure. */
export const measureText = (value: number): string => value.toFixed(3);

/** A count, or a weighted count, which need not be whole. */
export const countText = (value: number): string => String(Number(value.toFixed(3)));

/** "1 chunk", "2 chunks". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
