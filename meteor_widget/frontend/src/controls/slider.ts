/** A number between two ends: a slider, a field for the exact value, and a way back. */

import { html } from "../dom";

export interface SliderOptions {
  readonly label: string;
  /** The effect of the number, for people. */
  readonly hint: string;
  readonly least: number;
  /** The slider's end; the field may accept more. */
  readonly most: number;
  readonly step: number;
  /** Whether the field rejects values above the slider's maximum. */
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

/** A sentence about a field whose value is not valid; empty where it is. */
export function refusedNumber(field: HTMLInputElement, name: string): string {
  const { validity, min, max } = field;
  if (validity.valid) {
    return "";
  }
  if (validity.rangeUnderflow || validity.rangeOverflow) {
    return max === "" ? `${name} is at least ${min}` : `${name} goes from ${min} to ${max}`;
  }
  return validity.stepMismatch ? `${name} is a whole number` : `${name} is a number`;
}

export const NUMBERS = ["alpha", "beta", "gamma", "delta"] as const;
export type NumberName = (typeof NUMBERS)[number];

export const PARAMETER_SLIDERS: Readonly<Record<NumberName, SliderOptions>> = {
  alpha: {
    label: "α alpha",
    hint: "weight of recall against precision",
    least: 0,
    most: 1,
    step: 0.01,
    bounded: true,
  },
  beta: {
    label: "β beta",
    hint: "exponent of the penalty",
    least: 0,
    most: 5,
    step: 0.05,
    bounded: false,
  },
  gamma: {
    label: "γ gamma",
    hint: "the largest penalty",
    least: 0,
    most: 1,
    step: 0.01,
    bounded: true,
  },
  delta: {
    label: "δ delta",
    hint: "weight of content words against function words",
    least: 0,
    most: 1,
    step: 0.01,
    bounded: true,
  },
};

/** The slider of a stage's weight. */
export function weightSlider(stage: string): SliderOptions {
  return {
    label: stage,
    hint: `weight of a match of the stage ${stage}`,
    least: 0,
    most: 1,
    step: 0.01,
    bounded: true,
  };
}
