/** Widths of texts in the font that an element has. */

import * as LOOK from "../../../static_picture/look.json";
import type { Measure } from "./rows";

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
