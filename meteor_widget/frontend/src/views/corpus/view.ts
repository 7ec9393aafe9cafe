/** A corpus: its score, plots that filter, a table of segments, and the chosen alignment. */

import { Checks, Menu } from "../../controls/choice";
import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { Histogram } from "../../plots/histogram";
import { Scatter } from "../../plots/scatter";
import { AgreementTable } from "../../segments/agreement_table";
import { type File, shownFile } from "../../segments/downloads";
import { ProgressLine, scoringWork } from "../../segments/progress";
import { SegmentList } from "../../segments/segment_list";
import { problemOf } from "../../segments/view_state";
import { Corpus, type State } from "./corpus";
import { Detail } from "./detail";
import { Filters } from "./filters";
import { type MeasureName, measureName } from "./measure_names";
import { type PageData, pageAnswer } from "./page_answers";
import { columnOptions, lookOf, type Texts } from "./segment_table";
import { Summary } from "./summary";

export const corpusView: View<State> = {
  render(context: Context<State>): void {
    const corpus = new Corpus(context);
    const [summary, filters] = [new Summary(corpus), new Filters(corpus)];
    const progress = new ProgressLine(corpus, () => void corpus.load());
    const plots = new Plots(corpus);
    const agreement = new AgreementTable("pairs of segments");
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
        agreement.element,
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
      agreement.show(corpus.agreement);
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
      corpus.filterBy({ [this.#across().name]: x, [this.#measure().name]: y });
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
    this.#scatter.draw({ x: plotted(this.#across()), y: measure, ...rows, selected });
  }

  #measure(): MeasureName {
    return measureName(this.#corpus.get("measure"), this.#corpus.about);
  }

  /** What the measure is plotted by: another one in any case. */
  #across(): MeasureName {
    const [measure, across] = [this.#corpus.get("measure"), this.#corpus.get("across")];
    const other = measure === "score" ? "reference_length" : "score";
    return measureName(across === measure ? other : across, this.#corpus.about);
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
  readonly #columns: Checks;
  readonly #wrap = html("button", { type: "button", class: "mtr-button" }, "Wrap texts");
  readonly #list: SegmentList<State, Texts>;
  #look = "";

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const { signal } = corpus.context;
    this.#list = new SegmentList(corpus, FILES, () => lookOf(corpus));
    this.#columns = new Checks("Columns", columnOptions(corpus), signal, (columns) =>
      corpus.set({ columns }),
    );
    this.#wrap.addEventListener(
      "click",
      () => corpus.set({ wrap_texts: !corpus.get("wrap_texts") }),
      { signal },
    );
    const menu = new Menu("Columns", this.#columns.element, signal);
    const { count, downloads, place } = this.#list;
    const right = html("span", { class: "mtr-row" }, menu.element, this.#wrap, downloads.element);
    this.element = html("div", {}, html("div", { class: "mtr-list-head" }, count, right), place);
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#list.move(by);
  }

  update(): void {
    const [columns, wraps] = [this.#corpus.get("columns"), this.#corpus.get("wrap_texts")];
    const look = JSON.stringify([columns, wraps]);
    if (look !== this.#look) {
      this.#look = look;
      this.#columns.show(columns);
      this.#wrap.setAttribute("aria-pressed", String(wraps));
    }
    this.#list.update(look, this.#corpus.get("selected"));
  }
}
