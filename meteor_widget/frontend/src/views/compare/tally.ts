/** Differences counted and put in order. */

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
