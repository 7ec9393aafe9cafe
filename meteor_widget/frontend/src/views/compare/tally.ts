/** Differences counted and put in order. */

/** The greatest first. */
export function sortedDifferences(differences: Float64Array, size: number): Float64Array {
  return differences.slice(0, size).sort().reverse();
}

/** How many are above, below and at zero. */
export function tally(differences: ArrayLike<number>): {
  readonly better: number;
  readonly worse: number;
  readonly level: number;
} {
  let [better, worse] = [0, 0];
  for (let row = 0; row < differences.length; row++) {
    const difference = differences[row] as number;
    better += Number(difference > 0);
    worse += Number(difference < 0);
  }
  return { better, worse, level: differences.length - better - worse };
}
