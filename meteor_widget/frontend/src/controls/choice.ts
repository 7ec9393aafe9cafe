/** One or several of a few named things. */

import { html } from "../dom";

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A name that no other group of controls on the page has. */
export function uniqueName(): string {
  return `mtr-${Math.random().toString(36).slice(2)}`;
}

/** A drop-down list with a label. */
export class Choice {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;
  #offered = "";

  constructor(
    label: string,
    options: readonly Option[],
    signal: AbortSignal,
    choose: (value: string) => void,
  ) {
    this.#select = html("select", {});
    this.offer(options);
    this.element = html("label", { class: "mtr-select" }, html("span", {}, label), this.#select);
    this.#select.addEventListener("change", () => choose(this.#select.value), { signal });
  }

  /** Replaces the options, unless they are the same. */
  offer(options: readonly Option[]): void {
    const offered = JSON.stringify(options);
    if (this.#offered !== offered) {
      this.#offered = offered;
      const elements = options.map(({ value, label }) => html("option", { value }, label));
      this.#select.replaceChildren(...elements);
    }
  }

  /** Shows a choice; `enabled` is false where another choice would have no effect. */
  show(value: string, enabled = true): void {
    this.#select.value = value;
    this.#select.title = this.#select.selectedOptions[0]?.textContent ?? ""; // it may be cut
    this.#select.disabled = !enabled;
  }

  /** Offers all options but these. */
  hide(values: readonly string[]): void {
    for (const option of this.#select.options) {
      option.hidden = option.disabled = values.includes(option.value);
    }
  }

  /** Renames an option. */
  rename(value: string, label: string): void {
    for (const option of this.#select.options) {
      if (option.value === value && option.textContent !== label) {
        option.textContent = label;
      }
    }
  }
}

/** Boxes to tick. */
export class Checks {
  readonly element: HTMLElement;
  readonly #boxes: readonly HTMLInputElement[];
  readonly #least: number;

  /**
   * `choose` is called with the values that are ticked, in the order of the options.
   *
   * @param least how many must be ticked.
   */
  constructor(
    label: string,
    options: readonly Option[],
    signal: AbortSignal,
    choose: (values: string[]) => void,
    least = 1,
  ) {
    this.#least = least;
    this.#boxes = options.map(({ value }) => html("input", { type: "checkbox", value }));
    this.element = html(
      "div",
      { class: "mtr-checks", role: "group", "aria-label": label },
      html("span", {}, label),
      html(
        "div",
        {},
        ...this.#boxes.map((box, index) => html("label", {}, box, options[index]?.label ?? "")),
      ),
    );
    this.element.addEventListener("change", () => choose(this.#ticked()), { signal });
  }

  /** Ticks these boxes; where the last ticked one has to be, it cannot be cleared. */
  show(values: readonly string[], enabled = true): void {
    for (const box of this.#boxes) {
      box.checked = values.includes(box.value);
      box.disabled = !enabled || (values.length === this.#least && box.checked);
    }
  }

  #ticked(): string[] {
    return this.#boxes.filter((box) => box.checked).map((box) => box.value);
  }
}

export class Menu {
  readonly element: HTMLDetailsElement;

  constructor(label: string, content: HTMLElement, signal: AbortSignal) {
    const button = html("summary", { class: "mtr-button" }, label);
    const sheet = html("div", { class: "mtr-menu-sheet" }, content);
    this.element = html("details", { class: "mtr-menu" }, button, sheet);
    const fold = (): void => {
      this.element.open = false;
    };
    this.element.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && this.element.open) {
          event.stopPropagation();
          fold();
          button.focus();
        }
      },
      { signal },
    );
    this.element.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) {
          fold();
        }
      },
      { signal },
    );
    window.addEventListener(
      "pointerdown",
      (event) => !event.composedPath().includes(this.element) && fold(),
      { signal },
    );
  }
}
