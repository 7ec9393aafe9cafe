/** Axes with ticks, and the range that a filter leaves of a column, for every plot. */

import { html, svg } from "../dom";
import { shortened } from "../segments/wording";
import type { Bounds } from "../table/table_model";
import type { Edges } from "./range_handles";
import { type Kind, type Scale, ticks, toPixel } from "./scale";

/** Pixels around a plot, for the axes' numbers and titles. */
export const MARGIN = { left: 50, right: 14, top: 22, bottom: 40 } as const;

export const HEIGHT = 190;

/** Pixels that a letter of a title takes, more than most do. */
const LETTER = 6;

/** The scales of a plot of that width. */
export function plane(width: number, x: Edges, y: Edges): { x: Scale; y: Scale } {
  return {
    x: { low: x[0], high: x[1], start: MARGIN.left, end: Math.max(width, 120) - MARGIN.right },
    y: { low: y[0], high: y[1], start: HEIGHT - MARGIN.bottom, end: MARGIN.top },
  };
}

/** The horizontal axis with its title. */
export function axisBelow(scale: Scale, kind: Kind, title: string): SVGElement {
  const bottom = HEIGHT - MARGIN.bottom;
  const about = (scale.end - scale.start) / 60;
  return svg(
    "g",
    { class: "mtr-axis" },
    svg("line", { x1: scale.start, x2: scale.end, y1: bottom, y2: bottom }),
    ...ticks(scale.low, scale.high, about, kind).map((tick) =>
      svg(
        "text",
        { x: toPixel(scale, tick), y: bottom + 18, "text-anchor": "middle" },
        written(tick),
      ),
    ),
    svg("text", { x: scale.end, y: bottom + 34, "text-anchor": "end" }, ...fitted(title, scale)),
  );
}

/** The vertical axis with its title above it, and a line across the plot at each tick. */
export function axisBeside(scale: Scale, across: Scale, kind: Kind, title: string): SVGElement {
  return svg(
    "g",
    { class: "mtr-axis" },
    ...ticks(scale.low, scale.high, 4, kind).map((tick) => {
      const y = toPixel(scale, tick);
      return svg(
        "g",
        {},
        svg("line", { class: "mtr-grid", x1: across.start, x2: across.end, y1: y, y2: y }),
        svg("text", { x: across.start - 14, y: y + 4, "text-anchor": "end" }, written(tick)),
      );
    }),
    svg("text", { x: 4, y: 12 }, ...fitted(title, across)),
  );
}

/** The edges of a filter's bounds on a scale; a count's upper bound is inside. */
export function edgesOf([low, high]: Bounds, whole: Edges, kind: Kind): Edges {
  const clamp = (value: number): number => Math.min(Math.max(value, whole[0]), whole[1]);
  return [
    low === null ? whole[0] : clamp(low),
    high === null ? whole[1] : clamp(high + (kind === "whole" ? 1 : 0)),
  ];
}

/** The bounds of edges, open at the ends of the scale; null for the whole. */
export function boundsOf([low, high]: Edges, whole: Edges, kind: Kind): Bounds | null {
  const bounds: Bounds = [
    low <= whole[0] ? null : low,
    high >= whole[1] ? null : high - (kind === "whole" ? 1 : 0),
  ];
  return bounds[0] === null && bounds[1] === null ? null : bounds;
}

/** As much of a title as an axis has room for; the rest is seen where one points at it. */
function fitted(title: string, { start, end }: Scale): (Node | string)[] {
  const shown = shortened(title, Math.floor((end - start) / LETTER));
  return shown === title ? [title] : [shown, svg("title", {}, title)];
}

function written(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}

export interface IntervalScale {
  /** The place of a number, in percent of the width. */
  readonly at: (value: number) => number;
  /** The number of the dashed line behind. */
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
