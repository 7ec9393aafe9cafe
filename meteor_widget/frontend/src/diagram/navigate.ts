/** Where the arrow keys lead from a word. */

import type { Directions } from "./across";
import type { Description, Selection } from "./describe";
import { otherSide } from "./rows";

/** Whether the hypothesis is a row above the reference, or goes down the left of a matrix. */
export type Arrangement = "rows" | "matrix";

/** The word that a key leads to; null for keys that lead nowhere. */
export function destination(
  key: string,
  from: Selection,
  description: Description,
  directions: Directions,
  arrangement: Arrangement,
): Selection | null {
  const { side, token } = from;
  const length = description.words[side].length;
  if (key === "Home" || key === "End") {
    return { side, token: key === "Home" ? 0 : length - 1 };
  }
  const step = stepOf(key, side, directions, arrangement);
  if (step !== 0) {
    return { side, token: Math.min(Math.max(token + step, 0), length - 1) };
  }
  return key === acrossKey(side, arrangement) ? counterpart(from, description) : null;
}

/** 1 or -1 along the row, in logical order. */
function stepOf(
  key: string,
  side: Selection["side"],
  directions: Directions,
  arrangement: Arrangement,
): number {
  if (arrangement === "matrix" && side === "hypothesis") {
    return Number(key === "ArrowDown") - Number(key === "ArrowUp");
  }
  const right = Number(key === "ArrowRight") - Number(key === "ArrowLeft");
  return directions[side] === "rtl" && right !== 0 ? -right : right;
}

/** The key towards the other row. */
function acrossKey(side: Selection["side"], arrangement: Arrangement): string {
  if (arrangement === "matrix") {
    return side === "hypothesis" ? "ArrowRight" : "ArrowDown";
  }
  return side === "hypothesis" ? "ArrowDown" : "ArrowUp";
}

/** The matched word in the other row; of a word without match, the one at the same share of it. */
function counterpart(from: Selection, description: Description): Selection | null {
  const side = otherSide(from.side);
  const length = description.words[side].length;
  if (length === 0) {
    return null;
  }
  const match = description.matchOf(from);
  const share = (from.token + 0.5) / description.words[from.side].length;
  return { side, token: match?.[side][0] ?? Math.floor(share * length) };
}
