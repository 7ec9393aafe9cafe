/** Post-edited machine translation: what was kept, changed, moved, added and dropped. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { WindowedTable } from "../../table/windowed_table";
import { Detail } from "./detail";
import type { EditedSegment } from "./edits";
import { mergedLine } from "./line";
import { type PageData, pageAnswer } from "./page_answers";
import { Review, type State } from "./review";
import { count, percent, Summary } from "./summary";
import { Toolbar } from "./toolbar";

export const reviewView: View<State> = {
  render(context: Context<State>): void {
    const review = new Review(context);
    const message = html("p", { class: "mtr-review-message", role: "alert", hidden: true });
    const listed = html("div");
    const summary = new Summary(review);
    const detail = new Detail(review);
    const table = tableOf(review, listed);
    const toolbar = new Toolbar(review, table);
    const root = html(
      "div",
      { class: "mtr-review" },
      summary.element,
      toolbar.element,
      message,
      listed,
      detail.element,
    );
    context.element.append(root);
    toolbar.listenTo(root);
    review.onError = (error) => {
      message.hidden = false;
      message.textContent = error instanceof Error ? error.message : String(error);
    };
    review.onUpdate = () => {
      summary.draw();
      toolbar.draw();
      detail.draw();
      table.refresh();
      if (table.selected !== review.selected) {
        table.select(review.selected);
      }
    };
  },
  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, { ...parameters }),
};

function tableOf(review: Review, element: HTMLElement): WindowedTable<EditedSegment> {
  const { share, score } = review.numbers.columns;
  const table = new WindowedTable<EditedSegment>(element, review.context.signal, {
    label: "Segments",
    model: review.table,
    fetch: (rows) => review.segments(rows),
    nothing: "No segment is like that.",
    columns: [
      {
        name: "segment",
        title: "#",
        width: "3.5rem",
        kind: "number",
        sortable: false,
        cell: (row) => count(row + 1),
      },
      {
        name: "share",
        title: "edited",
        description: "share of the tokens of both sides that were edited; no published metric",
        width: "4.5rem",
        kind: "number",
        sortable: false,
        cell: (row) => percent(share[row] as number),
        bar: (row) => share[row] as number,
      },
      {
        name: "edits",
        title: "edits",
        width: "minmax(16rem, 3fr)",
        kind: "text",
        sortable: false,
        cell: (row, segment) => (segment ? shortLine(segment, review.numbers.differs(row)) : "…"),
      },
      {
        name: "score",
        title: "METEOR",
        width: "5rem",
        kind: "number",
        sortable: false,
        cell: (row) => (score[row] as number).toFixed(4),
      },
      ...(review.about.sources ? [sourceColumn] : []),
    ],
  });
  table.onSelect = (row) => review.set("selected", row);
  table.onError = (error) => review.onError(error);
  return table;
}

const sourceColumn = {
  name: "source",
  title: "source",
  width: "minmax(10rem, 1fr)",
  kind: "text",
  sortable: false,
  cell: (_: number, segment: EditedSegment | undefined) => segment?.source ?? "",
} as const;

/** A line that fades out where it does not fit: marks that are cut by an ellipsis leave stumps. */
function shortLine(segment: EditedSegment, differs: boolean): HTMLElement {
  const content = segment.too_long ? [segment.reference.text] : mergedLine(segment, true);
  const tag = html("span", { class: "mtr-review-tag", dir: "ltr" }, "spacing");
  return html("div", { class: "mtr-review-line" }, ...content, ...(differs ? [" ", tag] : []));
}
