/** What is drawn on the words of a drawing, and said of them, apart from how they match. */

import type { Alignment } from "../format";
import type { Selection } from "./describe";
import type { Paint } from "./palette";
import type { Measure } from "./rows";

/** How a drawing is painted, and how wide it may be. */
export interface Look {
  readonly paint: Paint;
  readonly measure: Measure;
  readonly width: number;
}

export interface Overlay {
  /** Marks words, which have their sides and tokens in the drawing, or in what holds it. */
  readonly draw: (drawing: Element, alignment: Alignment, look: Look) => void;
  /** What it has to say of a word. */
  readonly noteOn: (alignment: Alignment, word: Selection) => string;
}
