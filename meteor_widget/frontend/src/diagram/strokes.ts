/** Lines, shapes and looks that the pictures share. */

import * as LOOK from "../../../static_picture/look.json";
import type { Range } from "../format";

/** Function words are lighter in weight and, as many fonts have no light weight, in ink. */
export const LIGHT = { "font-weight": LOOK.function_word_weight };
export const FUNCTION_WORD = { ...LIGHT, "fill-opacity": LOOK.function_word_opacity };

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
