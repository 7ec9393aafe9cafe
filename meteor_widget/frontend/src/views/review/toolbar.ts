/** Order and search, how many segments are listed, and downloads. */

import { Choice, type Option } from "../../controls/choice";
import { html } from "../../dom";
import { isAnswered } from "../../host/model";
import { Downloads, type File, shownFile } from "../../segments/downloads";
import { SearchField } from "../../segments/search_field";
import { counted, shownInWords } from "../../segments/wording";
import type { Order } from "./numbers";
import type { Review } from "./review";

const ORDERS: readonly (Option & { readonly value: Order })[] = [
  { value: "extremes", label: "rewritten, then untouched first" },
  { value: "most-edited", label: "most edited first" },
  { value: "least-edited", label: "least edited first" },
  { value: "lowest-score", label: "lowest score first" },
  { value: "greatest-shortfall", label: "greatest shortfall first" },
  { value: "document", label: "as in the document" },
];

const FILES: readonly File[] = [
  shownFile("review-shown.tsv"),
  {
    format: "tsv",
    label: "TSV",
    content: "the numbers of all segments",
    name: "review.tsv",
    onPages: true,
  },
  {
    format: "json",
    label: "JSON",
    content: "all segments with their edits",
    name: "review.json",
    onPages: false,
  },
];

export class Toolbar {
  /** Order and search. */
  readonly choices: HTMLElement;
  /** Over the table. */
  readonly head: HTMLElement;
  readonly #review: Review;
  readonly #order: Choice;
  readonly #search: SearchField;
  readonly #count = html("span", { role: "status" });
  readonly #downloads: Downloads;

  constructor(review: Review) {
    this.#review = review;
    const { signal } = review.context;
    this.#order = new Choice("Order", ORDERS, signal, (order) =>
      review.set({ order: order as Order }),
    );
    this.#search = new SearchField("all texts", signal, (find) => review.set({ find }));
    this.#downloads = new Downloads(review, FILES);
    this.choices = html("div", { class: "mtr-row" }, this.#order.element, this.#search.element);
    this.head = html("div", { class: "mtr-list-head" }, this.#count, this.#downloads.element);
  }

  update(): void {
    const { table, numbers, carried } = this.#review;
    this.#order.show(this.#review.get("order"));
    this.#search.show(this.#review.get("find"), isAnswered(this.#review.context));
    this.#downloads.update(table.order.length < numbers.done);
    const all = carried === null ? "" : `; this page has ${counted(carried)}`;
    const words = shownInWords(table.order.length, numbers.done) + all;
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
  }
}
