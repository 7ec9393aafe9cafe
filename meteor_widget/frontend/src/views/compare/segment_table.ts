/** The table of segments with both scores, sorted by their difference. */

import type { Option } from "../../controls/choice";
import { html } from "../../dom";
import { givenNumber } from "../../segments/searched_state";
import { counted, NO_NUMBER, SHORTFALL } from "../../segments/wording";
import type { TableColumn } from "../../table/windowed_table";
import type { Comparison } from "./comparison";
import { arrow, direction, signed } from "./wording";

export type Texts = readonly [
  references: readonly string[],
  hypotheses: readonly string[],
  id?: readonly string[],
];

type Column = TableColumn<Texts>;

/** The columns that there are to choose from. */
export function columnOptions(comparison: Comparison): Option[] {
  return everyColumn(comparison).map(({ name, title }) => {
    const isNamed = title === "#" || /[_ ]/.test(name); // titles have the names of systems
    return { value: name, label: isNamed ? name.replace("_", " ") : title };
  });
}

/** Those that are chosen. */
export function columnsOf(comparison: Comparison): Column[] {
  const chosen = comparison.get("columns");
  return everyColumn(comparison).filter(({ name }) => chosen.includes(name));
}

/** Of the two systems as they are now; another pair has another table. */
function everyColumn(comparison: Comparison): Column[] {
  const value = (name: string, row: number): number => comparison.columns[name]?.[row] ?? 0;
  const number = (
    name: string,
    title: string,
    width: string,
    cell: Column["cell"],
    description = title,
  ): Column => ({ name, title, description, width, kind: "number", sortable: true, cell });
  const hypothesis = (side: "left" | "right"): Column => ({
    name: `${side}_text`,
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
  const { ids, scores, metadata } = comparison.about;
  const given = scores.flatMap(({ name }) =>
    (["difference", "left", "right"] as const).map((which) => {
      const column = `${name} ${which}`;
      const [left, right] = [comparison.get("left"), comparison.get("right")];
      const of = which === "difference" ? `${right} less ${left}` : comparison.get(which);
      const title = which === "difference" ? `${name} ±` : `${name} ${which}`;
      const written = (row: number): string => {
        const known = value(column, row);
        const sign = which === "difference" && known > 0 ? "+" : "";
        return Number.isNaN(known) ? NO_NUMBER : `${sign}${givenNumber(known)}`;
      };
      const width = `${Math.max(5, title.length / 2 + 2)}rem`;
      return number(column, title, width, written, `${name}: ${of}`);
    }),
  );
  const further = Object.entries(metadata).map(
    ([name, values]): Column => ({
      ...number(name, name, "8rem", (row) => values[value(name, row)] ?? ""),
      kind: "text",
    }),
  );
  return [
    number(
      "segment",
      "#",
      "4.2rem",
      (row) => counted(value("segment", row)),
      "number of the segment, from 1",
    ),
    ...(ids ? [idColumn()] : []),
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
    ...given,
    ...further,
    number(
      "length",
      "Ref. len.",
      "5.1rem",
      (row) => counted(value("length", row)),
      `tokens of the reference that ${comparison.get("left")} is scored against`,
    ),
  ];
}

function idColumn(): Column {
  return {
    name: "id",
    title: "Id",
    width: "minmax(5rem, 0.35fr)",
    kind: "text",
    sortable: false,
    cell: (_, texts) => texts?.[2]?.[0] ?? "…",
  };
}

function differenceCell(difference: number): HTMLElement {
  const words = `${arrow(difference)} ${signed(difference)}`;
  return html("span", { class: direction(difference) }, words);
}
