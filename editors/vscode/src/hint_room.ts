/** Room for scores, which VS Code keeps where it wraps lines. */

import type { InlayHint } from "vscode";

/** A space at which no line is broken. */
const SPACE = "\u00a0";
/** What is drawn besides the words of a hint, in characters: a sign, and the space around it. */
const BESIDES = 4;

/** The width of the room for the words of a hint, in characters. */
export function roomOf(words: string): number {
  return words.length + BESIDES;
}

/**
 * VS Code's own hints without words: scores are drawn over them. What is drawn over text is not
 * counted where lines are wrapped, and hints are. They also tell more when they are pointed at.
 */
export function roomFor(hints: readonly InlayHint[] | null | undefined): InlayHint[] {
  return (hints ?? []).map((hint) => {
    hint.label = SPACE.repeat(roomOf(wordsOfHint(hint.label)));
    hint.paddingLeft = false;
    return hint;
  });
}

export function wordsOfHint(label: string | readonly { readonly value: string }[]): string {
  return typeof label === "string" ? label : label.map(({ value }) => value).join("");
}
