/** The segments in which scores and people disagree, the worst first, in a table. */

import { html, longName } from "../../dom";
import { jsonFrom } from "../../host/bytes";
import { type Cells, saveButton } from "../../segments/downloads";
import { counted } from "../../segments/wording";
import type { Pair } from "./disagreement";
import type { Ratings } from "./ratings";
import { plain } from "./wording";

/** Python's answer about one output. */
export type OutputTexts = readonly [hypothesis: string, references: readonly string[]];

/** Rows of the table; the file has all. */
const MAX_ROWS = 100;

export class WorstSegments {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #count = html("span", { role: "status", class: "mtr-muted" });
  readonly #body = html("tbody");
  readonly #names: readonly string[];
  #order: readonly number[] | null = null;

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { signal } = ratings.context;
    const { judgements } = ratings.about;
    this.#names = judgements
      ? ["segment", "scored"]
      : ["segment", "rated", "scored", "rated higher", "scored higher"];
    const [name, rows] = ["disagreements.tsv", () => this.#rows()];
    const save = saveButton("the segments that disagree", name, signal, rows);
    const title = html("h3", {}, "Where metric and people disagree most");
    this.element = html(
      "section",
      {},
      title,
      html("div", { class: "mtr-list-head" }, this.#count, save),
      html(
        "div",
        { class: "mtr-agree-list mtr-scrolls" },
        html(
          "table",
          { class: "mtr-agree-table", "aria-label": "Segments in which they disagree" },
          html(
            "thead",
            {},
            html("tr", {}, ...this.#names.map((one) => html("th", { scope: "col" }, one))),
          ),
          this.#body,
        ),
      ),
    );
    this.#body.addEventListener("click", ({ target }) => this.#choose(target as Node), { signal });
    this.#body.addEventListener("keydown", (event) => this.#pressed(event), { signal });
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    const { order, segment } = this.#ratings;
    const selected = order[Math.max(order.indexOf(segment ?? -1), by > 0 ? -1 : 0) + by];
    if (selected !== undefined) {
      this.#ratings.set({ selected, output: null });
    }
  }

  update(): void {
    const { order, segment, about } = this.#ratings;
    if (order !== this.#order) {
      this.#order = order;
      this.#count.textContent = `${counted(order.length)} of ${counted(about.segments)} segments`;
      this.#fill(order.slice(0, MAX_ROWS));
    }
    for (const row of this.#body.rows) {
      const isSelected = row.dataset.segment === String(segment);
      row.setAttribute("aria-selected", String(isSelected));
      row.tabIndex = isSelected ? 0 : -1;
    }
  }

  #fill(segments: readonly number[]): void {
    const had = this.#body.contains(document.activeElement);
    const pairs = segments.map((segment) => this.#ratings.worst[segment] as Pair);
    const rows = pairs.map((pair, at) => this.#row(segments[at] as number, pair));
    if (rows.length === 0) {
      const words = "No pair of outputs is ordered otherwise than people do.";
      rows.push(html("tr", {}, html("td", { colspan: this.#names.length }, words)));
    }
    this.#body.replaceChildren(...rows);
    this.update();
    if (had) {
      this.#body.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    }
  }

  #row(segment: number, { rating, score, better, worse }: Pair): HTMLTableRowElement {
    const { about } = this.#ratings;
    return html(
      "tr",
      { "data-segment": segment },
      html("th", { scope: "row" }, longName(this.#ratings.nameOf(segment))),
      about.judgements ? null : html("td", {}, `+${plain(rating)}`),
      html("td", {}, `+${score.toFixed(4)}`),
      ...(about.judgements ? [] : [better, worse]).map((output) =>
        html("td", {}, longName(this.#ratings.systemOf(output))),
      ),
    );
  }

  #choose(target: Node): void {
    const row = [...this.#body.rows].find((one) => one.contains(target));
    if (row?.dataset.segment !== undefined) {
      this.#ratings.set({ selected: Number(row.dataset.segment), output: null });
      row.focus();
    }
  }

  #pressed(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = [...this.#body.rows].find((one) => one.contains(event.target as Node));
    const next = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
    if (by !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#choose(next ?? (row as Node));
    }
  }

  #rows(): Cells[] {
    const { order, worst } = this.#ratings;
    return [
      ["segment", "rated_higher", "scored_higher", "rating_difference", "score_difference"],
      ...order.map((segment) => {
        const { better, worse, rating, score } = worst[segment] as Pair;
        const systems = [better, worse].map((output) => this.#ratings.systemOf(output));
        return [this.#ratings.nameOf(segment), ...systems, rating, score];
      }),
    ];
  }
}

/** Asks for the texts of outputs. */
export async function textsOf(
  { context }: Ratings,
  outputs: readonly number[],
): Promise<OutputTexts[]> {
  return jsonFrom<OutputTexts[]>(await context.request("texts", { outputs }));
}
