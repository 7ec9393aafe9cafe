/** Post-edited machine translation: what was kept, changed, moved, added and dropped. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { problemOf } from "../../segments/problem";
import { ProgressLine, scoringWork } from "../../segments/progress";
import { counted, NO_NUMBER, SHORTFALL } from "../../segments/wording";
import { WindowedTable } from "../../table/windowed_table";
import { Detail } from "./detail";
import type { EditedSegment } from "./edits";
import { mergedLine } from "./line";
import { type PageData, pageAnswer } from "./page_answers";
import { Review, type State } from "./review";
import { ReviewSteps } from "./steps";
import { percent, Summary } from "./summary";
import { Toolbar } from "./toolbar";

export const reviewView: View<State> = {
  render(context: Context<State>): void {
    const review = new Review(context);
    const list = html("div");
    const [summary, toolbar] = [new Summary(review), new Toolbar(review)];
    const progress = new ProgressLine(review, () => void review.load());
    list.append(toolbar.head);
    const table = tableOf(review, list);
    const steps = new ReviewSteps(review, table);
    const detail = new Detail(review, steps);
    const root = html(
      "div",
      { class: "mtr-segments mtr-review" },
      summary.element,
      progress.element,
      problemOf(review),
      toolbar.choices,
      list,
      detail.element,
    );
    context.element.append(root);
    steps.listenTo(root);
    review.onUpdate = () => {
      progress.show(scoringWork(review.numbers.done, review.about.size, review.progress));
      summary.update();
      toolbar.update();
      detail.update();
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
  const { share, score, shortfall } = review.numbers.columns;
  const table = new WindowedTable<EditedSegment>(element, review.context.signal, {
    label: "Segments",
    model: review.table,
    fetch: (rows) => review.segments(rows),
    nothing: "No segment passes the filters.",
    columns: [
      {
        name: "segment",
        title: "#",
        description: "number of the segment, from 1",
        width: "4.2rem",
        kind: "number",
        sortable: false,
        cell: (row) => counted(row + 1),
      },
      {
        name: "share",
        title: "Edited",
        description: "share of the tokens of both sides that were edited; not a published metric",
        width: "4.5rem",
        kind: "number",
        sortable: false,
        cell: (row) => (Number.isNaN(share[row]) ? NO_NUMBER : percent(share[row] as number)),
        bar: (row) => share[row] || 0,
      },
      {
        name: "edits",
        title: "Edits",
        width: "minmax(16rem, 3fr)",
        kind: "text",
        sortable: false,
        cell: (row, segment) => (segment ? shortLine(segment, review.numbers.differs(row)) : "…"),
      },
      {
        name: "score",
        title: "Score",
        width: "5rem",
        kind: "number",
        sortable: false,
        cell: (row) => (Number.isNaN(score[row]) ? NO_NUMBER : (score[row] as number).toFixed(4)),
      },
      {
        name: "shortfall",
        title: "Shortfall",
        description: SHORTFALL,
        width: "5.6rem",
        kind: "number",
        sortable: false,
        cell: (row) =>
          Number.isNaN(score[row]) ? NO_NUMBER : (shortfall[row] as number).toFixed(2),
      },
      ...(review.about.sources ? [sourceColumn] : []),
    ],
  });
  table.onSelect = (row) => review.set({ selected: row });
  table.onError = (error) => review.onError(error);
  return table;
}

const sourceColumn = {
  name: "source",
  title: "Source",
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
