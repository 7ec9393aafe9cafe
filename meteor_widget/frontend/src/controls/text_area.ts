/** A text field as high as its text, whose changes can all be undone. */

import { html } from "../dom";

export class TextArea {
  readonly element: HTMLElement;
  readonly #area: HTMLTextAreaElement;

  /** `change` is called with the text at each change that a person makes. */
  constructor(label: string, signal: AbortSignal, change: (text: string) => void) {
    this.#area = html("textarea", {
      rows: 1,
      dir: "auto",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": label,
    });
    this.element = html("div", { class: "mtr-grow" }, this.#area);
    this.#area.addEventListener(
      "input",
      () => {
        this.#grow();
        change(this.#area.value);
      },
      { signal },
    );
  }

  set label(label: string) {
    this.#area.setAttribute("aria-label", label);
  }

  set readOnly(readOnly: boolean) {
    this.#area.readOnly = readOnly;
  }

  /** Shows a text that was set elsewhere; one that is there already leaves the caret alone. */
  show(text: string): void {
    if (this.#area.value !== text.replace(/\r\n?/g, "\n")) {
      const { selectionStart, selectionEnd } = this.#area;
      this.#area.value = text;
      this.#area.setSelectionRange(selectionStart, selectionEnd);
    }
    this.#grow();
  }

  focus(): void {
    this.#area.focus();
  }

  /** Makes the text another one as if it were typed, so that Ctrl+Z takes it back. */
  retype(text: string): void {
    const { start, end, middle } = difference(this.#area.value, text);
    this.#area.focus();
    this.#area.setSelectionRange(start, end);
    // Deprecated, but the only way into the undo history that all browsers have.
    document.execCommand(middle === "" ? "delete" : "insertText", false, middle);
    if (this.#area.value !== text) {
      this.#area.value = text;
      this.#area.dispatchEvent(new Event("input"));
    }
  }

  /** The style sheet lays the same text beneath, which gives the area its height. */
  #grow(): void {
    this.element.dataset.text = this.#area.value;
  }
}

interface Difference {
  readonly start: number;
  readonly end: number;
  readonly middle: string;
}

/** The stretch of a text, in UTF-16 code units, that must be replaced to make it another. */
export function difference(before: string, after: string): Difference {
  const [old, now] = [Array.from(before), Array.from(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  const start = old.slice(0, head).join("").length;
  const replaced = old.slice(head, old.length - tail).join("");
  return {
    start,
    end: start + replaced.length,
    middle: now.slice(head, now.length - tail).join(""),
  };
}
