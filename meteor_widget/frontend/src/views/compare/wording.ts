/** Numbers of a comparison as people read them. */

import type { Known } from "./comparison";

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
  return difference > 0 ? "mtr-up" : difference < 0 ? "mtr-down" : "mtr-level";
}

/** Four decimals, and never a bare 0. */
export function chance(p: number): string {
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

export function segments(number: number): string {
  return `${grouped(number)} ${number === 1 ? "segment" : "segments"}`;
}

export function grouped(number: number): string {
  return number.toLocaleString("en");
}

/** What is under way; empty if nothing is. */
export function progressInWords(
  { done, scoring, share, test, error }: Known,
  size: number,
): string {
  if (error !== null) {
    return `Failed: ${error}`;
  }
  if (done < size) {
    const state = scoring ? "Scoring" : "Stopped";
    return `${state}: ${grouped(done)} of ${segments(size)} in every system`;
  }
  if (test !== null) {
    return "";
  }
  return share === null ? "Not tested" : `Resampling: ${Math.floor(share * 100)} %`;
}
