/** The table of segments: numbers from the columns, texts by page. */

import type { Option } from "../../controls/choice";
import { comesWithProofs } from "../../segments/proof";
import type { Look } from "../../segments/segment_list";
import { NO_NUMBER } from "../../segments/wording";
import type { TableColumn } from "../../table/windowed_table";
import type { Corpus } from "./corpus";
import { type MeasureName, OPTIMAL, PARTS, REFERENCE, SCORE, SEGMENT } from "./measure_names";

export type Texts = readonly [hypothesis: string, reference: string];
type Column = TableColumn<Texts>;

/** Lines that a text has where texts are wrapped; what is longer is seen where it is selected. */
const LINES = 4;

/** The columns and the kind of texts that the traits say now. */
export function lookOf(corpus: Corpus): Look<Texts> {
  const shown = new Set(corpus.get("columns"));
  return {
    columns: columnsOf(corpus).filter(({ name }) => shown.has(name)),
    lines: corpus.get("wrap_texts") ? LINES : 1,
  };
}

/** The columns that there are to choose from. */
export function columnOptions({ about }: Corpus): Option[] {
  const measures = [
    ...PARTS,
    ...(about.references > 1 ? [REFERENCE] : []),
    ...(comesWithProofs(about.signature) ? [OPTIMAL] : []),
  ];
  const option = ({ name, inWords }: MeasureName): Option => ({ value: name, label: inWords });
  return [
    ...[SEGMENT, SCORE].map(option),
    { value: "hypothesis_text", label: "hypothesis" },
    { value: "reference_text", label: "reference" },
    ...measures.map(option),
  ];
}

/** All, in the order in which they stand. */
function columnsOf(corpus: Corpus): Column[] {
  const number = (measure: MeasureName): Column => numberColumn(corpus, measure);
  return [
    number(SEGMENT),
    { ...number(SCORE), bar: (row) => corpus.numbers.columns.score?.[row] || 0 },
    textColumn("hypothesis_text", "Hypothesis", 0),
    textColumn("reference_text", corpus.about.references > 1 ? "Best reference" : "Reference", 1),
    ...PARTS.map(number),
    number(REFERENCE),
    number(OPTIMAL),
  ];
}

function numberColumn(corpus: Corpus, measure: MeasureName): Column {
  const { name, title, description, width, written, kind } = measure;
  return {
    name,
    title,
    description,
    width,
    kind: "number",
    sortable: true,
    greatestFirst: kind === "amount",
    cell: (row) =>
      corpus.numbers.isScored(row) || measure === SEGMENT
        ? written(corpus.numbers.columns[name]?.[row] ?? 0)
        : NO_NUMBER,
  };
}

function textColumn(name: string, title: string, side: 0 | 1): Column {
  return {
    name,
    title,
    width: "minmax(11rem, 1fr)",
    kind: "text",
    sortable: false,
    cell: (_, texts) => texts?.[side] ?? "…",
  };
}
