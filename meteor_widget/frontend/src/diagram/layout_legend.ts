/** Where the samples and words of a legend go, in lines no wider than the picture may be. */

import type { Alignment, Stage } from "../format";
import {
  functionWordsOf,
  MARKS,
  type Measure,
  matchOfTokens,
  SIDES,
  stagesThatOccur,
} from "./rows";
import {
  AFTER_SAMPLE,
  BETWEEN_ITEMS,
  FONT_SIZE,
  LEGEND_BASELINE,
  LEGEND_LINE,
  LEGEND_SAMPLE,
  LEGEND_SIZE,
  round,
} from "./sizes";

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
  let baseline = y + LEGEND_BASELINE;
  let right = x;
  for (const [kind, text] of entriesOf(alignment)) {
    const textWidth = (measure(text) * LEGEND_SIZE) / FONT_SIZE;
    const itemWidth = LEGEND_SAMPLE + AFTER_SAMPLE + textWidth;
    if (left > x && left + itemWidth > x + width) {
      left = x;
      baseline += LEGEND_LINE;
    }
    items.push({
      kind,
      text,
      x: round(left),
      sampleWidth: LEGEND_SAMPLE,
      textX: round(left + LEGEND_SAMPLE + AFTER_SAMPLE),
      y: baseline,
    });
    right = Math.max(right, left + itemWidth);
    left += itemWidth + BETWEEN_ITEMS;
  }
  const height = items.length === 0 ? 0 : baseline - LEGEND_BASELINE + LEGEND_LINE - y;
  return { items, width: round(right - x), height };
}

function entriesOf(alignment: Alignment): [LegendItem["kind"], string][] {
  const entries: [LegendItem["kind"], string][] = stagesThatOccur(alignment).map((stage) => [
    stage,
    MARKS[stage] === "" ? stage : `${stage} (${MARKS[stage]})`,
  ]);
  if (SIDES.some((side) => matchOfTokens(alignment, side).includes(-1))) {
    entries.push(["unmatched", "no match"]);
  }
  if (SIDES.some((side) => functionWordsOf(alignment, side).size)) {
    entries.push(["function", "function word"]);
  }
  return entries;
}
