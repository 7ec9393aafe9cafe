/** Lines, shapes and looks that the pictures share. */

import type { Range, Stage } from "../format";

/** A stage's line: dashes and gaps in px; null is an unbroken line. */
export const DASHES: Readonly<Record<Stage, string | null>> = {
  exact: null,
  stem: "6 3",
  synonym: "2 3",
  paraphrase: "8 3 2 3",
};

/** Function words are lighter in weight and, as many fonts have no light weight, in ink. */
export const LIGHT = { "font-weight": 300 };
export const FUNCTION_WORD = { ...LIGHT, "fill-opacity": 0.78 };

/** A curve that leaves and arrives upright. */
export function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

/** The area between two such curves. */
export function ribbon(above: Range, below: Range, y1: number, y2: number): string {
  const middle = (y1 + y2) / 2;
  const [left, right] = above;
  return (
    `${curve(left, y1, below[0], y2)}L${below[1]} ${y2}` +
    `C${below[1]} ${middle} ${right} ${middle} ${right} ${y1}Z`
  );
}
