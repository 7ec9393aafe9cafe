/** The parameters: a slider each, whose every move changes the agreement at once. */

import {
  NUMBERS,
  PARAMETER_SLIDERS,
  Slider,
  type SliderOptions,
  weightSlider,
} from "../../controls/slider";
import { html } from "../../dom";
import type { About, Ratings } from "./ratings";

/** With this, content words and function words count alike, as without delta. */
const NEUTRAL_DELTA = 0.5;

/** The sliders of a set by name: numbers, then stages for their weights. */
export function slidersOf({ stages, delta_possible }: About): Map<string, SliderOptions> {
  return new Map([
    ...NUMBERS.filter((name) => name !== "delta" || delta_possible).map(
      (name) => [name, PARAMETER_SLIDERS[name]] as const,
    ),
    ...stages.map((stage) => [stage, weightSlider(stage)] as const),
  ]);
}

export class Sliders {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #sliders: readonly (readonly [name: string, slider: Slider])[];
  readonly #reset = html("button", { type: "button", class: "mtr-button" }, "Reset all");
  readonly #weigh = html(
    "button",
    { type: "button", class: "mtr-quiet" },
    "+ Weigh content words (delta)",
  );

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { signal } = ratings.context;
    const { stages } = ratings.about;
    this.#sliders = [...slidersOf(ratings.about)].map(([name, options]) => {
      const move = (value: number | null): void => ratings.move({ [name]: value });
      return [name, new Slider(options, signal, move)] as const;
    });
    this.#reset.addEventListener("click", () => this.#resetAll(), { signal });
    this.#weigh.addEventListener("click", () => ratings.move({ delta: NEUTRAL_DELTA }), { signal });
    const part = (ofStages: boolean): HTMLElement[] =>
      this.#sliders
        .filter(([name]) => stages.includes(name) === ofStages)
        .map(([, { element }]) => element);
    this.element = html(
      "section",
      { class: "mtr-agree-sliders" },
      html("div", { class: "mtr-row" }, html("h3", {}, "Parameters"), this.#reset),
      ...part(false),
      this.#weigh,
      html("h4", {}, "Weights of the stages"),
      ...part(true),
    );
  }

  update(): void {
    const { about, parameters, isUntuned } = this.#ratings;
    this.#reset.disabled = isUntuned;
    this.#weigh.hidden = !about.delta_possible || parameters.delta !== null;
    for (const [name, slider] of this.#sliders) {
      const value = this.#ratings.parameter(name);
      slider.element.hidden = value === null;
      if (value !== null) {
        slider.show(value, value !== this.#ratings.parameter(name, about.parameters));
      }
    }
  }

  #resetAll(): void {
    this.#ratings.move(Object.fromEntries(this.#sliders.map(([name]) => [name, null])));
  }
}
