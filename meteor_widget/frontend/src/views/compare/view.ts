/** Compared systems: scores with intervals, a test, and the segments that differ. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { Scatter } from "../../plots/scatter";
import { Downloads, type File, shownFile } from "../../segments/downloads";
import { problemOf } from "../../segments/problem";
import { ProgressLine } from "../../segments/progress";
import { SegmentList } from "../../segments/segment_list";
import { Comparison, type State } from "./comparison";
import { DifferencePlot } from "./difference_plot";
import { type PageData, pageAnswer } from "./page_answers";
import { Pair } from "./pair";
import { columnsOf, type Texts } from "./segment_table";
import { PairSettings, TestSettings } from "./settings";
import { SystemsTable } from "./systems_table";
import { workOf } from "./wording";

export const compareView: View<State> = {
  render(context: Context<State>): void {
    const comparison = new Comparison(context);
    const list = new List(comparison);
    const pair = new Pair(comparison);
    pair.steps.onMove = (by) => list.move(by);
    const systems = new SystemsTable(comparison);
    const progress = new ProgressLine(comparison);
    const parts = [
      new TestSettings(comparison),
      new Explanation(comparison),
      new PairSettings(comparison),
      new Plots(comparison),
      list,
      pair,
    ] as const;
    context.element.append(
      html(
        "div",
        { class: "mtr-segments mtr-compare" },
        systems.element,
        progress.element,
        problemOf(comparison),
        ...parts.map(({ element }) => element),
      ),
    );
    comparison.onUpdate = () => {
      progress.show(workOf(comparison.get("comparison"), comparison.about.size));
      for (const part of [systems, ...parts]) {
        part.update();
      }
    };
    comparison.onUpdate();
  },

  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, parameters as never),
};

const SYSTEMS: readonly File[] = [
  {
    format: "tsv",
    label: "TSV",
    content: "all numbers of the systems",
    name: "meteor-systems.tsv",
    onPages: true,
  },
  {
    format: "json",
    label: "JSON",
    content: "the test as sacrebleu prints it",
    name: "meteor-significance.json",
    onPages: true,
  },
];

const SEGMENTS: readonly File[] = [
  shownFile("meteor-shown.tsv"),
  {
    format: "segments",
    label: "TSV",
    content: "the scores of all segments",
    name: "meteor-segments.tsv",
    onPages: false,
  },
];

/** How the systems were tested, what that means, and the signature. */
class Explanation {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #downloads: Downloads;
  readonly #notes = html("div");
  readonly #signature = html("code");

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.#downloads = new Downloads(comparison, SYSTEMS);
    const foot = html(
      "div",
      { class: "mtr-list-head mtr-signature" },
      this.#signature,
      this.#downloads.element,
    );
    this.element = html("div", { class: "mtr-compare-explanation" }, this.#notes, foot);
  }

  update(): void {
    const { notes, signature } = this.#comparison.get("comparison");
    this.#downloads.update(false);
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
  readonly #clear = html("button", { type: "button", class: "mtr-link" }, "Clear all filters");
  readonly #list: SegmentList<State, Texts>;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    this.#list = new SegmentList(comparison, SEGMENTS, () => ({ columns: columnsOf(comparison) }));
    const { count, downloads, place } = this.#list;
    const left = html("span", { class: "mtr-row" }, count, this.#clear);
    const head = html("div", { class: "mtr-list-head" }, left, downloads.element);
    this.element = html("div", {}, head, place);
    this.#clear.addEventListener("click", () => comparison.set({ filters: {} }), { signal });
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#list.move(by);
  }

  update(): void {
    const { selected } = this.#comparison;
    const pair = [this.#comparison.get("left"), this.#comparison.get("right")];
    this.#list.update(JSON.stringify(pair), selected);
    this.#clear.hidden = Object.keys(this.#comparison.get("filters")).length === 0;
  }
}
