/** The list: each segment's state, numbers, and both texts with their edits. */

import { html } from "../../dom";
import { counted, NO_NUMBER } from "../../segments/wording";
import { type TableColumn, WindowedTable } from "../../table/windowed_table";
import { SIGNS, STATE_NAMES } from "./keys";
import { sideNodes } from "./marks";
import type { Review } from "./review";
import type { Segment } from "./review_format";

export function listOf(review: Review, element: HTMLElement): WindowedTable<Segment> {
  const table = new WindowedTable<Segment>(element, review.context.signal, {
    label: "Segments",
    model: review.table,
    fetch: (places) => review.rows(places),
    nothing: "No segment passes the filters.",
    isEmptied: () => review.summary !== null && review.table.size === 0,
    columns: columns(),
  });
  table.onSelect = (place) => void review.choose(place);
  table.onError = (error) => review.onError(error);
  return table;
}

type Column = TableColumn<Segment>;

/** Lines that are kept on either side. */
const KEPT = 300;

function columns(): readonly Column[] {
  return [
    number("segment", "#", "3.2rem", "number of the segment, from 1", ({ segment }) =>
      counted(segment),
    ),
    {
      name: "state",
      title: "State",
      width: "3.7rem",
      kind: "text",
      sortable: false,
      cell: (_, row) => (row === undefined ? "…" : stateNode(row)),
    },
    number("score", "Score", "3.9rem", "METEOR of the MT against its post-edit", ({ score }) =>
      score === null ? NO_NUMBER : score.toFixed(3),
    ),
    number("hter", "HTER", "3.5rem", "edits per word of the post-edit", ({ hter }) =>
      hter.toFixed(2),
    ),
    text("mt", "Machine translation"),
    text("post_edit", "Post-edit"),
    {
      name: "notes",
      title: "Notes",
      description: "diagnostics and comments",
      width: "4.2rem",
      kind: "text",
      sortable: false,
      cell: (_, row) => (row === undefined ? "" : notesNode(row)),
    },
  ];
}

function number(
  name: string,
  title: string,
  width: string,
  description: string,
  shown: (row: Segment) => string,
): Column {
  const cell = (_: number, row: Segment | undefined): string =>
    row === undefined ? "" : shown(row);
  return { name, title, width, description, kind: "number", sortable: false, cell };
}

function text(side: "mt" | "post_edit", title: string): Column {
  const lines = new Lines(side);
  return {
    name: side,
    title,
    width: "minmax(8.5rem, 1fr)",
    kind: "text",
    sortable: false,
    cell: (_, row) => (row === undefined ? "…" : lines.of(row)),
  };
}

/** Lines with marks, kept while they are near: in a table that scrolls, each moves from row to row. */
class Lines {
  readonly #side: "mt" | "post_edit";
  /** The least recently made first. */
  readonly #made = new Map<Segment, HTMLElement>();

  constructor(side: "mt" | "post_edit") {
    this.#side = side;
  }

  of(segment: Segment): HTMLElement {
    const known = this.#made.get(segment);
    if (known !== undefined) {
      return known;
    }
    // It fades out where it does not fit: marks that an ellipsis cuts leave stumps.
    const marked = sideNodes(segment, this.#side, true);
    const line = html("div", { class: "mtr-review-line", dir: "auto" }, ...marked);
    this.#made.set(segment, line);
    const [oldest] = this.#made.keys();
    if (this.#made.size > KEPT && oldest !== undefined) {
      this.#made.delete(oldest);
    }
    return line;
  }
}

function stateNode({ state }: Segment): Node {
  const title = STATE_NAMES[state];
  return html(
    "span",
    { class: `mtr-review-state mtr-review-is-${state}`, title, role: "img", "aria-label": title },
    SIGNS[state],
  );
}

function notesNode({ diagnostics, comments }: Segment): Node {
  const messages = diagnostics.map(({ message }) => message);
  const said = comments.map(({ text: words }) => words);
  return html(
    "span",
    { title: [...messages, ...said].join("\n") || null },
    diagnostics.length > 0 ? `⚠ ${diagnostics.length} ` : "",
    comments.length > 0 ? `✎ ${comments.length}` : "",
  );
}
