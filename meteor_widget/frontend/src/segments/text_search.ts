/** Filters a table by the text that its segments have to contain. */

import { rowsFrom } from "../host/bytes";
import type { Predicate, TableModel } from "../table/table_model";
import type { ViewState } from "./view_state";

/** The traits of a search. */
export interface SearchTraits {
  find: string;
  /** Whether it is a regular expression. */
  regular: boolean;
}

/** Of the table's predicates. It holds a space: no column is called so. */
const NAME = "text search";

export class TextSearch<State extends SearchTraits> {
  /** Why what a person asked for could not be searched; empty where it could. */
  problem = "";
  readonly #view: ViewState<State>;
  readonly #table: TableModel;
  readonly #changed: () => void;
  /** The filter of the table, and the current search. */
  #done: SearchTraits = { find: "", regular: false };
  #wanted: SearchTraits = this.#done;

  /** @param changed called when the table shows other rows, and when there is a problem. */
  constructor(view: ViewState<State>, table: TableModel, changed: () => void) {
    this.#view = view;
    this.#table = table;
    this.#changed = changed;
  }

  /** Filters as a person asks, and sets the traits; what cannot be searched changes neither. */
  async ask(wanted: SearchTraits): Promise<void> {
    if (await this.#search(wanted)) {
      this.#view.set(wanted as Partial<State>);
    }
    this.#changed();
  }

  /** Filters as the traits say. */
  async run(): Promise<void> {
    const [find, regular] = [this.#view.get("find"), this.#view.get("regular")];
    if (find !== this.#done.find || regular !== this.#done.regular) {
      await this.#search({ find, regular });
      this.#changed();
    }
  }

  /** The same once more, where there is a text: other texts of the segments are known now. */
  async runAgain(): Promise<void> {
    if (this.#done.find !== "") {
      await this.#search(this.#done);
      this.#changed();
    }
  }

  /** Returns whether it was searched, and nothing else was asked for since. */
  async #search(wanted: SearchTraits): Promise<boolean> {
    this.#wanted = wanted;
    let problem = "";
    let predicate: Predicate | null = null;
    try {
      predicate = wanted.find === "" ? null : await this.#found(wanted);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (this.#wanted !== wanted) {
      return false;
    }
    this.problem = problem;
    if (problem === "") {
      this.#done = wanted;
      this.#table.filter(NAME, predicate);
    }
    return problem === "";
  }

  async #found({ find, regular }: SearchTraits): Promise<Predicate> {
    const answer = await this.#view.context.request("search", { text: find, regular });
    const found = new Set(rowsFrom(answer));
    return (row) => found.has(row);
  }
}
