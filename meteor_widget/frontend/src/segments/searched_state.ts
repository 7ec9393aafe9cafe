/** A view whose segments are searched, and filtered by the data beside their texts. */

import { type Context, onChange } from "../host/model";
import type { Predicate } from "../table/table_model";
import { type SearchTraits, TextSearch } from "./text_search";
import { FilteredState, type TableState } from "./view_state";

/** A score that came with the texts: people's rating, or another metric's. */
export interface GivenScore {
  readonly name: string;
  readonly lower_is_better: boolean;
}

/** Data beside the texts. */
export interface Beside {
  /** Whether segments have ids. */
  readonly ids: boolean;
  readonly scores: readonly GivenScore[];
  /** The values of each column of metadata; columns of numbers have their places in these. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
}

export interface SearchState extends TableState, SearchTraits {
  readonly about: Beside;
  /** The value that segments must have, by columns of metadata. */
  where: Readonly<Record<string, string>>;
  columns: readonly string[];
}

export abstract class SearchedState<State extends SearchState> extends FilteredState<State> {
  readonly search: TextSearch<State>;

  constructor(context: Context<State>) {
    super(context);
    this.search = new TextSearch<State>(this, this.table, () => this.changed());
    onChange(context, ["sort_by", "descending"], () => this.sort());
    onChange(context, ["filters", "where"], () => this.filter());
    onChange(context, ["find", "regular"], () => void this.search.run());
    onChange(context, ["columns"], () => this.changed());
  }

  get isFiltered(): boolean {
    return (
      this.get("find") !== "" ||
      ["filters", "where"].some(
        (name) => Object.keys(this.get(name as "filters" | "where")).length > 0,
      )
    );
  }

  clearFilters(): void {
    this.set({ filters: {}, where: {} } as Partial<State>);
    void this.search.ask({ find: "", regular: this.get("regular") }); // in place of one under way
  }

  /** Filters by a value of a column of metadata; an unknown value removes the filter. */
  choose(name: string, value: string): void {
    const { [name]: _, ...others } = this.get("where");
    const isOne = this.get("about").metadata[name]?.includes(value);
    this.set({ where: isOne ? { ...others, [name]: value } : others } as Partial<State>);
  }

  protected override filter(): void {
    const columns = this.columnsByName();
    const { metadata } = this.get("about");
    const chosen = this.get("where");
    const predicates = Object.entries(metadata).map(([name, values]) => {
      const [column, value] = [columns[name], chosen[name]];
      const place = value === undefined ? -1 : values.indexOf(value);
      const passes: Predicate | null =
        value === undefined || column === undefined ? null : (row) => column[row] === place;
      return [`where ${name}`, passes] as const;
    });
    this.table.filterAll(Object.fromEntries(predicates));
    super.filter();
  }
}

/** A number that came with the texts, as people read it. */
export function givenNumber(value: number): string {
  return (value || 0).toLocaleString("en", { maximumSignificantDigits: 5 }).replace("-", "\u2212");
}
