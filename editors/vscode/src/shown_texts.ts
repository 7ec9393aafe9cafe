/** Scores and texts as VS Code shows them: bands and their signs, isolated names, room for hints. */

import type { InlayHint } from "vscode";
import { visible } from "../../../meteor_widget/frontend/src/diagram/texts";

export type Band = "low" | "middle" | "high";
/** The scores from which a segment is middling and high. */
export type Bands = readonly [middle: number, high: number];

export const DEFAULT_BANDS: Bands = [0.3, 0.6];

/** A sign for each band beside its colour: a disc that is empty, half full, full. */
export const SIGNS: Readonly<Record<Band, string>> = { low: "○", middle: "◐", high: "●" };

/** The number of decimals that are shown; bands depend on the rounded score, which people see. */
const DIGITS = 3;

export function shownScore(score: number): string {
  return score.toFixed(DIGITS);
}

export function bandOf(score: number, [middle, high]: Bands): Band {
  const shown = Number(shownScore(score));
  if (shown < middle) {
    return "low";
  }
  return shown < high ? "middle" : "high";
}

/** The bounds of the setting, in either order; the default if they are not two scores. */
export function bandsOf(setting: unknown): Bands {
  if (!Array.isArray(setting) || setting.length !== 2 || !setting.every(isScore)) {
    return DEFAULT_BANDS;
  }
  const [one, other] = setting as [number, number];
  return [Math.min(one, other), Math.max(one, other)];
}

function isScore(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * A text that runs in its own direction and leaves its neighbours in place; characters that
 * reverse words, or are invisible, are shown instead of obeyed.
 */
export function isolated(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${visible(text)}${POP_DIRECTIONAL_ISOLATE}`;
}

/** A space at which no line is broken. */
const SPACE = "\u00a0";
/** Characters besides the words of a hint, in characters: a sign, and the space around it. */
const BESIDES = 4;

/** The width of the room for the words of a hint, in characters. */
export function roomOf(words: string): number {
  return words.length + BESIDES;
}

/**
 * VS Code's own hints without words: scores are drawn over them. Drawings over text are not
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
