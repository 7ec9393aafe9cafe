/** Messages between the extension and its web views. */

import type { Alignment } from "../../../../meteor_widget/frontend/src/format";
import type {
  Action,
  Listing,
  Summary,
  Window,
} from "../../../../meteor_widget/frontend/src/views/review/desk";
import type { Side } from "../protocol";

export interface WordInRow {
  readonly side: Side;
  readonly token: number;
}

/** To the web view: a segment, or why it is missing. */
export type Shown =
  | {
      readonly alignment: Alignment;
      /** What was translated; null where that is not known. */
      readonly source: string | null;
      readonly references: number;
      readonly names: Readonly<Record<Side, string>>;
      /** The word that the cursor is at. */
      readonly cursor: WordInRow | null;
    }
  | { readonly alignment: null; readonly why: string; readonly isUnpaired: boolean };

/** To the extension. */
export type FromPanel =
  | { readonly kind: "ready" }
  | { readonly kind: "chosen"; readonly word: WordInRow }
  | { readonly kind: "explain" };

/** What the web view asks for, and the answers. */
export interface Questions {
  readonly summary: { readonly given: null; readonly answer: Summary };
  readonly rows: {
    readonly given: Listing & {
      readonly begin?: number;
      readonly end?: number;
      readonly at?: number;
    };
    readonly answer: Window;
  };
  readonly act: { readonly given: Action; readonly answer: null };
}

export type Question = {
  [Name in keyof Questions]: {
    readonly kind: "question";
    readonly id: number;
    readonly name: Name;
    readonly given: Questions[Name]["given"];
  };
}[keyof Questions];

/** To the extension. */
export type Asked =
  | Question
  | { readonly kind: "ready" }
  /** A person has chosen a segment. */
  | { readonly kind: "chosen"; readonly segment: number };

/** To the web view. */
export type Said =
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "refusal"; readonly id: number; readonly why: string }
  /** What the view is to remember when its window is loaded again. */
  | ({ readonly kind: "opened" } & Remembered)
  | { readonly kind: "changed" }
  /** The cursor is in this segment now; the list is as it was. */
  | { readonly kind: "go"; readonly segment: number };

/** What the web view remembers when its window is loaded again. */
export interface Remembered {
  /** A document of the review. */
  readonly uri: string;
}
