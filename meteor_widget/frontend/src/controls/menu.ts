/** A button that unfolds controls below it, and folds them again where a person goes elsewhere. */

import { html } from "../dom";

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
