/** The frame in which the parts of a layout are placed. */

import type { Alignment } from "../format";
import type { Across, Directions, Rows } from "./across";
import type { Band } from "./bands";
import type { Measure, Side } from "./rows";

/** What is known before anything is placed from top to bottom. */
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
