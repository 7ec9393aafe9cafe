/** The table of segments: numbers from the columns, texts by page. */

import type { Option } from "../../controls/choice";
import type { Look } from "../../segments/segment_list";
import { comesWithProofs, NO_NUMBER } from "../../segments/wording";
import type { TableColumn } from "../../table/windowed_table";
import type { Corpus } from "./corpus";
import {
  givenMeasures,
  type MeasureName,
  metadataColumns,
  OPTIMAL,
  PARTS,
  REFERENCE,
  SCORE,
  SEGMENT,
} from "./measure_names";

export type Texts = readonly [hypothesis: string, reference: string, id?: string];
type Column = TableColumn<Texts>;

/** Lines that a text has where texts are wrapped; longer texts are whole in the selection. */
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
    ...givenMeasures(about),
    ...metadataColumns(about),
    ...PARTS,
    ...(about.references > 1 ? [REFERENCE] : []),
    ...(comesWithProofs(about.signature) ? [OPTIMAL] : []),
  ];
  const option = ({ name, inWords }: MeasureName): Option => ({ value: name, label: inWords });
  return [
    option(SEGMENT),
    ...(about.ids ? [{ value: "id", label: "id" }] : []),
    option(SCORE),
    { value: "hypothesis_text", label: "hypothesis" },
    { value: "reference_text", label: "reference" },
    ...measures.map(option),
  ];
}

/** All, in their order. */
function columnsOf(corpus: Corpus): Column[] {
  const number = (measure: MeasureName): Column => numberColumn(corpus, measure);
  return [
    number(SEGMENT),
    textColumn("id", "Id", 2, "minmax(5rem, 0.35fr)"),
    { ...number(SCORE), bar: (row) => corpus.numbers.columns.score?.[row] || 0 },
    textColumn("hypothesis_text", "Hypothesis", 0),
    textColumn("reference_text", corpus.about.references > 1 ? "Best reference" : "Reference", 1),
    ...givenMeasures(corpus.about).map(number),
    ...metadataColumns(corpus.about).map((each): Column => ({ ...number(each), kind: "text" })),
    ...PARTS.map(number),
    number(REFERENCE),
    number(OPTIMAL),
  ];
}

function numberColumn(corpus: Corpus, measure: MeasureName): Column {
  const { name, title, description, width, written, kind } = measure;
  const own = kind === "number" || name in corpus.about.metadata;
  return {
    name,
    title,
    description,
    width,
    kind: "number",
    sortable: true,
    greatestFirst: kind === "amount",
    cell: (row) => {
      const value = corpus.numbers.columns[name]?.[row] ?? 0;
      const isOurs = measure !== SEGMENT && !own;
      const isKnown = !Number.isNaN(value) && (!isOurs || corpus.numbers.isScored(row));
      return isKnown ? written(value) : NO_NUMBER;
    },
  };
}

function textColumn(
  name: string,
  title: string,
  side: 0 | 1 | 2,
  width = "minmax(11rem, 1fr)",
): Column {
  return {
    name,
    title,
    width,
    kind: "text",
    sortable: false,
    cell: (_, texts) => texts?.[side] ?? "…",
  };
}
