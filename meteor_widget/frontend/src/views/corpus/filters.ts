/** What narrows the table: a text, bounds of the plotted measure, and a chip for each filter. */

import { html } from "../../dom";
import type { Bounds } from "../../table/table_model";
import type { Corpus } from "./corpus";
import { filterInWords, measureName, PLOTTED } from "./measure_names";

/** Milliseconds without a key after which a search begins. */
const PAUSE = 200;

export class Filters {
  /** Search and chips. */
  readonly bar: HTMLElement;
  /** The measure and its bounds. */
  readonly measure: HTMLElement;
  readonly #corpus: Corpus;
  readonly #search = html("input", {
    type: "search",
    class: "mtr-input mtr-search",
    placeholder: "Search in texts",
    "aria-label": "search in hypotheses and references",
  });
  readonly #chips = html("div", { class: "mtr-chips" });
  readonly #choice: HTMLSelectElement;
  readonly #low = bound("least");
  readonly #high = bound("greatest");

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.bar = html("div", { class: "mtr-bar-row" }, this.#search, this.#chips);
    this.#choice = html(
      "select",
      { class: "mtr-input" },
      ...PLOTTED.map(({ name, inWords }) => html("option", { value: name }, inWords)),
    );
    this.measure = html(
      "div",
      { class: "mtr-bar-row" },
      html("label", {}, "Measure ", this.#choice),
      html("label", {}, "from ", this.#low),
      html("label", {}, "to ", this.#high),
    );
    this.#listen();
  }

  update(): void {
    const { low, high } = { low: this.#low, high: this.#high };
    const name = this.#corpus.get("measure");
    const [least, most] = this.#corpus.boundsOf(name);
    this.#choice.value = name;
    for (const [input, value] of [
      [low, least],
      [high, most],
    ] as const) {
      input.step = measureName(name).kind === "share" ? "0.01" : "1";
      if (!input.matches(":focus")) {
        input.value = value === null ? "" : String(value);
      }
    }
    if (!this.#search.matches(":focus")) {
      this.#search.value = this.#corpus.get("search");
    }
    this.#showChips();
  }

  #listen(): void {
    const corpus = this.#corpus;
    const options = { signal: corpus.context.signal };
    let pause: ReturnType<typeof setTimeout> | undefined;
    this.#search.addEventListener(
      "input",
      () => {
        clearTimeout(pause);
        pause = setTimeout(() => corpus.set("search", this.#search.value), PAUSE);
      },
      options,
    );
    this.#choice.addEventListener(
      "change",
      () => corpus.set("measure", this.#choice.value),
      options,
    );
    for (const input of [this.#low, this.#high]) {
      input.addEventListener("change", () => this.#bounded(), options);
    }
  }

  #bounded(): void {
    const value = (input: HTMLInputElement): number | null =>
      input.value.trim() === "" || Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber;
    const [low, high] = [value(this.#low), value(this.#high)];
    const swapped = low !== null && high !== null && low > high;
    const bounds: Bounds = swapped ? [high, low] : [low, high];
    this.#corpus.filterBy({ [this.#corpus.get("measure")]: bounds });
  }

  #showChips(): void {
    const corpus = this.#corpus;
    const chips = Object.entries(corpus.get("filters")).map(([name, [low, high]]) =>
      this.#chip(filterInWords(name, low, high), () => corpus.filterBy({ [name]: null })),
    );
    const search = corpus.get("search");
    if (search !== "") {
      const forget = (): void => {
        this.#search.value = "";
        corpus.set("search", "");
      };
      chips.push(this.#chip(`“${search}”`, forget));
    }
    if (chips.length > 1) {
      const all = html("button", { type: "button", class: "mtr-link" }, "Clear all filters");
      all.addEventListener("click", () => {
        this.#search.value = "";
        corpus.clearFilters();
        this.#search.focus(); // the button that had the focus goes away
      });
      chips.push(all);
    }
    this.#chips.replaceChildren(...chips);
  }

  #chip(text: string, remove: () => void): HTMLButtonElement {
    const name = `remove the filter ${text}`;
    const chip = html(
      "button",
      { type: "button", class: "mtr-chip", "aria-label": name, title: name },
      text,
      html("span", { "aria-hidden": "true" }, " ✕"),
    );
    chip.addEventListener("click", () => {
      remove();
      this.#search.focus();
    });
    return chip;
  }
}

function bound(which: string): HTMLInputElement {
  return html("input", {
    type: "number",
    class: "mtr-input mtr-bound",
    placeholder: which,
    "aria-label": `${which} value shown`,
  });
}
