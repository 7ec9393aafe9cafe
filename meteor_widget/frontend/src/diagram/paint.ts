/** What pictures are painted with: colours, strokes, what overlays draw, and widths of texts. */

import * as LOOK from "../../../static_picture/look.json";
import type { Alignment, Range } from "../format";
import type { Selection } from "./describe";
import type { Measure } from "./rows";

/** Turns a CSS colour with variables into the colour that is written. */
export type Paint = (colour: string) => string;

/** On the screen, variables stay variables and follow the theme. */
export const asVariables: Paint = (colour) => colour;

/** Function words are lighter in weight and, as many fonts have no light weight, in ink. */
export const LIGHT = { "font-weight": LOOK.function_word_weight };
export const FUNCTION_WORD = { ...LIGHT, "fill-opacity": LOOK.function_word_opacity };

/** A curve that leaves and arrives upright. */
export function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

/** The area between two such curves. */
export function ribbon(above: Range, below: Range, y1: number, y2: number): string {
  const middle = (y1 + y2) / 2;
  const [left, right] = above;
  return (
    `${curve(left, y1, below[0], y2)}L${below[1]} ${y2}` +
    `C${below[1]} ${middle} ${right} ${middle} ${right} ${y1}Z`
  );
}

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

/** Widths remembered; as many as a long segment has words, many times over. */
const REMEMBERED = 20_000;

export class TextMeasure {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #widths = new Map<string, number>();
  #font = "";

  constructor(element: Element) {
    this.#context = element.ownerDocument.createElement("canvas").getContext("2d");
  }

  /** Takes on the font that an element has now. */
  follow(element: Element): void {
    const font = `${LOOK.font_size}px ${getComputedStyle(element).fontFamily}`;
    if (this.#context !== null && this.#font !== font) {
      this.#font = font;
      this.#context.font = font;
      this.forget();
    }
  }

  /** Forgets all widths: a font has come. */
  forget(): void {
    this.#widths.clear();
  }

  /** px at the pictures' font size. */
  readonly width: Measure = (text) => {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = this.#context?.measureText(text).width ?? text.length * LOOK.font_size * 0.6;
      if (this.#widths.size >= REMEMBERED) {
        this.#widths.clear();
      }
      this.#widths.set(text, width);
    }
    return width;
  };
}
