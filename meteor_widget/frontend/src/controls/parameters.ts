/** The parameters of a score that people move: their names, ranges, and what they do. */

import type { SliderOptions } from "./slider";

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
