/** Where the words of both rows are from left to right. */

import type { Range } from "../format";
import type { Band } from "./bands";
import { type Measure, SIDES, type Side } from "./rows";
import type { Slot } from "./slots";
import type { Direction } from "./texts";

export const NO_WORDS = "(no words)";

export type Rows = Readonly<Record<Side, readonly Slot[]>>;
export type Directions = Readonly<Record<Side, Direction>>;

export interface Place {
  /** Left end of the word with its mark. */
  readonly x: number;
  readonly width: number;
  /** Left end of the word alone. */
  readonly wordX: number;
  readonly band: number;
}

export type Across = Readonly<Record<Side, readonly Place[]>>;

/** Places rows between two edges: from the left one on, or from the right if they run that way. */
export function placeAcross(
  bands: readonly Band[],
  rows: Rows,
  directions: Directions,
  [left, right]: Range,
): Across {
  const places: Record<Side, Place[]> = { hypothesis: [], reference: [] };
  for (const side of SIDES) {
    const isLeftToRight = directions[side] === "ltr";
    bands.forEach((band, number) => {
      let used = 0;
      for (const slot of rows[side].slice(...band[side])) {
        const x = isLeftToRight ? left + used : right - used - slot.width;
        const wordX = isLeftToRight ? x : x + slot.width - slot.wordWidth;
        places[side].push({ x, width: slot.width, wordX, band: number });
        used += slot.width + slot.gap;
      }
    });
  }
  return places;
}

/** The width of the widest row of a band. */
export function widestRow(bands: readonly Band[], rows: Rows, measure: Measure): number {
  let widest = 0;
  for (const side of SIDES) {
    if (rows[side].length === 0) {
      widest = Math.max(widest, measure(NO_WORDS));
    }
    for (const band of bands) {
      widest = Math.max(widest, widthOf(rows[side].slice(...band[side])));
    }
  }
  return widest;
}

function widthOf(slots: readonly Slot[]): number {
  let width = 0;
  slots.forEach((slot, index) => {
    width += slot.width + (index + 1 < slots.length ? slot.gap : 0);
  });
  return width;
}

/** The ends of some words of a row: of those that are in the first one's band. */
export function extent(places: readonly Place[], [start, end]: Range): Range {
  const band = places[start]?.band;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const place of places.slice(start, end)) {
    if (place.band === band) {
      left = Math.min(left, place.x);
      right = Math.max(right, place.x + place.width);
    }
  }
  return [left, right];
}

/** The smallest range with both ranges in it. */
export function hull(first: Range, second: Range): Range {
  return [Math.min(first[0], second[0]), Math.max(first[1], second[1])];
}

export function middleOf([left, right]: Range): number {
  return (left + right) / 2;
}
