/** The table of segments with both scores, sorted by their difference. */

import { html } from "../../dom";
import { counted, NO_NUMBER, SHORTFALL } from "../../segments/wording";
import type { TableColumn } from "../../table/windowed_table";
import type { Comparison } from "./comparison";
import { arrow, direction, signed } from "./wording";

export type Texts = readonly [references: readonly string[], hypotheses: readonly string[]];

type Column = TableColumn<Texts>;

/** Of the two systems as they are now; another pair has another table. */
export function columnsOf(comparison: Comparison): Column[] {
  const value = (name: string, row: number): number => comparison.columns[name]?.[row] ?? 0;
  const number = (
    name: string,
    title: string,
    width: string,
    cell: Column["cell"],
    description = title,
  ): Column => ({ name, title, description, width, kind: "number", sortable: true, cell });
  const hypothesis = (side: "left" | "right"): Column => ({
    name: `${side} text`,
    title: `${side === "left" ? "Left" : "Right"}: ${comparison.get(side)}`,
    width: "minmax(11rem, 1fr)",
    kind: "text",
    sortable: false,
    cell: (_, texts) => texts?.[1][comparison.about.systems.indexOf(comparison.get(side))] ?? "…",
  });
  const score = (side: "left" | "right", title: string): Column => ({
    ...number(
      side,
      title,
      "5rem",
      (row) => (Number.isNaN(value(side, row)) ? NO_NUMBER : value(side, row).toFixed(4)),
      `score of ${comparison.get(side)}`,
    ),
    bar: (row) => value(side, row) || 0,
  });
  return [
    number(
      "segment",
      "#",
      "4.2rem",
      (row) => counted(value("segment", row)),
      "number of the segment, from 1",
    ),
    number(
      "difference",
      "Difference",
      "7rem",
      (row) => {
        const difference = value("difference", row);
        return Number.isNaN(difference) ? NO_NUMBER : differenceCell(difference);
      },
      `score of ${comparison.get("right")} less that of ${comparison.get("left")}`,
    ),
    number(
      "shortfall",
      "Shortfall",
      "6.2rem",
      (row) => {
        const words = value("shortfall", row);
        return Number.isNaN(words) ? NO_NUMBER : signed(words, 2);
      },
      `shortfall of ${comparison.get("right")} less that of ${comparison.get("left")}: ${SHORTFALL}`,
    ),
    score("left", "Left"),
    score("right", "Right"),
    hypothesis("left"),
    hypothesis("right"),
    number(
      "length",
      "Ref. len.",
      "5.1rem",
      (row) => counted(value("length", row)),
      `tokens of the reference that ${comparison.get("left")} is scored against`,
    ),
  ];
}

function differenceCell(difference: number): HTMLElement {
  const words = `${arrow(difference)} ${signed(difference)}`;
  return html("span", { class: direction(difference) }, words);
}
