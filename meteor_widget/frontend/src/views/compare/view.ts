/** Compared systems: scores with intervals, a test, and the segments that differ. */

import { Checks, Menu } from "../../controls/choice";
import { html } from "../../dom";
import { jsonAnswer, textAnswer } from "../../host/bytes";
import type { Answer, Context, View } from "../../host/model";
import type { Kind } from "../../plots/scale";
import { Scatter } from "../../plots/scatter";
import { AgreementTable } from "../../segments/agreement_table";
import { Downloads, type File, shownFile } from "../../segments/downloads";
import { FindBar } from "../../segments/find_bar";
import { answerOf, type PageBlocks, pageRows } from "../../segments/page_answers";
import { ProgressLine } from "../../segments/progress";
import { SegmentList } from "../../segments/segment_list";
import { problemOf } from "../../segments/view_state";
import { shortened } from "../../segments/wording";
import { Comparison, type State } from "./comparison";
import { DifferencePlot } from "./difference_plot";
import { Pair } from "./pair";
import { columnOptions, columnsOf, type Texts } from "./segment_table";
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
      new Agreement(comparison),
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
      comparison.filterBy(
        this.#isOfGiven
          ? { [`${comparison.get("plot")} difference`]: x, difference: y }
          : this.#byLength
            ? { length: x, difference: y }
            : { left: x, right: y },
      );
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

  /** Whether a score that came with the texts is plotted. */
  get #isOfGiven(): boolean {
    const plot = this.#comparison.get("plot");
    return this.#comparison.about.scores.some(({ name }) => name === plot);
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
    const [left, right] = (["left", "right"] as const).map((side) =>
      shortened(this.#comparison.get(side)),
    );
    const measure = (name: string, title: string, kind: Kind) => ({
      title,
      kind,
      column: columns[name] ?? [],
      bounds: this.#comparison.boundsOf(name),
    });
    const plot = this.#comparison.get("plot");
    const [x, y] = this.#isOfGiven
      ? [
          measure(`${plot} difference`, `${plot}: ${right} less ${left}`, "number"),
          measure("difference", `difference: ${right} less ${left}`, "signed"),
        ]
      : this.#byLength
        ? [
            measure("length", "tokens of the reference", "whole"),
            measure("difference", `difference: ${right} less ${left}`, "signed"),
          ]
        : [
            measure("left", `score of ${left}`, "share"),
            measure("right", `score of ${right}`, "share"),
          ];
    const rows = { size: loaded, shown: table.order, selected };
    this.#scatter.draw({ x, y, ...rows, diagonal: plot === "scatter" });
  }
}

/** How well METEOR agrees with the scores that came with the texts. */
class Agreement {
  readonly #table = new AgreementTable("pairs of outputs of a segment");
  readonly #comparison: Comparison;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  get element(): HTMLElement {
    return this.#table.element;
  }

  update(): void {
    this.#table.show(this.#comparison.get("comparison").correlations ?? {});
  }
}

/** The table with the number of segments shown, and what they have to be like. */
class List {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #clear = html("button", { type: "button", class: "mtr-link" }, "Clear all filters");
  readonly #list: SegmentList<State, Texts>;
  readonly #find: FindBar<State>;
  readonly #columns: Checks;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    this.#list = new SegmentList(comparison, SEGMENTS, () => ({ columns: columnsOf(comparison) }));
    this.#find = new FindBar(comparison, "all texts");
    this.#columns = new Checks("Columns", columnOptions(comparison), signal, (columns) =>
      comparison.set({ columns }),
    );
    const menu = new Menu("Columns", this.#columns.element, signal);
    const { count, downloads, place } = this.#list;
    const left = html("span", { class: "mtr-row" }, count, this.#clear);
    const right = html("span", { class: "mtr-row" }, menu.element, downloads.element);
    const head = html("div", { class: "mtr-list-head" }, left, right);
    this.element = html("div", { class: "mtr-compare-list" }, this.#find.element, head, place);
    const clear = (): void => {
      this.#find.clear();
      comparison.clearFilters();
    };
    this.#clear.addEventListener("click", clear, { signal });
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#list.move(by);
  }

  update(): void {
    const { selected } = this.#comparison;
    const pair = [this.#comparison.get("left"), this.#comparison.get("right")];
    const columns = this.#comparison.get("columns");
    this.#columns.show(columns);
    this.#find.update();
    this.#list.update(JSON.stringify([pair, columns]), selected);
    this.#clear.hidden = !this.#comparison.isFiltered;
  }
}

/** What Python writes; buffers are columns as Python's messages say, then blocks of texts, of pictures. */
export interface PageData extends PageBlocks {
  readonly done: number;
  readonly pictured: readonly number[];
  readonly exports: Readonly<Record<string, string>>;
}

export function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: object,
): Promise<Answer> {
  const { done, text_blocks, pictures_a_block, pictured } = data;
  const pictureBlocks = Math.ceil(pictured.length / pictures_a_block);
  const columns = buffers.length - text_blocks - pictureBlocks;
  const rows = pageRows(data, buffers, columns);
  const answers = {
    columns: () => ({ result: { start: 0, end: done, done }, buffers: buffers.slice(0, columns) }),
    texts: async ({ segments }: { segments: readonly number[] }) =>
      jsonAnswer(await rows.texts(segments)),
    search: rows.search,
    pictures: async ({ segment }: { segment: number }) => jsonAnswer(await rows.picture(segment)),
    export: ({ format }: { format: string }) => textAnswer(data.exports[format] ?? ""),
  };
  return answerOf(answers, name, parameters);
}
