/** Formats of the numbers in this view. */

/** A score, with as many digits as papers give and one more. */
export const scoreText = (value: number): string => value.toFixed(4);

/** A measure. */
export const measureText = (value: number): string => value.toFixed(3);

/** A count, or a weighted count, which need not be whole. */
export const countText = (value: number): string => String(Number(value.toFixed(3)));

/** "1 chunk", "2 chunks". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
