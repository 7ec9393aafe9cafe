/** A review as its view knows it: the list, the chosen segment, and its remarks. */

import { type Context, onChange } from "../../host/model";
import { Latest } from "../../scheduling";
import { ViewState } from "../../segments/view_state";
import { TableModel } from "../../table/table_model";
import {
  type Action,
  type Desk,
  type Filter,
  isReviewed,
  type Listing,
  type Order,
  type Summary,
} from "./desk";
import type { Segment } from "./review_format";

/** The widget's traits; meteor_widget/review/view.py documents them. */
export interface State {
  /** Index of a segment, from 0: its number less one. Null for the first that is listed. */
  selected: number | null;
  order: Order;
  reversed: boolean;
  filter: Filter;
  show_alignment: boolean;
}

/** Rows of a list that are asked for with it. */
const FIRST = 60;

/** Rows that are looked through at a time for the next segment to review. */
const SEARCHED = 500;

export class Review extends ViewState<State> {
  readonly desk: Desk;
  /** One row a listed segment, in the list's order. */
  readonly table = new TableModel({}, 0);
  /** Null until it is known. */
  summary: Summary | null = null;
  /** Place of the chosen segment in the list; null where it is not in it. */
  place: number | null = null;
  /** The chosen segment; null if missing. */
  chosen: Segment | null = null;
  /** Called when the list is another one, or what its rows show is. */
  onListed: () => void = () => {};
  /** Called when a person chooses a segment. */
  onChosen: (segment: Segment) => void = () => {};
  readonly #work: Latest;
  /** Rows that came, by their places in the list. */
  #rows = new Map<number, Segment>();
  /** A choice of which the answer is awaited: later ones overtake it. */
  #choice = 0;

  constructor(context: Context<State>, desk: Desk) {
    super(context);
    this.desk = desk;
    this.#work = new Latest(
      () => this.#load(),
      (error) => this.onError(error),
    );
    onChange(context, ["filter", "order", "reversed"], () => this.reload());
    onChange(context, ["selected"], () => {
      if (this.get("selected") !== this.#selected) {
        this.reload();
      }
    });
    onChange(context, ["show_alignment"], () => this.changed());
    this.reload();
  }

  get listing(): Listing {
    return {
      filter: this.get("filter"),
      order: this.get("order"),
      reversed: this.get("reversed"),
    };
  }

  /** Changes the filter; undefined conditions are removed. */
  filterBy(changes: { readonly [Name in keyof Filter]: Filter[Name] | undefined }): void {
    const entries = Object.entries({ ...this.get("filter"), ...changes });
    this.set({ filter: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) });
  }

  /** Asks for all that is shown again: something has changed. */
  reload(): void {
    this.#work.request();
  }

  /** Rows of the list, by their places. */
  async rows(places: readonly number[]): Promise<readonly Segment[]> {
    const [begin, end] = [Math.min(...places), Math.max(...places) + 1];
    const window = await this.desk.window(this.listing, begin, end);
    for (const [at, row] of window.rows.entries()) {
      this.#rows.set(window.begin + at, row);
    }
    return places.map((place) => window.rows[place - window.begin] as Segment);
  }

  /** Chooses the segment at a place of the list. */
  async choose(place: number): Promise<void> {
    const choice = ++this.#choice;
    try {
      const row = this.#rows.get(place) ?? (await this.rows([place]))[0];
      if (row !== undefined && choice === this.#choice) {
        [this.place, this.chosen] = [place, row];
        this.set({ selected: row.segment - 1 });
        this.onChosen(row);
        this.changed();
      }
    } catch (error) {
      this.onError(error);
    }
  }

  /** Chooses the segment with a number, listed or not, as another view has gone there. */
  show(segment: number): void {
    if (this.chosen?.segment !== segment) {
      this.context.model.set("selected", segment - 1);
      this.reload();
    }
  }

  /**
   * Goes to the next segment of the list that is not reviewed, wrapping around; returns whether
   * there is one.
   */
  async toUnreviewed(): Promise<boolean> {
    try {
      const place = await this.#nextUnreviewed((this.place ?? -1) + 1);
      if (place !== null) {
        await this.choose(place);
        return true;
      }
      this.onError("All segments that are listed are reviewed.");
    } catch (error) {
      this.onError(error);
    }
    return false;
  }

  /** Does something, and shows what has become of it. */
  async act(action: Action): Promise<boolean> {
    try {
      await this.desk.act(action);
    } catch (error) {
      this.onError(error);
      return false;
    }
    this.onError(null);
    this.reload();
    return true;
  }

  get #selected(): number | null {
    return this.chosen === null ? null : this.chosen.segment - 1;
  }

  async #nextUnreviewed(start: number): Promise<number | null> {
    const { size } = this.table;
    for (let looked = 0; looked < size; ) {
      const begin = (start + looked) % size;
      const end = Math.min(begin + SEARCHED, size, begin + size - looked);
      const { rows } = await this.desk.window(this.listing, begin, end);
      const found = rows.findIndex((row) => !isReviewed(row));
      if (found >= 0) {
        return begin + found;
      }
      looked += end - begin;
    }
    return null;
  }

  async #load(): Promise<void> {
    const { desk, listing } = this;
    const selected = this.get("selected");
    const [summary, first, at] = await Promise.all([
      desk.summary(),
      desk.window(listing, 0, FIRST),
      selected === null ? null : desk.at(listing, selected + 1),
    ]);
    if (selected !== this.get("selected")) {
      this.reload(); // another one was chosen meanwhile
      return;
    }
    this.summary = summary;
    this.#rows = new Map(first.rows.map((row, place) => [place, row]));
    const [here] = (at ?? first).rows;
    if (here !== undefined && (selected === null || here.segment === selected + 1)) {
      [this.place, this.chosen] = [at?.begin ?? 0, here];
    } else {
      const all: Listing = { filter: {}, order: "file", reversed: false };
      const [alone] = selected === null ? [] : (await desk.at(all, selected + 1)).rows;
      [this.place, this.chosen] = [null, alone?.segment === (selected ?? 0) + 1 ? alone : null];
    }
    if (this.table.size !== first.total) {
      this.table.replace({}, first.total);
    }
    // The rows are sorted by their source; the table keeps the name of the order.
    this.table.sort({ column: `${listing.order} ${listing.reversed}`, descending: false });
    this.onListed();
    this.changed();
  }
}
