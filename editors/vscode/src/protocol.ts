/** The server's own requests and notifications; docs/protocol.md describes them. */

import type { Range } from "vscode-languageclient";
import type { Alignment } from "../../../meteor_widget/frontend/src/format";
import type {
  Segment as ReviewedSegment,
  State,
  Total,
} from "../../../meteor_widget/frontend/src/views/review/review_format";

export type { Alignment } from "../../../meteor_widget/frontend/src/format";

export type Side = "hypothesis" | "reference";
export const SIDES: readonly Side[] = ["hypothesis", "reference"];

/** The place of one side of an alignment. */
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

/** The texts of a segment and their places. */
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

/** The places of the texts of a segment, by field; null if missing. */
export type ReviewPlaces = Readonly<
  Record<"mt" | "post_edit" | "source", { readonly uri: string; readonly range: Range } | null>
>;

export interface ReviewRow extends ReviewedSegment {
  readonly places: ReviewPlaces;
}

export interface ReviewRows {
  readonly total: number;
  readonly begin: number;
  readonly rows: readonly ReviewRow[];
}

interface ReviewDocument {
  readonly uri: string;
  readonly field: string | null;
}

/** What people have said of a segment. */
export interface SaidOf {
  readonly segment: number;
  readonly state: State;
  /** How many. */
  readonly comments: number;
  /** On which it begins in the document. */
  readonly line: number;
}

/** Of a review; only `problem` if missing. */
export interface Review {
  readonly revision: number;
  readonly segments: number;
  readonly reviewed: number;
  readonly postEditing: boolean;
  readonly documents: Readonly<Record<"mt" | "post_edit" | "source", ReviewDocument | null>>;
  readonly total: (Total & { readonly meteor: { readonly signature: string } }) | null;
  readonly states: Readonly<Record<string, number>>;
  readonly keeps: {
    readonly format: string | null;
    readonly states: boolean;
    readonly comments: boolean;
    readonly remarks: string | null;
  };
  readonly problem: string | null;
}

/** Pairs of lines of two documents, here and there, from which on lines are side by side. */
export interface Lines {
  readonly starts: readonly (readonly [here: number, there: number])[];
}

/** A document that the server has written. */
export interface WrittenDocument {
  readonly title: string;
  /** A document of the pairing that it is about. */
  readonly of: string;
  /** In which it can be written; the first by itself. */
  readonly formats: readonly { readonly format: string; readonly extension: string }[];
  readonly content: string;
}

/** Of the URIs of these documents. */
export const SCHEME = "meteorscope";

export const DOCUMENT = "meteor/document";
export const REVIEW = "meteor/review";
export const STATES_ON = "meteor/states";
export const REVIEW_ROWS = "meteor/reviewRows";
export const REVIEW_CHANGED = "meteor/reviewChanged";
export const ALIGNMENT = "meteor/alignment";
export const LINES = "meteor/lines";
export const SEGMENTS = "meteor/segments";
export const TEXTS = "meteor/texts";
export const SUMMARY = "meteor/summary";
export const SCORES_CHANGED = "meteor/scoresChanged";

/** The line of the other document that belongs to one of this; docs/protocol.md describes starts. */
export function across({ starts }: Lines, line: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle]?.[0] ?? 0) <= line) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const [here, there] = starts[low] ?? [0, 0];
  const next = starts[low + 1]?.[1] ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(there + line - here, Math.max(there, next - 1)));
}
