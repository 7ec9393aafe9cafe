/** The legend: its items, their places and their drawing. */

import * as LOOK from "../../../static_picture/look.json";
import { svg } from "../dom";
import type { Alignment, Stage } from "../format";
import { hasDifferences, INK, MUTED } from "./colours";
import { FUNCTION_WORD, type Paint } from "./paint";
import {
  functionWordsOf,
  type Measure,
  matchOfTokens,
  round,
  SIDES,
  stagesThatOccur,
} from "./rows";

export interface LegendItem {
  readonly kind: Stage | "unmatched" | "function";
  readonly text: string;
  /** Left end of the sample. */
  readonly x: number;
  readonly sampleWidth: number;
  /** Left end of the text. */
  readonly textX: number;
  /** Baseline. */
  readonly y: number;
}

export interface LegendLayout {
  readonly items: readonly LegendItem[];
  readonly width: number;
  readonly height: number;
}

/** Explains what occurs in an alignment, nothing else. */
export function layoutLegend(
  alignment: Alignment,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  measure: Measure,
): LegendLayout {
  const items: LegendItem[] = [];
  let left = x;
  let baseline = y + LOOK.legend_baseline;
  let right = x;
  for (const [kind, text] of entriesOf(alignment)) {
    const textWidth = (measure(text) * LOOK.legend_size) / LOOK.font_size;
    const itemWidth = LOOK.legend_sample + LOOK.after_sample + textWidth;
    if (left > x && left + itemWidth > x + width) {
      left = x;
      baseline += LOOK.legend_line;
    }
    items.push({
      kind,
      text,
      x: round(left),
      sampleWidth: LOOK.legend_sample,
      textX: round(left + LOOK.legend_sample + LOOK.after_sample),
      y: baseline,
    });
    right = Math.max(right, left + itemWidth);
    left += itemWidth + LOOK.between_items;
  }
  const height = items.length === 0 ? 0 : baseline - LOOK.legend_baseline + LOOK.legend_line - y;
  return { items, width: round(right - x), height };
}

function entriesOf(alignment: Alignment): [LegendItem["kind"], string][] {
  const entries: [LegendItem["kind"], string][] = stagesThatOccur(alignment).map((stage) => [
    stage,
    LOOK.marks[stage] === "" ? stage : `${stage} (${LOOK.marks[stage]})`,
  ]);
  if (
    !hasDifferences(alignment) &&
    SIDES.some((side) => matchOfTokens(alignment, side).includes(-1))
  ) {
    entries.push(["unmatched", "no match"]);
  }
  if (SIDES.some((side) => functionWordsOf(alignment, side).size)) {
    entries.push(["function", "function word"]);
  }
  return entries;
}

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
