/** Numbers as layouts have them. */

/** To two decimals, halves up. */
export function round(value: number): number {
  return Math.floor(value * 100 + 0.5) / 100;
}
