/** Order, search, steps from segment to segment, downloads; and the keys for the steps. */

import { Choice, type Option } from "../../controls/choice";
import { download } from "../../diagram/picture_file";
import { html } from "../../dom";
import type { WindowedTable } from "../../table/windowed_table";
import type { EditedSegment } from "./edits";
import type { Order } from "./numbers";
import type { Review } from "./review";
import { count } from "./summary";

const ORDERS: readonly (Option & { readonly value: Order })[] = [
  { value: "extremes", label: "rewritten, then untouched first" },
  { value: "most-edited", label: "most edited first" },
  { value: "least-edited", label: "least edited first" },
  { value: "lowest-score", label: "lowest METEOR first" },
  { value: "document", label: "as in the document" },
];

const TYPES = { tsv: "text/tab-separated-values", json: "application/json" } as const;

/** Milliseconds after the last key before a search begins. */
const PAUSE = 200;

export class Toolbar {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #table: WindowedTable<EditedSegment>;
  readonly #order: Choice;
  readonly #search = html("input", { type: "search", placeholder: "search texts" });
  readonly #listed = html("span", { class: "mtr-review-listed", "aria-live": "polite" });
  readonly #steps: readonly HTMLButtonElement[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(review: Review, table: WindowedTable<EditedSegment>) {
    this.#review = review;
    this.#table = table;
    this.#order = new Choice("Order", ORDERS, review.context.signal, (order) =>
      review.set("order", order as Order),
    );
    this.#steps = [
      this.#button("‹ previous", "p", () => this.#step(-1)),
      this.#button("next ›", "n", () => this.#step(1)),
      this.#button("« rewritten", "Shift+P", () => this.#stepTo(-1)),
      this.#button("rewritten »", "Shift+N", () => this.#stepTo(1)),
    ];
    this.element = html(
      "div",
      { class: "mtr-review-toolbar" },
      this.#order.element,
      html("label", {}, html("span", { class: "mtr-hidden" }, "Search texts"), this.#search),
      this.#listed,
      html("span", { class: "mtr-review-steps" }, ...this.#steps),
      html("span", { class: "mtr-review-downloads" }, ...this.#downloads()),
    );
    this.#listen();
  }

  draw(): void {
    const { table, numbers, carried } = this.#review;
    this.#order.show(this.#review.get("order"));
    if (document.activeElement !== this.#search) {
      this.#search.value = this.#review.get("search");
    }
    const all = carried === null ? "" : `; this page carries ${count(carried)}`;
    this.#listed.textContent =
      table.order.length === numbers.done
        ? ""
        : `${count(table.order.length)} of ${count(numbers.done)} listed${all}`;
    const rewritten = numbers.extents.rewritten;
    this.#steps.slice(2).forEach((button) => {
      button.disabled = rewritten === 0;
    });
  }

  /** Takes the keys n and p, with Shift for the next rewritten segment, from all of the view. */
  listenTo(root: HTMLElement): void {
    const steps: Readonly<Record<string, () => void>> = {
      n: () => this.#step(1),
      p: () => this.#step(-1),
      N: () => this.#stepTo(1),
      P: () => this.#stepTo(-1),
    };
    const pressed = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      const typing = event.target instanceof Element && event.target.matches("input, select");
      if (step !== undefined && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        step();
      }
    };
    root.addEventListener("keydown", pressed, { signal: this.#review.context.signal });
  }

  #button(title: string, keys: string, press: () => void): HTMLButtonElement {
    const button = html(
      "button",
      { type: "button", "aria-keyshortcuts": keys, title: `key: ${keys}` },
      title,
    );
    button.addEventListener("click", press, { signal: this.#review.context.signal });
    return button;
  }

  #downloads(): HTMLElement[] {
    const formats = this.#review.context.live ? (["tsv", "json"] as const) : (["tsv"] as const);
    return formats.map((format) => {
      const button = html("button", { type: "button" }, `save ${format.toUpperCase()}`);
      button.addEventListener("click", () => void this.#save(format), {
        signal: this.#review.context.signal,
      });
      return button;
    });
  }

  #listen(): void {
    const options = { signal: this.#review.context.signal };
    this.#search.addEventListener(
      "input",
      () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#review.set("search", this.#search.value), PAUSE);
      },
      options,
    );
  }

  #step(by: number): void {
    this.#table.move(by);
  }

  /** To the next rewritten segment of those listed, round about. */
  #stepTo(by: number): void {
    const { order } = this.#review.table;
    const { selected } = this.#table;
    const at = selected === null ? -1 : this.#review.table.positionOf(selected);
    for (let step = 1; step <= order.length; step++) {
      const position = (((at + by * step) % order.length) + order.length) % order.length;
      if (this.#review.numbers.extent(order[position] as number) === "rewritten") {
        this.#table.move(position - at);
        return;
      }
    }
  }

  async #save(format: keyof typeof TYPES): Promise<void> {
    try {
      const { buffers } = await this.#review.context.request("export", { format });
      const text = new TextDecoder().decode(buffers[0]);
      download(text, TYPES[format], `review.${format}`);
    } catch (error) {
      this.#review.onError(error);
    }
  }
}
