/** Texts as they can be shown: nothing in them is invisible, changes its neighbours or breaks XML. */

import { type TokenRow, wordsOf } from "../format";

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
