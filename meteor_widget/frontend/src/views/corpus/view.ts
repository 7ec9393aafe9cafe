/** A corpus: its score, plots that filter, a table of segments, and the chosen alignment. */

import { Checks } from "../../controls/choice";
import { Menu } from "../../controls/menu";
import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { Histogram } from "../../plots/histogram";
import { Scatter } from "../../plots/scatter";
import { Downloads, type File, shownFile } from "../../segments/downloads";
import { problemOf } from "../../segments/problem";
import { ProgressLine, scoringWork } from "../../segments/progress";
import { shownInWords } from "../../segments/wording";
import { Corpus, type State } from "./corpus";
import { Detail } from "./detail";
import { Filters } from "./filters";
import { type MeasureName, measureName } from "./measure_names";
import { type PageData, pageAnswer } from "./page_answers";
import { columnOptions, segmentTable } from "./segment_table";
import { Summary } from "./summary";

export const corpusView: View<State> = {
  render(context: Context<State>): void {
    const corpus = new Corpus(context);
    const [summary, filters] = [new Summary(corpus), new Filters(corpus)];
    const progress = new ProgressLine(corpus, () => void corpus.load());
    const plots = new Plots(corpus);
    const list = new List(corpus);
    const detail = new Detail(corpus);
    detail.steps.onMove = (by) => list.move(by);
    context.element.append(
      html(
        "div",
        { class: "mtr-segments mtr-corpus" },
        summary.element,
        progress.element,
        problemOf(corpus),
        filters.measure,
        plots.element,
        filters.bar,
        list.element,
        detail.element,
      ),
    );
    corpus.onUpdate = () => {
      progress.show(scoringWork(corpus.numbers.done, corpus.about.size, corpus.progress));
      for (const part of [summary, filters, plots, list, detail]) {
        part.update();
      }
    };
    corpus.onUpdate();
  },

  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, parameters),
};

/** Histogram of the chosen measure, and the same measure by length. */
class Plots {
  readonly element: HTMLElement;
  readonly #corpus: Corpus;
  readonly #histogram: Histogram;
  readonly #scatter: Scatter;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.element = html("div", { class: "mtr-plots" });
    this.#histogram = new Histogram(this.element, corpus.context.signal);
    this.#scatter = new Scatter(this.element, corpus.context.signal);
    this.#histogram.onBrush = (bounds) => corpus.filterBy({ [this.#measure().name]: bounds });
    this.#scatter.onBrush = (x, y) =>
      corpus.filterBy({ [this.#length().name]: x, [this.#measure().name]: y });
    this.#scatter.onPick = (row) => corpus.set({ selected: row });
  }

  update(): void {
    const { numbers, table } = this.#corpus;
    const plotted = ({ name, kind, inWords }: MeasureName) => ({
      title: inWords,
      kind,
      column: numbers.columns[name] ?? [],
      bounds: this.#corpus.boundsOf(name),
    });
    const rows = { size: table.size, shown: table.order };
    const measure = plotted(this.#measure());
    this.#histogram.draw({ ...measure, ...rows });
    const selected = this.#corpus.get("selected");
    this.#scatter.draw({ x: plotted(this.#length()), y: measure, ...rows, selected });
  }

  #measure(): MeasureName {
    return measureName(this.#corpus.get("measure"));
  }

  /** What the measure is plotted by: another one in any case. */
  #length(): MeasureName {
    const by = this.#measure().name === "reference_length" ? "hypothesis" : "reference";
    return measureName(`${by}_length`);
  }
}

const CONTENT = "all scored segments";

const FILES: readonly File[] = [
  shownFile("meteor-shown.tsv"),
  { format: "tsv", label: "TSV", content: CONTENT, name: "meteor.tsv", onPages: true },
  { format: "json", label: "JSON", content: CONTENT, name: "meteor.json", onPages: true },
];

/** The table with the number of segments shown, its columns, and how it shows texts. */
class List {
  readonly element: HTMLElement;
  readonly #corpus: Corpus;
  readonly #count = html("span", { role: "status" });
  readonly #columns: Checks;
  readonly #wrap = html("button", { type: "button", class: "mtr-button" }, "Wrap texts");
  readonly #downloads: Downloads;
  readonly #place = html("div");
  #table: ReturnType<typeof segmentTable> | null = null;
  #tableGone = new AbortController();
  #look = "";
  #order: Uint32Array | null = null;
  #selected: number | null = null;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const { signal } = corpus.context;
    this.#downloads = new Downloads(corpus, FILES);
    this.#columns = new Checks("Columns", columnOptions(corpus), signal, (columns) =>
      corpus.set({ columns }),
    );
    this.#wrap.addEventListener(
      "click",
      () => corpus.set({ wrap_texts: !corpus.get("wrap_texts") }),
      { signal },
    );
    const menu = new Menu("Columns", this.#columns.element, signal);
    this.element = html(
      "div",
      {},
      html(
        "div",
        { class: "mtr-list-head" },
        this.#count,
        html("span", { class: "mtr-row" }, menu.element, this.#wrap, this.#downloads.element),
      ),
      this.#place,
    );
    signal.addEventListener("abort", () => this.#tableGone.abort());
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#table?.move(by);
  }

  update(): void {
    const { table } = this.#corpus;
    const shown = this.#tableOfColumns();
    const selected = this.#corpus.get("selected");
    if (selected !== this.#selected) {
      this.#selected = selected;
      shown.select(selected);
    }
    if (table.order !== this.#order) {
      this.#order = table.order;
      shown.refresh();
    }
    this.#downloads.update(table.order.length < table.size);
    const words = shownInWords(table.order.length, table.size);
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
  }

  /** Another one where other columns were chosen, or another kind of texts. */
  #tableOfColumns(): ReturnType<typeof segmentTable> {
    const [columns, wraps] = [this.#corpus.get("columns"), this.#corpus.get("wrap_texts")];
    const look = JSON.stringify([columns, wraps]);
    if (this.#table !== null && look === this.#look) {
      return this.#table;
    }
    this.#columns.show(columns);
    this.#wrap.setAttribute("aria-pressed", String(wraps));
    this.#tableGone.abort();
    this.#tableGone = new AbortController();
    const table = segmentTable(this.#corpus, this.#place, this.#tableGone.signal);
    table.onSelect = (row) => this.#corpus.set({ selected: row });
    table.onError = (error) => this.#corpus.onError(error);
    table.onSort = ({ column, descending }) => {
      this.#corpus.set({ sort_by: column ?? "segment", descending });
    };
    [this.#look, this.#selected, this.#order] = [look, null, null];
    this.#table = table;
    return table;
  }
}
