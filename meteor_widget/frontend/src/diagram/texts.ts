/** Texts as they can be shown, which way they run, and their words in parts by chunk. */

import { type Alignment, type TokenRow, wordsOf } from "../format";
import { matchOfTokens, type Side } from "./rows";

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = "\u2421";
const REPLACEMENT = "\uFFFD";

// C0 and C1 controls, characters that reorder their surroundings, halves of surrogate pairs,
// and what XML has no way to write.
const HARMFUL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** The text with a visible character in the place of each harmful one. */
export function visible(text: string): string {
  return text.replace(HARMFUL, pictureOf);
}

/** As `visible`, but tabs and ends of lines stay what they are. */
export function visibleLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    "\t\n\r".includes(character) ? character : pictureOf(character),
  );
}

/** The words of a row as they can be shown. */
export function visibleWords(row: TokenRow): string[] {
  return wordsOf(row).map(visible);
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) {
    return String.fromCharCode(CONTROL_PICTURES + code);
  }
  return code === DELETE ? DELETE_PICTURE : REPLACEMENT;
}

export type Direction = "ltr" | "rtl";

// The scripts of right-to-left writing that are in use.
const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Samaritan}|\p{Script=Mandaic}|\p{Script=Adlam}|\p{Script=Hanifi_Rohingya}/u;

/** Whether any letter of a text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Left to right where no character says otherwise. */
export function directionOf(text: string): Direction {
  const first = /\p{Letter}/u.exec(text);
  return first !== null && RIGHT_TO_LEFT.test(first[0]) ? "rtl" : "ltr";
}

/** A word, or text between words: then token is -1. */
export interface Piece {
  readonly text: string;
  readonly token: number;
  /** Index into the matches, or -1. */
  readonly match: number;
}

/** Pieces of one chunk; or, with chunk -1, of none. */
export interface Part {
  readonly chunk: number;
  readonly pieces: readonly Piece[];
}

/** The text of a row, cut into parts that together are the whole text. */
export function partsOf(alignment: Alignment, side: Side): Part[] {
  const row = alignment[side];
  const characters = Array.from(row.text);
  const matches = matchOfTokens(alignment, side);
  const chunkOf = (token: number): number => alignment.matches[matches[token] ?? -1]?.chunk ?? -1;
  const parts: { chunk: number; pieces: Piece[] }[] = [];
  const add = (chunk: number, piece: Piece): void => {
    const last = parts.at(-1);
    if (last !== undefined && last.chunk === chunk) {
      last.pieces.push(piece);
    } else {
      parts.push({ chunk, pieces: [piece] });
    }
  };
  const addBetween = (start: number, end: number, chunk: number): void => {
    if (start < end) {
      const text = visibleLines(characters.slice(start, end).join(""));
      add(chunk, { text, token: -1, match: -1 });
    }
  };
  let end = 0;
  row.tokens.forEach(([from, to], token) => {
    const chunk = chunkOf(token);
    addBetween(end, from, token > 0 && chunk === chunkOf(token - 1) ? chunk : -1);
    add(chunk, {
      text: visible(characters.slice(from, to).join("")),
      token,
      match: matches[token] ?? -1,
    });
    end = to;
  });
  addBetween(end, characters.length, -1);
  return parts;
}
