/** Rounding of the numbers in layouts. */

/** Rounds to two decimals, halves up. */
export function round(value: number): number {
  return Math.floor(value * 100 + 0.5) / 100;
}
