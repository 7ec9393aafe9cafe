/** Buttons to the segments before and after the selected one, in the table's order. */

import { html } from "../dom";

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
