/** One of several alignments below each other, with its name and its numbers. */

import { AlignmentDiagram } from "../diagram/diagram";
import { html } from "../dom";
import type { Alignment } from "../format";
import { textList } from "./texts";

export class Panel {
  readonly element: HTMLElement;
  readonly diagram: AlignmentDiagram;
  readonly #title = html("h4", { dir: "auto" });
  readonly #numbers = html("span", { class: "mtr-muted" });
  readonly #picture = html("div");
  readonly #instead = html("div");

  constructor(signal: AbortSignal) {
    this.element = html(
      "div",
      { class: "mtr-panel" },
      html("div", { class: "mtr-panel-head" }, this.#title, this.#numbers),
      this.#picture,
      this.#instead,
    );
    this.diagram = new AlignmentDiagram(this.#picture, signal);
  }

  /** @param beside the other alignments, if they are with the same reference. */
  draw(name: string, numbers: string, alignment: Alignment, beside: readonly Alignment[]): void {
    this.#title.textContent = name;
    this.#numbers.textContent = numbers;
    this.#picture.hidden = false;
    this.#instead.replaceChildren();
    this.diagram.draw(alignment, { beside });
  }

  /** Shows texts where there is no diagram. */
  say(name: string, numbers: string, texts: Readonly<Record<string, string>>): void {
    this.#title.textContent = name;
    this.#numbers.textContent = numbers;
    this.#picture.hidden = true;
    this.#instead.replaceChildren(textList(texts));
  }
}
