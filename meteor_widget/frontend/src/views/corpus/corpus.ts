/** A corpus as its view knows it: numbers as they come in, and the traits that choose among them. */

import { ColumnStream } from "../../host/columns";
import { type Context, onChange } from "../../host/model";
import type { Parameters } from "../../scoring/measures";
import type { Correlations } from "../../segments/agreement_table";
import { type Beside, SearchedState, type SearchState } from "../../segments/searched_state";
import { type Block, CorpusColumns } from "./columns";

/** The widget's traits; meteor_widget/corpus/view.py documents them. */
export interface State extends SearchState {
  readonly about: About;
  selected: number | null;
  measure: string;
  across: string;
  wrap_texts: boolean;
}

/** What does not change. */
export interface About extends Beside {
  readonly size: number;
  readonly references: number;
  readonly stages: readonly string[];
  readonly signature: string;
  readonly parameters: Parameters;
}

/** How far the scoring is. */
export interface Progress {
  readonly running: boolean;
  readonly error: string | null;
  /** What must be done before the first segment, for people; empty after it. */
  readonly preparing?: string;
}

export class Corpus extends SearchedState<State> {
  readonly about: About;
  readonly numbers: CorpusColumns;
  progress: Progress = { running: true, error: null };
  /** With each of the scores that came with the texts, once all segments are scored. */
  agreement: Readonly<Record<string, Correlations>> = {};
  readonly #stream: ColumnStream<Block>;

  constructor(context: Context<State>) {
    super(context);
    this.about = context.model.get("about");
    this.numbers = new CorpusColumns(this.about.size, this.about.stages);
    this.table.replace(this.numbers.columns, 0);
    onChange(context, ["selected", "measure", "across", "wrap_texts"], () => this.changed());
    this.#stream = new ColumnStream<Block>(context, {
      here: () => this.numbers.done,
      fill: (block, buffers) => this.#fill(block, buffers),
      hear: (block) => this.#hear(block),
      onError: (error) => this.onError(error),
    });
    this.sort();
    void this.search.run();
    void this.load();
  }

  /** Requests the current results. */
  load(): Promise<void> {
    return this.#stream.load();
  }

  protected columnsByName(): CorpusColumns["columns"] {
    return this.numbers.columns;
  }

  #fill(block: Block, buffers: readonly DataView[]): void {
    this.numbers.receive(block, buffers);
    this.table.replace(this.numbers.columns, this.numbers.done);
    this.filter();
  }

  async #measure(): Promise<void> {
    if (this.about.scores.length > 0) {
      const { result } = await this.context.request("correlations");
      this.agreement = result as Corpus["agreement"];
      this.changed();
    }
  }

  #hear(block: Block): void {
    this.progress = block;
    if (!block.running) {
      void this.search.runAgain(); // by now the best references are known
      void this.#measure();
    }
    this.changed();
  }
}
