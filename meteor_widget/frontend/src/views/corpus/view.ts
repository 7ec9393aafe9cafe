/** A corpus: its score, plots that filter, a table of segments, and the chosen alignment. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { Histogram } from "../../plots/histogram";
import { Scatter } from "../../plots/scatter";
import { Corpus, type State } from "./corpus";
import { Detail } from "./detail";
import { downloads } from "./downloads";
import { Filters } from "./filters";
import { counted, type MeasureName, measureName } from "./measure_names";
import { type PageData, pageAnswer } from "./page_answers";
import { ProgressLine } from "./progress";
import { segmentTable } from "./segment_table";
import { Summary } from "./summary";

export const corpusView: View<State> = {
  render(context: Context<State>): void {
    const corpus = new Corpus(context);
    const problem = html("p", { class: "mtr-problem", role: "alert", hidden: true });
    corpus.onError = (error) => {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
    };
    const parts = [new Summary(corpus), new ProgressLine(corpus), new Filters(corpus)] as const;
    const [summary, progress, filters] = parts;
    const plots = new Plots(corpus);
    const list = new List(corpus);
    const detail = new Detail(corpus);
    detail.onMove = (by) => list.table.move(by);
    context.element.append(
      html(
        "div",
        { class: "mtr-corpus" },
        summary.element,
        progress.element,
        problem,
        filters.measure,
        plots.element,
        filters.bar,
        list.element,
        detail.element,
      ),
    );
    corpus.onUpdate = () => {
      for (const part of [...parts, plots, list, detail]) {
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
    this.#scatter.onPick = (row) => corpus.set("selected", row);
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

/** The table with the number of segments shown. */
class List {
  readonly element: HTMLElement;
  readonly table: ReturnType<typeof segmentTable>;
  readonly #corpus: Corpus;
  readonly #count = html("p", { class: "mtr-count", role: "status" });
  #order: Uint32Array | null = null;
  #selected: number | null = null;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.element = html(
      "div",
      {},
      html("div", { class: "mtr-list-head" }, this.#count, downloads(corpus)),
    );
    this.table = segmentTable(corpus, this.element);
    this.table.onSelect = (row) => corpus.set("selected", row);
    this.table.onError = (error) => corpus.onError(error);
    this.table.onSort = ({ column, descending }) => {
      corpus.set("sort_by", column ?? "segment");
      corpus.set("descending", descending);
    };
  }

  update(): void {
    const { table } = this.#corpus;
    const selected = this.#corpus.get("selected");
    if (selected !== this.#selected) {
      this.#selected = selected;
      this.table.select(selected);
    }
    if (table.order !== this.#order) {
      this.#order = table.order;
      this.table.refresh();
    }
    const words = `${counted(table.order.length)} of ${counted(table.size)} segments`;
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
  }
}
