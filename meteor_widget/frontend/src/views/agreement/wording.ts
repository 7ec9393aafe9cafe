/** Agreement in words, and numbers as people read them. */

import type { Measured } from "./agreement";
import { type Estimate, excludesZero } from "./resampling";

/** "63.2 %" */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** "+1.24 points" */
export function points(difference: number, digits = 2): string {
  return `${signed(100 * difference, digits)} points`;
}

/** "+0.039" or "−0.011", with a true minus. */
export function signed(difference: number, digits = 3): string {
  const size = Math.abs(difference).toFixed(digits);
  return Number(size) === 0 ? size : `${difference > 0 ? "+" : "\u2212"}${size}`;
}

/** A number of any size, with a true minus. */
export function plain(number: number): string {
  // Not -0: ratings of which the lower are better are turned round.
  return (number + 0).toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "\u2212");
}

/** The class that colours a difference: as none where it may be chance. */
export function directionOf(difference: Estimate | null): string {
  return difference === null || !excludesZero(difference)
    ? "mtr-agree-level"
    : difference.value > 0
      ? "mtr-agree-up"
      : "mtr-agree-down";
}

/** What an interval of a difference says: the whole of the verdict. */
export function verdict({ difference }: Measured, variant: string): string {
  if (difference === null) {
    return "";
  }
  if (!excludesZero(difference)) {
    return `not distinguishable from ${variant}`;
  }
  return difference.value > 0 ? `▲ better than ${variant}` : `▼ worse than ${variant}`;
}
