/** The two rows of an alignment, and which match each of their words is in. */

import * as LOOK from "../../../static_picture/look.json";
import type { Alignment, Match, Range, Stage } from "../format";
import { fieldOf } from "../scoring/signature";

export type Side = "hypothesis" | "reference";

/** The hypothesis is drawn above, or on the left. */
export const SIDES: readonly Side[] = ["hypothesis", "reference"];

/** Width of a text in px at the pictures' font size. */
export type Measure = (text: string) => number;

/** In the order in which they count. */
export const STAGES = Object.keys(LOOK.marks) as Stage[];

export function otherSide(side: Side): Side {
  return side === "hypothesis" ? "reference" : "hypothesis";
}

/** The index of the match of each token; -1 if unmatched. */
export function matchOfTokens(alignment: Alignment, side: Side): number[] {
  const found = new Array<number>(alignment[side].tokens.length).fill(-1);
  alignment.matches.forEach((match, index) => {
    found.fill(index, match[side][0], match[side][1]);
  });
  return found;
}

/** The tokens that count as function words: none where no delta weighs them. */
export function functionWordsOf(alignment: Alignment, side: Side): ReadonlySet<number> {
  return new Set(fieldOf(alignment.signature, "delta") ? alignment[side].function : []);
}

/** Whether a match covers more than one word on either side. */
export function isSpan(match: Match): boolean {
  return lengthOf(match.hypothesis) > 1 || lengthOf(match.reference) > 1;
}

export function lengthOf([start, end]: Range): number {
  return end - start;
}

/** The stages that matched something, in their order, and whether words are left over. */
export function stagesThatOccur(alignment: Alignment): Stage[] {
  const seen = new Set(alignment.matches.map((match) => match.stage));
  return STAGES.filter((stage) => seen.has(stage));
}

/** Rounds to two decimals, halves up. */
export function round(value: number): number {
  return Math.floor(value * 100 + 0.5) / 100;
}
