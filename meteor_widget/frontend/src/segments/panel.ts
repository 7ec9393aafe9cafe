/** One of several alignments below each other, with its name and its numbers. */

import { AlignmentDiagram } from "../diagram/diagram";
import { html } from "../dom";
import type { Alignment } from "../format";

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

export function textList(texts: Readonly<Record<string, string>>): HTMLElement {
  const lines = Object.entries(texts).flatMap(([name, text]) => [
    html("dt", {}, name),
    html("dd", { dir: "auto" }, text),
  ]);
  return html("dl", { class: "mtr-segment-texts" }, ...lines);
}

/** What a table shows, and where. */
interface Order {
  readonly order: ArrayLike<number>;
  readonly positionOf: (row: number) => number;
}

export class Steps {
  /** Called with 1 or -1. */
  onMove: (by: number) => void = () => {};
  readonly element: HTMLElement;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;

  /** @param keys that do the same, where there are such. */
  constructor(signal: AbortSignal, keys: readonly [previous: string, next: string] | null = null) {
    this.#previous = stepButton("← Previous", keys?.[0], () => this.onMove(-1), signal);
    this.#next = stepButton("Next →", keys?.[1], () => this.onMove(1), signal);
    this.element = html("span", { class: "mtr-steps" }, this.#previous, this.#next);
  }

  update(table: Order, selected: number | null): void {
    const position = selected === null ? -1 : table.positionOf(selected);
    this.#previous.disabled = position <= 0;
    this.#next.disabled = position === table.order.length - 1;
  }
}

export function stepButton(
  label: string,
  key: string | undefined,
  press: () => void,
  signal: AbortSignal,
): HTMLButtonElement {
  const shortcut = { "aria-keyshortcuts": key ?? null, title: key ? `Key: ${key}` : null };
  const button = html("button", { type: "button", class: "mtr-button", ...shortcut }, label);
  button.addEventListener("click", press, { signal });
  return button;
}
