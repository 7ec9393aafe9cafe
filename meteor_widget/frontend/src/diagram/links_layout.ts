/** What a layout of rows and links consists of: a plain value, ready to be drawn. */

import type { Alignment, Range } from "../format";
import type { Across, Directions, Rows } from "./across";
import type { Band } from "./bands";
import type { LegendLayout } from "./legend";
import type { Measure, Side } from "./rows";
import type { Direction } from "./texts";

export interface LinksOptions {
  readonly width: number;
  readonly measure: Measure;
  /** What the rows are called. */
  readonly names: Readonly<Record<Side, string>>;
  /** Alignments with the same reference, whose words have the same places in each layout. */
  readonly beside?: readonly Alignment[];
}

export interface PlacedWord {
  readonly side: Side;
  readonly token: number;
  readonly text: string;
  /** Left end of the word and its mark. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The middle of the word alone. */
  readonly middle: number;
  readonly mark: string;
  readonly markMiddle: number;
  /** Indices, or -1. */
  readonly match: number;
  readonly chunk: number;
  readonly band: number;
  readonly isFunctionWord: boolean;
}

/** Joins a chunk's words in one row of one band, and carries the chunk's number. */
export interface Bar {
  readonly side: Side;
  readonly chunk: number;
  readonly band: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly numberX: number;
  readonly numberY: number;
}

/** What joins a chunk's two bars in a band: a shape from one pair of ends to another. */
export interface Ribbon {
  readonly chunk: number;
  readonly band: number;
  readonly above: Range;
  readonly below: Range;
  readonly y1: number;
  readonly y2: number;
}

/** A match with both ends in one band; the curve's handles are halfway between y1 and y2. */
export interface Link {
  readonly match: number;
  readonly chunk: number;
  readonly band: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Ends of the brackets of a many-word match: it is drawn as a ribbon; null of a plain match. */
  readonly span: { readonly above: Range; readonly below: Range } | null;
}

/** Around the words of a many-word match. Opens towards the words. */
export interface Bracket {
  readonly side: Side;
  readonly match: number;
  readonly chunk: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Signed: positive downwards. */
  readonly depth: number;
}

/** Of one chunk, matches whose other ends are in another band. */
export interface Stub {
  readonly side: Side;
  readonly chunk: number;
  readonly band: number;
  readonly matches: readonly number[];
  /** Places of the lines. */
  readonly xs: readonly number[];
  readonly y1: number;
  readonly y2: number;
  readonly label: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface Caption {
  readonly side: Side;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Which end of the text x is. */
  readonly anchor: "left" | "right";
  /** Whether it says that a row is empty, and does not name the row. */
  readonly isEmpty: boolean;
}

export interface LinksLayout {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly directions: Readonly<Record<Side, Direction>>;
  readonly words: readonly PlacedWord[];
  readonly bars: readonly Bar[];
  readonly ribbons: readonly Ribbon[];
  readonly links: readonly Link[];
  readonly brackets: readonly Bracket[];
  readonly stubs: readonly Stub[];
  readonly captions: readonly Caption[];
  readonly legend: LegendLayout;
}

/** The input of vertical layout. */
export interface Scene {
  readonly alignment: Alignment;
  readonly rows: Rows;
  readonly directions: Directions;
  readonly bands: readonly Band[];
  readonly across: Across;
  readonly measure: Measure;
}

/** A band and its heights; links go between the bars, from y1 to y2. */
export interface Line {
  readonly band: Band;
  readonly number: number;
  /** Indices of the matches that have both ends here. */
  readonly within: readonly number[];
  readonly numberY: Readonly<Record<Side, number>>;
  readonly wordY: Readonly<Record<Side, number>>;
  readonly y1: number;
  readonly y2: number;
  readonly end: number;
}
