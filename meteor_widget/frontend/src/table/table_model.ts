/**
 * Which rows a table shows, and in what order; the part of a table that knows no screen.
 *
 * Rows have fixed numbers from 0. Numbers are in columns, one array each, and a hundred thousand
 * rows are sorted once and then only filtered, which is quick enough for every step of a brush.
 */

/** One number a row; NaN if missing, which sorts last both ways. */
export type Column = ArrayLike<number>;

export type Predicate = (row: number) => boolean;

export interface Sorting {
  /** The name of a column; null for the rows' own order. */
  readonly column: string | null;
  readonly descending: boolean;
}

/** A closed interval; null where it is open. */
export type Bounds = readonly [low: number | null, high: number | null];

export class TableModel {
  /** The rows shown, in order. A new array after each change. */
  order: Uint32Array;
  #columns: Readonly<Record<string, Column>>;
  #size: number;
  #sorting: Sorting = { column: null, descending: false };
  #sorted: Uint32Array;
  #positions: Int32Array | null = null;
  readonly #predicates = new Map<string, Predicate>();

  constructor(columns: Readonly<Record<string, Column>>, size: number) {
    this.#columns = columns;
    this.#size = size;
    this.#sorted = sortedRows(size, undefined, false);
    this.order = this.#sorted;
  }

  /** How many rows there are, shown or not. */
  get size(): number {
    return this.#size;
  }

  get sorting(): Sorting {
    return this.#sorting;
  }

  /** A column by name; undefined if missing. */
  column(name: string): Column | undefined {
    return this.#columns[name];
  }

  /** Takes columns with other numbers or more rows; sorting and filters stay. */
  replace(columns: Readonly<Record<string, Column>>, size: number): void {
    this.#columns = columns;
    this.#size = size;
    this.sort(this.#sorting);
  }

  /** Equal rows stay in their own order, ascending and descending. */
  sort(sorting: Sorting): void {
    this.#sorting = sorting;
    const column = sorting.column === null ? undefined : this.#columns[sorting.column];
    this.#sorted = sortedRows(this.#size, column, sorting.descending);
    this.#choose();
  }

  /** Shows only rows that pass; each name holds one predicate, and null takes it away. */
  filter(name: string, predicate: Predicate | null): void {
    this.filterAll({ [name]: predicate });
  }

  /** Several filters in one pass. */
  filterAll(predicates: Readonly<Record<string, Predicate | null>>): void {
    for (const [name, predicate] of Object.entries(predicates)) {
      if (predicate === null) {
        this.#predicates.delete(name);
      } else {
        this.#predicates.set(name, predicate);
      }
    }
    this.#choose();
  }

  /** Whether there are rows, and filters let none of them through. */
  get isEmptied(): boolean {
    return this.order.length === 0 && this.#size > 0;
  }

  get filtered(): boolean {
    return this.#predicates.size > 0;
  }

  /** Where a row is shown, from 0; -1 where it is not. */
  positionOf(row: number): number {
    if (this.#positions === null) {
      this.#positions = new Int32Array(this.#size).fill(-1);
      for (let position = 0; position < this.order.length; position++) {
        this.#positions[this.order[position] as number] = position;
      }
    }
    return this.#positions[row] ?? -1;
  }

  #choose(): void {
    this.#positions = null;
    let rows = this.#sorted;
    for (const passes of this.#predicates.values()) {
      rows = rows.filter(passes);
    }
    this.order = rows;
  }
}

/** Whether a column's number lies within bounds; a row without a number does not. */
export function within(column: Column, [low, high]: Bounds): Predicate {
  const least = low ?? Number.NEGATIVE_INFINITY;
  const most = high ?? Number.POSITIVE_INFINITY;
  return (row) => {
    const value = column[row] as number;
    return value >= least && value <= most;
  };
}

/** All rows, sorted by a column; ties and rows without a column in the order of their numbers. */
function sortedRows(size: number, column: Column | undefined, descending: boolean): Uint32Array {
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  if (column === undefined) {
    return descending ? rows.reverse() : rows;
  }
  const sign = descending ? -1 : 1;
  return rows.sort((one, other) => {
    const difference = sign * ((column[one] as number) - (column[other] as number));
    return difference || absent(column, one) - absent(column, other) || one - other;
  });
}

/** 1 where a row has no number; any difference from it is NaN, which counts as none. */
function absent(column: Column, row: number): number {
  return Number.isNaN(column[row]) ? 1 : 0;
}
