/** Numbers and counts as people read them. */

import type { Alignment, Statistics } from "../format";
import { fieldOf } from "../scoring/signature";

/** "1,234" */
export function counted(number: number): string {
  return number.toLocaleString("en");
}

/** "1 segment", "1,234 segments" */
export function segments(number: number): string {
  return `${counted(number)} ${number === 1 ? "segment" : "segments"}`;
}

/** What the shortfall is, for the heads of columns. */
export const SHORTFALL =
  "reference length × (1 − score), in words; adds up. Most of its agreement with people's " +
  "error ratings is the length";

/** How many of the segments a table shows. */
export function shownInWords(shown: number, size: number): string {
  return shown === size ? segments(size) : `${counted(shown)} of ${segments(size)} shown`;
}

/** What a segment's score is made of. */
export function partsInWords(alignment: Alignment): string[] {
  const { precision, recall, f_mean, penalty, shortfall, statistics, chunks } = alignment;
  return [
    `P ${precision.toFixed(3)}`,
    `R ${recall.toFixed(3)}`,
    `F-mean ${f_mean.toFixed(3)}`,
    `penalty ${penalty.toFixed(3)}`,
    `shortfall ${shortfall.toFixed(2)} words`,
    `${matchesInWords(statistics)} in ` +
      `${counted(chunks.length)} ${chunks.length === 1 ? "chunk" : "chunks"}`,
  ];
}

/** The numbers of a segment in a line; which reference it is, where there are several. */
export function numbersInWords(alignment: Alignment, references: number): string {
  return [
    `score ${alignment.score.toFixed(4)}`,
    ...partsInWords(alignment),
    ...(references > 1 ? [`reference ${alignment.reference.index + 1}`] : []),
    proofInWords(alignment),
  ].join(" · ");
}

/** How many words are matched, as Python counts them: of the hypothesis, and of the reference. */
function matchesInWords(statistics: Statistics): string {
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  const matched = sum(statistics.matches_by_stage);
  const reference = sum(statistics.reference_matches_by_stage ?? statistics.matches_by_stage);
  const matches = `${counted(matched)} ${matched === 1 ? "match" : "matches"}`;
  return reference === matched ? matches : `${matches} (${counted(reference)} in the reference)`;
}

/** Placeholder of a missing number: of a segment that could not be scored. */
export const NO_NUMBER = "\u2013";

/** The beginning of a long name, where a drawing has no room for all of it. */
export function shortened(name: string, most = 16): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("")}…`;
}

export const NOT_PROVED = "not proved optimal";

/** In words. A beam looks for no proof, so a missing proof is not a failure. */
export function proofInWords(alignment: Alignment): string {
  const { optimal, chunk_gap, signature } = alignment;
  if (optimal) {
    return "proved optimal";
  }
  const width = beamOf(signature);
  if (width !== undefined) {
    return `beam of ${width}: not searched for the best`;
  }
  return chunk_gap === 0
    ? "score proved; another alignment may tie"
    : `not proved: up to ${chunks(chunk_gap)} from the optimum`;
}

function chunks(number: number): string {
  return `${number.toLocaleString("en")} ${number === 1 ? "chunk" : "chunks"}`;
}

/** The same in a cell of a table. */
export function proofInACell(optimal: boolean): string {
  return optimal ? "proved" : "not proved";
}

/** Whether scores with this signature come with proofs; a beam proves nothing. */
export function comesWithProofs(signature: string): boolean {
  return beamOf(signature) === undefined;
}

/** The width of the beam, where one searched: of `beam-40`. */
function beamOf(signature: string): string | undefined {
  return fieldOf(signature, "align")?.split("-")[1];
}
