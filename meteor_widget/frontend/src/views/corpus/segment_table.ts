/** The table of segments: numbers from the columns, texts by page. */

import { jsonFrom } from "../../host/bytes";
import { beamWidthOf } from "../../segments/proof";
import { type TableColumn, WindowedTable } from "../../table/windowed_table";
import type { Corpus } from "./corpus";
import { type MeasureName, OPTIMAL, PARTS, REFERENCE, SCORE, SEGMENT } from "./measure_names";

type Texts = readonly [hypothesis: string, reference: string];

export function segmentTable(corpus: Corpus, element: HTMLElement): WindowedTable<Texts> {
  const { context, about, table } = corpus;
  const number = (measure: MeasureName): TableColumn<Texts> => numberColumn(corpus, measure);
  return new WindowedTable<Texts>(element, context.signal, {
    label: "Segments",
    model: table,
    nothing: "No segment passes the filters.",
    fetch: async (segments) => jsonFrom<Texts[]>(await context.request("texts", { segments })),
    columns: [
      number(SEGMENT),
      { ...number(SCORE), bar: (row) => corpus.numbers.columns.score?.[row] ?? 0 },
      textColumn("hypothesis", "Hypothesis", 0),
      textColumn("reference text", about.references > 1 ? "Best reference" : "Reference", 1),
      ...PARTS.map(number),
      ...(about.references > 1 ? [number(REFERENCE)] : []),
      ...(beamWidthOf(about.signature) === undefined ? [number(OPTIMAL)] : []),
    ],
  });
}

function numberColumn(corpus: Corpus, measure: MeasureName): TableColumn<Texts> {
  const { name, title, description, width, written } = measure;
  return {
    name,
    title,
    description,
    width,
    kind: "number",
    sortable: true,
    cell: (row) => written(corpus.numbers.columns[name]?.[row] ?? 0),
  };
}

function textColumn(name: string, title: string, side: 0 | 1): TableColumn<Texts> {
  return {
    name,
    title,
    width: "minmax(15rem, 1fr)",
    kind: "text",
    sortable: false,
    cell: (_, texts) => texts?.[side] ?? "…",
  };
}
