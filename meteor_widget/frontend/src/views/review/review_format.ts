/** The JSON form of a review, as docs/review.md describes it. */

import type { Range } from "../../format";

export const EDIT_KINDS = [
  "kept",
  "form",
  "synonym",
  "replaced",
  "moved",
  "added",
  "dropped",
  "number-or-code",
  "punctuation",
] as const;

export type EditKind = (typeof EDIT_KINDS)[number];

export const CLASSES = ["untouched", "light", "heavy", "rewritten"] as const;

export type Class = (typeof CLASSES)[number];

export const STATES = ["to-do", "in-work", "reviewed", "approved", "rejected"] as const;

export type State = (typeof STATES)[number];

/** Ranges are of code points. */
export interface Edit {
  readonly kind: EditKind;
  readonly mt: Range;
  readonly post_edit: Range;
  /** How a changed word differs. */
  readonly reason?: string;
  /** Which move it is part of, from 0. */
  readonly move?: number;
}

export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly post_edit: Range;
  readonly source?: Range;
  readonly mt?: Range;
  readonly replacement?: string;
}

export interface Comment {
  /** By which it is changed or removed; none where it is the file's own. */
  readonly name?: string;
  readonly text: string;
  readonly who: string;
  readonly when: string;
}

export interface Segment {
  /** Its number, from 1. */
  readonly segment: number;
  readonly id: string | null;
  readonly score: number | null;
  readonly problem?: string;
  readonly hter: number;
  readonly edit_distance: { readonly characters: number; readonly words: number };
  readonly chrf: number;
  readonly class: Class | null;
  readonly state: State;
  readonly comments: readonly Comment[];
  readonly seconds: number | null;
  readonly source?: string;
  readonly mt: string;
  readonly post_edit: string;
  readonly edits: readonly Edit[];
  readonly diagnostics: readonly Diagnostic[];
  /** On pages: share of all tokens that are not kept. */
  readonly edit_share?: number;
  /** Other columns of the data, by name. */
  readonly columns?: Readonly<Record<string, string>>;
}

interface Part {
  readonly segments: number;
  readonly words: number;
  readonly share: number;
}

export interface PayScheme {
  readonly scheme: string;
  readonly after: string;
  readonly formula: string;
  readonly bands: readonly (Part & { readonly band: string })[];
}

interface Distance {
  readonly edits: number;
  readonly length: number;
  readonly share: number;
}

export interface Total {
  readonly segments: number;
  readonly words: number;
  readonly score: number;
  readonly hter: number;
  readonly ter: { readonly edits: number; readonly length: number };
  readonly edit_distance: { readonly characters: Distance; readonly words: Distance };
  readonly chrf: number;
  readonly classes: Readonly<Record<Class, Part>>;
  readonly edits: Readonly<
    Record<EditKind, { edits: number; mt_tokens: number; post_edit_tokens: number }>
  >;
  readonly edit_share: number;
  readonly diagnostics: Readonly<Record<string, number>>;
  readonly time: {
    readonly seconds: number;
    readonly segments: number;
    readonly words: number;
  } | null;
  readonly pay: readonly PayScheme[];
}
