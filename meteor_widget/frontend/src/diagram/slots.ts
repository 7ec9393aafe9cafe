/** Words with their widths and the gaps between them: what a layout of rows starts from. */

import * as LOOK from "../../../static_picture/look.json";
import type { Alignment, TokenRow } from "../format";
import { functionWordsOf, type Measure, matchOfTokens, type Side } from "./rows";
import { visibleWords } from "./texts";

const ELLIPSIS = "\u2026";

export interface Slot {
  /** The text as shown: visible, and shortened if it is wider than the row. */
  readonly text: string;
  /** Width of the word without its mark. */
  readonly wordWidth: number;
  readonly width: number;
  /** Distance to the next word. */
  readonly gap: number;
  /** Whether it touches the next word. */
  readonly isTight: boolean;
  /** Index into the matches, or -1. */
  readonly match: number;
  /** Mark of the stage; on the last word of a match. */
  readonly mark: string;
  readonly isFunctionWord: boolean;
}

/**
 * The words of a row, measured.
 *
 * @param available the width that no word exceeds.
 */
export function slotsOf(
  alignment: Alignment,
  side: Side,
  available: number,
  measure: Measure,
): Slot[] {
  const row = alignment[side];
  const matches = matchOfTokens(alignment, side);
  const functionWords = functionWordsOf(alignment, side);
  return visibleWords(row).map((word, token) => {
    const index = matches[token] ?? -1;
    const match = alignment.matches[index];
    const mark = match !== undefined && match[side][1] === token + 1 ? LOOK.marks[match.stage] : "";
    const isTight = touchesNext(row, token);
    const markWidth = mark === "" ? 0 : LOOK.mark_width;
    const text = shortened(word, Math.max(available - markWidth, LOOK.least_width), measure);
    const wordWidth = Math.max(measure(text), LOOK.least_width);
    return {
      text,
      wordWidth,
      width: wordWidth + markWidth,
      gap: isTight ? LOOK.tight : LOOK.space,
      isTight,
      match: index,
      mark,
      isFunctionWord: functionWords.has(token),
    };
  });
}

/** The text, or as many of its first characters as fit with an ellipsis; at least one. */
export function shortened(text: string, available: number, measure: Measure): string {
  if (measure(text) <= available) {
    return text;
  }
  const characters = Array.from(text);
  let fits = 1;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (measure(characters.slice(0, middle).join("") + ELLIPSIS) <= available) {
      fits = middle;
    } else {
      tooMany = middle;
    }
  }
  return characters.slice(0, fits).join("") + ELLIPSIS;
}

function touchesNext(row: TokenRow, token: number): boolean {
  const next = row.tokens[token + 1];
  return next !== undefined && row.tokens[token]?.[1] === next[0];
}
