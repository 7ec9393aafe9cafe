/** The picture of an alignment. Knows nothing of notebooks: an element and an alignment will do. */

import { html } from "../dom";
import type { Alignment } from "../format";

export interface DiagramOptions {
  /** How it is drawn; `auto` goes by the number of tokens and the width there is. */
  readonly mode: "auto" | "links" | "matrix" | "inline";
  /** What colours mean. */
  readonly colour: "chunk" | "position" | "stage";
}

/** A word that a person points at. */
export interface Selection {
  readonly side: "hypothesis" | "reference";
  /** From 0. */
  readonly token: number;
}

export class AlignmentDiagram {
  /** Called when a word is chosen by click or Enter. */
  onSelect: (selection: Selection) => void = () => {};
  readonly #element: HTMLElement;
  #options: DiagramOptions;

  constructor(element: HTMLElement, signal: AbortSignal, options: Partial<DiagramOptions> = {}) {
    this.#element = element;
    this.#options = { mode: "auto", colour: "chunk", ...options };
    signal.addEventListener("abort", () => element.replaceChildren());
  }

  /** Draws, in place of what was drawn before. */
  draw(alignment: Alignment, options: Partial<DiagramOptions> = {}): void {
    this.#options = { ...this.#options, ...options };
    this.#element.replaceChildren(
      html("p", {}, alignment.hypothesis.text),
      html("p", {}, alignment.reference.text),
    );
  }
}
