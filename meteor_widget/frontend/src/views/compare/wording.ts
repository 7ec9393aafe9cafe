/** Numbers of a comparison as people read them. */

import { scoringWork, type Work } from "../../segments/progress";
import type { Known, SystemRow } from "./systems";

/** "+0.0385" or "−0.0113", with a true minus. */
export function signed(difference: number, digits = 4): string {
  const size = Math.abs(difference).toFixed(digits);
  return Number(size) === 0 ? size : `${difference > 0 ? "+" : "\u2212"}${size}`;
}

/** Up, down or level: says the direction without colour. */
export function arrow(difference: number): string {
  return difference > 0 ? "▲" : difference < 0 ? "▼" : "\u00b7";
}

/** The class that colours a difference. */
export function direction(difference: number): string {
  return difference > 0
    ? "mtr-compare-up"
    : difference < 0
      ? "mtr-compare-down"
      : "mtr-compare-level";
}

/** Four decimals, and never a bare 0. */
export function chance(p: number): string {
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

/** Whether a tested system's adjusted p is below 0.05, and enough segments differ. */
export function isSignificant({ holm, too_few }: SystemRow): boolean {
  return (holm as number) < 0.05 && !too_few;
}

/** The scoring or testing that is under way or was stopped; null if all is known. */
export function workOf(known: Known, size: number): Work | null {
  const { done, running, share, test, error } = known;
  if (done < size) {
    return scoringWork(done, size, known);
  }
  if (test !== null && error === null) {
    return null;
  }
  const place = share === null ? "Not tested" : `${Math.floor(share * 100)} % resampled`;
  return {
    name: "resampling",
    done: share ?? 0,
    size: 1,
    place,
    inPieces: false,
    running: running && share !== null,
    error,
  };
}

/** The greatest first, without those of segments that have no score. */
export function sortedDifferences(differences: Float64Array, size: number): Float64Array {
  const known = differences.slice(0, size).filter((difference) => !Number.isNaN(difference));
  return known.sort().reverse();
}

/** How many are above, below and at zero; NaN is nowhere. */
export function tally(differences: ArrayLike<number>): {
  readonly better: number;
  readonly worse: number;
  readonly level: number;
} {
  let [better, worse, level] = [0, 0, 0];
  for (let row = 0; row < differences.length; row++) {
    const difference = differences[row] as number;
    better += Number(difference > 0);
    worse += Number(difference < 0);
    level += Number(difference === 0);
  }
  return { better, worse, level };
}
