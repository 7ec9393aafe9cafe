/** A field for what texts have to contain; the search begins when the typing pauses. */

import { html } from "../dom";

/** Milliseconds without a key. */
const PAUSE = 200;

export class SearchField {
  readonly element: HTMLInputElement;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** @param where it looks, for screen readers. */
  constructor(where: string, signal: AbortSignal, search: (text: string) => void) {
    this.element = html("input", {
      type: "search",
      class: "mtr-input mtr-search",
      placeholder: "Search in texts",
      "aria-label": `Search in ${where}`,
    });
    const begin = (): void => {
      this.#pause = undefined;
      search(this.element.value);
    };
    const typed = (): void => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(begin, PAUSE);
    };
    this.element.addEventListener("input", typed, { signal });
  }

  /** Shows what is searched, unless somebody is about to search for something else. */
  show(text: string, enabled: boolean): void {
    this.element.disabled = !enabled;
    if (this.#pause === undefined && !this.element.matches(":focus")) {
      this.element.value = text;
    }
  }

  /** Empties the field. */
  clear(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.element.value = "";
  }
}
