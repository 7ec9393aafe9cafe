/** The outputs in a table that can be unfolded: what the plot shows, in numbers. */

import { html, longName } from "../../dom";
import { type Cells, saveButton } from "../../segments/downloads";
import { counted } from "../../segments/wording";
import type { Ratings } from "./ratings";
import { plain } from "./wording";

/** Rows on the screen; the file has all. */
const MAX_ROWS = 500;

export class OutputTable {
  readonly element: HTMLDetailsElement;
  readonly #ratings: Ratings;
  readonly #table = html("table", { class: "mtr-agree-table" });
  #scores: Float64Array | null = null;

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { signal } = ratings.context;
    const { outputs } = ratings.about;
    const first = outputs > MAX_ROWS ? `The first ${counted(MAX_ROWS)}; the file has all.` : "";
    this.element = html(
      "details",
      { class: "mtr-agree-all" },
      html("summary", {}, `All ${counted(outputs)} outputs as a table`),
      html(
        "div",
        { class: "mtr-list-head" },
        html("span", { class: "mtr-muted" }, first),
        saveButton("all outputs", "outputs.tsv", signal, () => this.#rows()),
      ),
      html("div", { class: "mtr-agree-list mtr-scrolls", tabindex: 0 }, this.#table),
    );
    this.element.addEventListener("toggle", () => this.update(), { signal });
  }

  /** Follows when nothing moves any more. */
  update(): void {
    const { loaded, scored } = this.#ratings;
    if (loaded === null || !this.element.open || this.#scores === scored.scores) {
      return;
    }
    this.#scores = scored.scores;
    const [heads, ...rows] = this.#rows().slice(0, MAX_ROWS + 1);
    const line = (cell: "th" | "td", cells: Cells = []): HTMLElement =>
      html(
        "tr",
        {},
        ...cells.map((one) => html(cell, {}, typeof one === "number" ? plain(one) : longName(one))),
      );
    this.#table.replaceChildren(
      html("thead", {}, line("th", heads)),
      html("tbody", {}, ...rows.map((row) => line("td", row))),
    );
  }

  #rows(): Cells[] {
    const { loaded, scored } = this.#ratings;
    const { segment, rating } = loaded?.outputs.data ?? { segment: [], rating: [] };
    return [
      ["system", "segment", "rating", "score"],
      ...Array.from(scored.scores, (score, output) => [
        this.#ratings.systemOf(output),
        this.#ratings.nameOf(segment[output] as number),
        rating[output] as number,
        score,
      ]),
    ];
  }
}
