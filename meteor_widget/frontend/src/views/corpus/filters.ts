/** Filters of the table: a text, bounds of the plotted measure, and a chip for each filter. */

import { html } from "../../dom";
import { FindBar } from "../../segments/find_bar";
import type { Bounds } from "../../table/table_model";
import type { Corpus, State } from "./corpus";
import { filterInWords, measureName, plotted } from "./measure_names";

export class Filters {
  /** Search and chips. */
  readonly bar: HTMLElement;
  /** The measure and its bounds. */
  readonly measure: HTMLElement;
  readonly #corpus: Corpus;
  readonly #search: FindBar<State>;
  readonly #chips = html("div", { class: "mtr-corpus-chips" });
  readonly #choice: HTMLSelectElement;
  readonly #across: HTMLSelectElement;
  readonly #low = bound("least");
  readonly #high = bound("greatest");

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#search = new FindBar(corpus, "hypotheses and references");
    this.bar = html("div", { class: "mtr-row" }, this.#search.element, this.#chips);
    this.#choice = html(
      "select",
      { class: "mtr-input" },
      ...plotted(corpus.about).map(({ name, inWords }) => html("option", { value: name }, inWords)),
    );
    this.#across = this.#choice.cloneNode(true) as HTMLSelectElement;
    this.measure = html(
      "div",
      { class: "mtr-row" },
      html("label", {}, "Measure ", this.#choice),
      html("label", {}, "from ", this.#low),
      html("label", {}, "to ", this.#high),
      html("label", {}, "plotted by ", this.#across),
    );
    this.#listen();
  }

  update(): void {
    const { low, high } = { low: this.#low, high: this.#high };
    const name = this.#corpus.get("measure");
    const [least, most] = this.#corpus.boundsOf(name);
    this.#choice.value = name;
    this.#across.value = this.#corpus.get("across");
    for (const [input, value] of [
      [low, least],
      [high, most],
    ] as const) {
      const { kind } = measureName(name, this.#corpus.about);
      input.step = kind === "whole" ? "1" : kind === "number" ? "any" : "0.01";
      if (!input.matches(":focus")) {
        input.value = value === null ? "" : String(value);
      }
    }
    this.#search.update();
    this.#showChips();
  }

  #listen(): void {
    const corpus = this.#corpus;
    const options = { signal: corpus.context.signal };
    this.#across.addEventListener(
      "change",
      () => corpus.set({ across: this.#across.value }),
      options,
    );
    this.#choice.addEventListener(
      "change",
      () => corpus.set({ measure: this.#choice.value }),
      options,
    );
    for (const input of [this.#low, this.#high]) {
      input.addEventListener("change", () => this.#bounded(), options);
      // Outside a form Enter is no change to the browser.
      input.addEventListener("keydown", ({ key }) => key === "Enter" && this.#bounded(), options);
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
      this.#chip(filterInWords(name, low, high, corpus.about), () =>
        corpus.filterBy({ [name]: null }),
      ),
    );
    const find = corpus.get("find");
    if (find !== "") {
      const forget = (): void => {
        this.#search.clear();
        corpus.set({ find: "" });
      };
      chips.push(this.#chip(corpus.get("regular") ? `/${find}/` : `“${find}”`, forget));
    }
    for (const [name, value] of Object.entries(corpus.get("where"))) {
      chips.push(this.#chip(`${name}: ${value}`, () => corpus.choose(name, "\0")));
    }
    if (chips.length > 1) {
      const all = html("button", { type: "button", class: "mtr-link" }, "Clear all filters");
      all.addEventListener("click", () => {
        this.#search.clear();
        corpus.clearFilters();
        this.#search.focus(); // the button that had the focus goes away
      });
      chips.push(all);
    }
    this.#chips.replaceChildren(...chips);
  }

  #chip(text: string, remove: () => void): HTMLButtonElement {
    const name = `Remove the filter ${text}`;
    const chip = html(
      "button",
      { type: "button", class: "mtr-corpus-chip", "aria-label": name, title: name },
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
    class: "mtr-input mtr-corpus-bound",
    placeholder: which,
    "aria-label": `${which} value shown`,
  });
}
