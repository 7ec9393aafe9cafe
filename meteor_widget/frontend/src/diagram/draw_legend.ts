/** Draws the legend. */

import * as LOOK from "../../../static_picture/look.json";
import { svg } from "../dom";
import { INK, MUTED } from "./colours";
import type { LegendItem, LegendLayout } from "./layout_legend";
import type { Paint } from "./palette";
import { FUNCTION_WORD } from "./strokes";

/** Looks as function words do. */
const LETTERS = "Aa";

export function drawLegend({ items }: LegendLayout, paint: Paint): SVGGElement {
  const samples = items.flatMap((item) => [sample(item, paint), text(item, paint)]);
  return svg("g", { class: "mtr-picture-legend", "aria-hidden": "true" }, ...samples);
}

function sample({ kind, x, y, sampleWidth }: LegendItem, paint: Paint): SVGElement {
  if (kind === "function") {
    const look = { x, y, fill: paint(INK), "font-size": LOOK.legend_size, ...FUNCTION_WORD };
    return svg("text", look, LETTERS);
  }
  const isUnmatched = kind === "unmatched";
  const line = y - (isUnmatched ? 0 : 4);
  return svg("line", {
    x1: x,
    y1: line,
    x2: x + sampleWidth,
    y2: line,
    stroke: paint(isUnmatched ? MUTED : INK),
    "stroke-width": isUnmatched ? 1 : LOOK.link,
    "stroke-dasharray": isUnmatched ? LOOK.unmatched_dashes : LOOK.dashes[kind],
  });
}

function text({ text: words, textX, y }: LegendItem, paint: Paint): SVGElement {
  return svg("text", { x: textX, y, "font-size": LOOK.legend_size, fill: paint(MUTED) }, words);
}
