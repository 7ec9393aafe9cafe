/** The corpus score and its parts: of all segments, and of those that the filters leave. */

import { html } from "../../dom";
import type { Measures } from "../../format";
import { everyRow } from "../../plots/scale";
import { measure } from "../../scoring/measures";
import { comesWithProofs, counted, NOT_PROVED, SHORTFALL } from "../../segments/wording";
import type { Corpus } from "./corpus";

const COLUMNS: readonly (readonly [
  key: keyof Measures | "shortfall",
  title: string,
  digits: number,
])[] = [
  ["score", "METEOR", 4],
  ["precision", "Precision", 4],
  ["recall", "Recall", 4],
  ["f_mean", "F-mean", 4],
  ["fragmentation", "Fragmentation", 4],
  ["penalty", "Penalty", 4],
  ["shortfall", "Shortfall", 2],
];

export class Summary {
  readonly element: HTMLElement;
  readonly #corpus: Corpus;
  readonly #all = line();
  readonly #shown = line();
  readonly #table: HTMLElement;
  readonly #unproved: HTMLButtonElement;
  /** How many segments the line of all of them counts. */
  #done = -1;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#unproved = html("button", { type: "button", class: "mtr-link", hidden: true });
    this.#unproved.addEventListener("click", () => corpus.filterBy({ optimal: [0, 0] }), {
      signal: corpus.context.signal,
    });
    this.#table = html(
      "table",
      { class: "mtr-corpus-summary" },
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "Segments"),
        ...COLUMNS.map(([key, title]) =>
          html("th", { scope: "col", title: key === "shortfall" ? SHORTFALL : "" }, title),
        ),
      ),
      this.#all,
      this.#shown,
    );
    this.element = html(
      "div",
      {},
      html(
        "div",
        { class: "mtr-scrolls", tabindex: 0, role: "region", "aria-label": "Scores" },
        this.#table,
      ),
      html(
        "p",
        { class: "mtr-signature" },
        html("code", {}, corpus.about.signature),
        this.#unproved,
      ),
    );
  }

  update(): void {
    const { numbers, table, about, progress } = this.#corpus;
    const { done } = numbers;
    this.#table.setAttribute("aria-live", progress.running ? "off" : "polite");
    const of = done < about.size ? ` of ${counted(about.size)}` : "";
    if (done !== this.#done) {
      this.#done = done;
      const every = everyRow(done);
      this.#write(this.#all, `all ${counted(done)}${of}`, every);
      this.#prove(every);
    }
    this.#write(this.#shown, `${counted(table.order.length)} shown`, table.order);
    this.#shown.style.visibility = table.order.length < done ? "visible" : "hidden";
  }

  #write(row: HTMLElement, title: string, rows: Uint32Array): void {
    const { numbers, about } = this.#corpus;
    const measures = {
      ...measure(numbers.total(rows), about.parameters),
      shortfall: numbers.sum("shortfall", rows),
    };
    [...row.children].forEach((cell, index) => {
      const column = COLUMNS[index - 1];
      cell.textContent =
        column === undefined
          ? title
          : rows.length === 0
            ? "–"
            : measures[column[0]].toFixed(column[2]);
    });
  }

  #prove(every: Uint32Array): void {
    const optimal = this.#corpus.numbers.columns.optimal;
    const unproved = every.reduce((sum, row) => sum + (optimal?.[row] === 0 ? 1 : 0), 0);
    const comes = comesWithProofs(this.#corpus.about.signature);
    this.#unproved.hidden = !comes || unproved === 0;
    this.#unproved.textContent = `show ${counted(unproved)} ${NOT_PROVED}`;
  }
}

function line(): HTMLElement {
  return html("tr", {}, html("th", { scope: "row" }), ...COLUMNS.map(() => html("td")));
}
