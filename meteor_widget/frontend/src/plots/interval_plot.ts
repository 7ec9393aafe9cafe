/** A number as a dot on the line from end to end of its interval. */

import { html } from "../dom";

export interface IntervalScale {
  /** Where a number stands, in percent of the width. */
  readonly at: (value: number) => number;
  /** The number that a dashed line behind stands for. */
  readonly baseline: number;
}

/** @param ends null where they are not known. */
export function intervalPlot(
  value: number,
  ends: readonly [low: number, high: number] | null,
  { at, baseline }: IntervalScale,
): HTMLElement {
  const percent = (number: number): string => `${at(number).toFixed(2)}%`;
  const plot = html("span", { class: "mtr-interval", "aria-hidden": "true" });
  const mark = (kind: string, from: number, to = from): HTMLElement => {
    const element = html("span", { class: kind });
    element.style.left = percent(from);
    element.style.width = to === from ? "" : `calc(${percent(to)} - ${percent(from)})`;
    return element;
  };
  plot.append(mark("mtr-interval-base", baseline));
  if (ends !== null) {
    plot.append(mark("mtr-interval-whisker", ...ends));
  }
  plot.append(mark("mtr-interval-dot", value));
  return plot;
}
