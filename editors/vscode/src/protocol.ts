/** The server's own requests and notifications; docs/protocol.md describes them. */

import type { Range } from "vscode-languageclient";
import type { Alignment } from "../../../meteor_widget/frontend/src/format";

export type { Alignment } from "../../../meteor_widget/frontend/src/format";

export type Side = "hypothesis" | "reference";
export const SIDES: readonly Side[] = ["hypothesis", "reference"];

/** Where one side of an alignment stands. */
export interface Place {
  readonly uri: string;
  /** The column, or the text of a unit, such as `mt`; null where lines are texts. */
  readonly field: string | null;
  /** On which the text begins. */
  readonly line: number;
  readonly version: number | null;
  /** Of each token. */
  readonly words: readonly Range[];
}

export interface PlacedAlignment extends Alignment {
  readonly documents: Readonly<Record<Side, Place>>;
  /** What was translated; null where that is not known. */
  readonly source: string | null;
}

/** The texts of a segment, wherever they stand. */
export interface SegmentTexts {
  readonly segment: number;
  readonly texts: readonly { readonly role: string; readonly uri: string; readonly range: Range }[];
}

export interface Summary {
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
  readonly fragmentation: number;
  readonly penalty: number;
  readonly shortfall: number;
  readonly signature: string;
  readonly scored: number;
  readonly paired: number;
  readonly worst: number | null;
  readonly language: string;
  readonly hypothesis: string;
  readonly references: readonly string[];
  readonly source: string | null;
  readonly problem: string | null;
}

export const ALIGNMENT = "meteor/alignment";
export const SEGMENTS = "meteor/segments";
export const TEXTS = "meteor/texts";
export const SUMMARY = "meteor/summary";
export const SCORES_CHANGED = "meteor/scoresChanged";
