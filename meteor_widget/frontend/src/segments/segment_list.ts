/** A view's segments in a table, how many of them it shows, and what can be saved. */

import { html } from "../dom";
import { jsonFrom } from "../host/bytes";
import { type TableColumn, WindowedTable } from "../table/windowed_table";
import { Downloads, type File } from "./downloads";
import type { FilteredState, TableState } from "./view_state";
import { shownInWords } from "./wording";

interface ListState extends TableState {
  selected: number | null;
}

/** How the table looks as the view is now. */
export interface Look<Texts> {
  readonly columns: readonly TableColumn<Texts>[];
  /** Of a text; by default one. */
  readonly lines?: number;
}

export class SegmentList<State extends ListState, Texts> {
  readonly count = html("span", { role: "status" });
  readonly downloads: Downloads;
  readonly place = html("div");
  readonly #view: FilteredState<State>;
  readonly #look: () => Look<Texts>;
  #table: WindowedTable<Texts> | null = null;
  #tableGone = new AbortController();
  /** What the table was made for. */
  #key: string | null = null;
  #order: Uint32Array | null = null;
  #selected: number | null = null;

  constructor(view: FilteredState<State>, files: readonly File[], look: () => Look<Texts>) {
    this.#view = view;
    this.#look = look;
    this.downloads = new Downloads(view, files);
    view.context.signal.addEventListener("abort", () => this.#tableGone.abort());
  }

  /** Selects the segment this many below the selected one. */
  move(by: number): void {
    this.#table?.move(by);
  }

  /** @param key what the look depends on: another one asks for another table. */
  update(key: string, selected: number | null): void {
    if (this.#table === null || key !== this.#key) {
      const follow = this.#table?.isFollowed ?? true;
      [this.#key, this.#selected, this.#order] = [key, selected, null];
      this.#table = this.#newTable();
      this.#table.select(selected, follow);
    }
    const { order, size } = this.#view.table;
    if (selected !== this.#selected) {
      this.#selected = selected;
      this.#table.select(selected);
    }
    if (order !== this.#order) {
      this.#order = order;
      this.#table.refresh();
    }
    this.downloads.update(order.length < size);
    const words = shownInWords(order.length, size);
    if (this.count.textContent !== words) {
      this.count.textContent = words;
    }
  }

  #newTable(): WindowedTable<Texts> {
    const view = this.#view;
    this.#tableGone.abort();
    this.#tableGone = new AbortController();
    const table = new WindowedTable<Texts>(this.place, this.#tableGone.signal, {
      label: "Segments",
      model: view.table,
      nothing: "No segment passes the filters.",
      fetch: async (segments) =>
        jsonFrom<Texts[]>(await view.context.request("texts", { segments })),
      ...this.#look(),
    });
    table.onSelect = (selected) => view.set({ selected } as Partial<State>);
    table.onError = (error) => view.onError(error);
    table.onSort = ({ column, descending }) =>
      view.set({ sort_by: column ?? "segment", descending } as Partial<State>);
    return table;
  }
}
