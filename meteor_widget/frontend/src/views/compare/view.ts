/** Systems compared: scores with intervals, a test, the segments that differ, and why. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { Scatter } from "../../plots/scatter";
import type { WindowedTable } from "../../table/windowed_table";
import { Comparison, type State } from "./comparison";
import { DifferencePlot } from "./difference_plot";
import { type PageData, pageAnswer } from "./page_answers";
import { Pair } from "./pair";
import { downloads } from "./save";
import { segmentTable } from "./segment_table";
import { PairSettings, TestSettings } from "./settings";
import { SystemsTable } from "./systems_table";
import { grouped, progressInWords, segments } from "./wording";

export const compareView: View<State> = {
  render(context: Context<State>): void {
    const comparison = new Comparison(context);
    const problem = html("p", { class: "mtr-problem", role: "alert", hidden: true });
    comparison.onError = (error) => {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
    };
    const list = new List(comparison);
    const pair = new Pair(comparison);
    pair.onMove = (by) => list.move(by);
    const parts = [
      new SystemsTable(comparison),
      new Progress(comparison),
      new TestSettings(comparison),
      new Explanation(comparison),
      new PairSettings(comparison),
      new Plots(comparison),
      list,
      pair,
    ] as const;
    const elements = parts.map(({ element }) => element);
    context.element.append(html("div", { class: "mtr-compare" }, problem, ...elements));
    comparison.onUpdate = () => {
      for (const part of parts) {
        part.update();
      }
    };
    comparison.onUpdate();
  },

  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, parameters as never),
};

/** How far scoring and resampling are. */
class Progress {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #bar = html("progress", { max: 1, "aria-label": "progress" });
  readonly #words = html("span", { role: "status" });
  readonly #button = html("button", { type: "button", class: "mtr-button" });

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.element = html("div", { class: "mtr-settings" }, this.#bar, this.#words, this.#button);
    const press = (): void => {
      const name = comparison.get("comparison").scoring ? "cancel" : "resume";
      comparison.context.request(name).catch(comparison.onError);
    };
    this.#button.addEventListener("click", press, { signal: comparison.context.signal });
  }

  update(): void {
    const known = this.#comparison.get("comparison");
    const { size } = this.#comparison.about;
    const words = progressInWords(known, size);
    this.element.hidden = words === "";
    this.#words.textContent = words;
    this.#bar.value = known.done < size ? known.done / size : (known.share ?? 0);
    this.#button.textContent = known.scoring ? "Cancel" : "Go on";
    this.#button.hidden = !this.#comparison.context.live || known.share !== null;
  }
}

/** How the systems were tested, what that means, and the signature. */
class Explanation {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #notes = html("div");
  readonly #signature = html("code");

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const foot = html("div", { class: "mtr-foot" }, this.#signature, downloads(comparison));
    this.element = html("div", { class: "mtr-explanation" }, this.#notes, foot);
  }

  update(): void {
    const { notes, signature } = this.#comparison.get("comparison");
    if (this.#signature.textContent !== signature || this.#notes.childElementCount === 0) {
      this.#notes.replaceChildren(...notes.map((note) => html("p", {}, note)));
      this.#signature.textContent = signature;
    }
  }
}

/** The two systems' segments: scores or differences as points, and all differences in order. */
class Plots {
  readonly element = html("div", { class: "mtr-plots" });
  readonly #comparison: Comparison;
  readonly #points = html("div");
  readonly #scatter: Scatter;
  readonly #sorted: DifferencePlot;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    this.element.append(this.#points);
    this.#scatter = new Scatter(this.#points, signal);
    this.#scatter.onPick = (selected) => comparison.set({ selected });
    this.#scatter.onBrush = (x, y) =>
      comparison.filterBy(this.#byLength ? { length: x, difference: y } : { left: x, right: y });
    this.#sorted = new DifferencePlot(signal);
    this.#sorted.onBrush = (difference) => comparison.filterBy({ difference });
    this.element.append(this.#sorted.element);
  }

  update(): void {
    this.#drawPoints();
    this.#drawSorted();
  }

  get #byLength(): boolean {
    return this.#comparison.get("plot") === "length";
  }

  #drawSorted(): void {
    const { columns, loaded } = this.#comparison;
    this.#sorted.draw({
      differences: columns.difference as Float64Array,
      size: loaded,
      bounds: this.#comparison.boundsOf("difference"),
      names: [this.#comparison.get("left"), this.#comparison.get("right")],
    });
  }

  #drawPoints(): void {
    const { columns, loaded, table, selected } = this.#comparison;
    const [left, right] = [this.#comparison.get("left"), this.#comparison.get("right")];
    const measure = (name: string, title: string, kind: "share" | "whole" | "signed") => ({
      title,
      kind,
      column: columns[name] ?? [],
      bounds: this.#comparison.boundsOf(name),
    });
    const [x, y] = this.#byLength
      ? [
          measure("length", "tokens of the reference", "whole"),
          measure("difference", `difference: ${right} less ${left}`, "signed"),
        ]
      : [
          measure("left", `score of ${left}`, "share"),
          measure("right", `score of ${right}`, "share"),
        ];
    const rows = { size: loaded, shown: table.order, selected };
    this.#scatter.draw({ x, y, ...rows, diagonal: !this.#byLength });
  }
}

/** The table with the number of segments shown. */
class List {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #count = html("span", { role: "status" });
  readonly #clear = html("button", { type: "button", class: "mtr-button" }, "Show all");
  readonly #place = html("div");
  #table: WindowedTable<unknown> | null = null;
  #tableGone = new AbortController();
  #pair = "";
  #order: Uint32Array | null = null;
  #selected: number | null = null;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    const head = html("div", { class: "mtr-foot mtr-list-count" }, this.#count, this.#clear);
    this.element = html("div", {}, head, this.#place);
    this.#clear.addEventListener("click", () => comparison.set({ filters: {} }), { signal });
    signal.addEventListener("abort", () => this.#tableGone.abort());
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#table?.move(by);
  }

  update(): void {
    const { table, selected, loaded } = this.#comparison;
    const shown = this.#tableOfPair();
    if (selected !== this.#selected) {
      this.#selected = selected;
      shown.select(selected);
    }
    if (table.order !== this.#order) {
      this.#order = table.order;
      shown.refresh();
    }
    const all = segments(loaded);
    const words =
      table.order.length === loaded ? all : `${grouped(table.order.length)} of ${all} shown`;
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
    this.#clear.hidden = Object.keys(this.#comparison.get("filters")).length === 0;
  }

  #tableOfPair(): WindowedTable<unknown> {
    const pair = JSON.stringify([this.#comparison.get("left"), this.#comparison.get("right")]);
    if (this.#table !== null && pair === this.#pair) {
      return this.#table;
    }
    this.#tableGone.abort();
    this.#tableGone = new AbortController();
    this.#place.replaceChildren();
    const table = segmentTable(this.#comparison, this.#place, this.#tableGone.signal);
    table.onSelect = (selected) => this.#comparison.set({ selected });
    table.onError = (error) => this.#comparison.onError(error);
    table.onSort = ({ column, descending }) =>
      this.#comparison.set({ sort_by: column ?? "segment", descending });
    [this.#pair, this.#selected, this.#order] = [pair, null, null];
    this.#table = table as WindowedTable<unknown>;
    return this.#table;
  }
}
