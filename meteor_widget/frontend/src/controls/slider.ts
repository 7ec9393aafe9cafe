/** A number between two ends: a slider, a field for the exact value, and a way back. */

import { html } from "../dom";
import { refusedNumber } from "./refused_number";

export interface SliderOptions {
  readonly label: string;
  /** The effect of the number, for people. */
  readonly hint: string;
  readonly least: number;
  /** The slider's end; the field may accept more. */
  readonly most: number;
  readonly step: number;
  /** Whether the field refuses what is more than the slider's most. */
  readonly bounded: boolean;
}

export class Slider {
  readonly element: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #field: HTMLInputElement;
  readonly #reset: HTMLButtonElement;
  /** Why the number in the field is not the one that counts; stays until another one is typed. */
  readonly #problem = html("span", { class: "mtr-slider-problem", role: "alert" });
  /** The label without its sign. */
  readonly #name: string;
  #value = 0;

  /** `choose` is called with each new number, and with null for the default. */
  constructor(
    { label, hint, least, most, step, bounded }: SliderOptions,
    signal: AbortSignal,
    choose: (value: number | null) => void,
  ) {
    this.#name = label.replace(/^\S /, "");
    const ends = { min: least, max: most, step };
    this.#range = html("input", { type: "range", ...ends, "aria-label": label });
    this.#field = html("input", {
      type: "number",
      min: least,
      max: bounded ? most : null,
      step: "any",
      "aria-label": `${label}, exact value`,
    });
    this.#reset = html(
      "button",
      { type: "button", class: "mtr-quiet", "aria-label": `Reset ${label}`, title: "Reset" },
      "↺",
    );
    this.element = html(
      "div",
      { class: "mtr-slider", title: hint },
      html("span", { class: "mtr-slider-label" }, label),
      this.#range,
      this.#field,
      this.#reset,
      this.#problem,
    );
    this.#range.addEventListener("input", () => choose(this.#range.valueAsNumber), { signal });
    this.#field.addEventListener(
      "input",
      () => {
        this.#judge();
        if (this.#field.value !== "" && this.#field.validity.valid) {
          this.#value = this.#field.valueAsNumber;
          choose(this.#value);
        }
      },
      { signal },
    );
    this.#field.addEventListener(
      "change",
      () => {
        this.#field.value = String(this.#value); // in place of what was no number
        this.#field.setAttribute("aria-invalid", "false");
      },
      { signal },
    );
    this.#reset.addEventListener("click", () => choose(null), { signal });
  }

  #judge(): void {
    const why = refusedNumber(this.#field, this.#name);
    this.#field.setAttribute("aria-invalid", String(why !== ""));
    this.#problem.textContent = why && `${why}; it is still ${this.#value}.`;
  }

  /** Shows a number; `own` tells whether it was chosen here and could be reset. */
  show(value: number, own: boolean): void {
    if (value !== this.#value) {
      this.#problem.textContent = "";
    }
    this.#value = value;
    this.#range.value = String(value);
    // Rewriting a field that someone types in would move the caret.
    if (!this.#field.matches(":focus")) {
      this.#field.value = String(value);
    }
    this.#reset.style.visibility = own ? "visible" : "hidden";
  }
}
