/** A page's segments as `meteorscope score --segments` prints them, to the letter. */

import { columnOfStage } from "../../scoring/many_scores";
import { pythonFloat } from "../../scoring/signature";
import { type Block, CorpusColumns } from "./columns";

/** The columns, in the core's order. */
const COLUMNS = [
  "segment",
  "score",
  "precision",
  "recall",
  "f_mean",
  "fragmentation",
  "penalty",
  "shortfall",
  "chunks",
  "matches",
  "hypothesis_length",
  "reference_length",
  "reference",
  "optimal",
  "score_proved",
] as const;

const TRUTHS: ReadonlySet<string> = new Set(["optimal", "score_proved"]);

const MATCHES = columnOfStage("matches_by_stage", "");

/** What the buffers before all others hold: columns of the segments that are scored. */
export interface Numbers {
  readonly layout: Block["layout"];
  readonly done: number;
}

/** What a segment's row has after METEOR's numbers, as Python wrote it. */
export type Cells = readonly [tsv: string, json: string];

/** What came with the texts: the names of its columns, and a segment's cells; empty for nothing. */
export interface Further {
  readonly names: readonly string[];
  readonly cells: readonly Cells[];
}

/** A row of names and a row a segment. */
export function tsvOf(data: Numbers, buffers: readonly DataView[], further: Further): string {
  const rows = rowsOf(data, buffers).map(
    (row, at) => row.map((value) => value ?? "").join("\t") + (further.cells[at]?.[0] ?? ""),
  );
  const names = [...COLUMNS, ...further.names].join("\t");
  return [names, ...rows].map((line) => `${line}\n`).join("");
}

/** @param summary what comes after the segments. */
export function jsonOf(
  data: Numbers,
  buffers: readonly DataView[],
  summary: string,
  further: Further,
): string {
  const rows = rowsOf(data, buffers).map((row, at) => {
    const pairs = row.map((value, index) => `"${COLUMNS[index]}": ${value}`);
    return `\n    {${pairs.join(", ")}${further.cells[at]?.[1] ?? ""}}`;
  });
  return `{\n  "segments": [${rows.join(",")}\n  ],\n${summary}\n`;
}

/** Null represents the numbers of a segment that has no score. */
function rowsOf({ layout, done }: Numbers, buffers: readonly DataView[]): (string | null)[][] {
  const stages = layout
    .map(([name]) => name)
    .filter((name) => name.startsWith(MATCHES))
    .map((name) => name.slice(MATCHES.length));
  const numbers = new CorpusColumns(done, stages);
  numbers.receive({ start: 0, end: done, layout }, buffers);
  return Array.from({ length: done }, (_, row) =>
    COLUMNS.map((name) => {
      if (!numbers.isScored(row) && name !== "segment") {
        return null;
      }
      const column = numbers.columns[name] ?? [];
      const value = column[row] ?? 0;
      if (TRUTHS.has(name)) {
        return String(value === 1);
      }
      return column instanceof Float64Array ? pythonFloat(value) : String(value);
    }),
  );
}
