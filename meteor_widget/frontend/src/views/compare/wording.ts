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
