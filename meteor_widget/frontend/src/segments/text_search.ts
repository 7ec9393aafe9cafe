/** Filters a table by the text that its segments have to contain. */

import { rowsFrom } from "../host/bytes";
import type { Predicate, TableModel } from "../table/table_model";
import type { ViewState } from "./view_state";

/** Of the table's predicates. It holds a space: no column is called so. */
const NAME = "text search";

export class TextSearch<State extends { find: string }> {
  readonly #view: ViewState<State>;
  readonly #table: TableModel;
  readonly #changed: () => void;
  /** The text that the table is filtered by. */
  #searched = "";

  /** @param changed called when the table shows other rows. */
  constructor(view: ViewState<State>, table: TableModel, changed: () => void) {
    this.#view = view;
    this.#table = table;
    this.#changed = changed;
  }

  /** Filters as the trait says. */
  async run(): Promise<void> {
    const text = this.#view.get("find");
    try {
      const predicate = text === "" ? null : await this.#found(text);
      if (text === this.#view.get("find")) {
        this.#searched = text;
        this.#table.filter(NAME, predicate);
        this.#changed();
      }
    } catch (error) {
      if (text === this.#view.get("find")) {
        this.#view.set({ find: this.#searched } as Partial<State>); // what the table shows
      }
      this.#view.onError(error);
    }
  }

  /** The same once more, where there is a text: other texts of the segments are known now. */
  async runAgain(): Promise<void> {
    if (this.#view.get("find") !== "") {
      await this.run();
    }
  }

  async #found(text: string): Promise<Predicate> {
    const found = new Set(rowsFrom(await this.#view.context.request("search", { text })));
    return (row) => found.has(row);
  }
}
