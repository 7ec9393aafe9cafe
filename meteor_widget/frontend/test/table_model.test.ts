import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/row_cases.json";
import { type Bounds, TableModel, within } from "../src/table/table_model";

/** Numbers from a seed, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

interface SharedCase {
  readonly columns: Readonly<Record<string, readonly number[]>> & {
    readonly segment: readonly number[];
  };
  readonly filters: Readonly<Record<string, Bounds>>;
  readonly sort_by: string;
  readonly descending: boolean;
  readonly shown: readonly number[];
}

interface Row {
  readonly row: number;
  readonly one: number;
  readonly two: number;
}

/** What the model should show, told with arrays of objects. */
function naive(
  rows: readonly Row[],
  by: "one" | "two" | null,
  descending: boolean,
  filters: readonly (readonly ["one" | "two", Bounds])[],
): number[] {
  const passing = rows.filter((row) =>
    filters.every(
      ([name, [low, high]]) =>
        !Number.isNaN(row[name]) && row[name] >= (low ?? -9) && row[name] <= (high ?? 99),
    ),
  );
  const key = (row: Row): number => (by === null ? row.row : row[by]);
  const known = passing.filter((row) => !Number.isNaN(key(row)));
  const unknown = passing.filter((row) => Number.isNaN(key(row)));
  known.sort((a, b) => (descending ? key(b) - key(a) : key(a) - key(b)) || a.row - b.row);
  return [...known, ...unknown].map(({ row }) => row);
}

test("sorted and filtered as a naive table is, on random data with ties and gaps", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = numbersFrom(seed);
    const size = Math.floor(random() * 60);
    const rows = Array.from({ length: size }, (_, row) => ({
      row,
      one: Math.floor(random() * 5),
      two: random() < 0.1 ? Number.NaN : Math.round(random() * 20) / 20,
    }));
    const columns = {
      one: Int32Array.from(rows, ({ one }) => one),
      two: Float64Array.from(rows, ({ two }) => two),
    };
    const model = new TableModel(columns, size);
    for (const by of [null, "one", "two"] as const) {
      for (const descending of [false, true]) {
        const [low, high] = [random() / 2, random() < 0.5 ? null : 0.5 + random() / 2];
        model.sort({ column: by, descending });
        model.filter("two", within(columns.two, [low, high]));
        const filters = [["two", [low, high]]] as const;
        assert.deepEqual([...model.order], naive(rows, by, descending, filters));
        model.filter("one", within(columns.one, [1, 3]));
        const both = [...filters, ["one", [1, 3]]] as const;
        assert.deepEqual([...model.order], naive(rows, by, descending, both));
        model.filterAll({ one: null, two: null });
        assert.deepEqual([...model.order], naive(rows, by, descending, []));
      }
    }
  }
});

test("rows without a number come last, ascending and descending", () => {
  const model = new TableModel({ a: Float64Array.of(Number.NaN, 2, 1, Number.NaN) }, 4);
  model.sort({ column: "a", descending: false });
  assert.deepEqual([...model.order], [2, 1, 0, 3]);
  model.sort({ column: "a", descending: true });
  assert.deepEqual([...model.order], [1, 2, 0, 3]);
});

test("positions are those of the order, and -1 where a row is not shown", () => {
  const column = Int32Array.of(5, 1, 4, 2);
  const model = new TableModel({ column }, 4);
  model.sort({ column: "column", descending: true });
  model.filter("column", within(column, [2, null]));
  assert.deepEqual([...model.order], [0, 2, 3]);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => model.positionOf(row)),
    [0, -1, 1, 2, -1],
  );
});

test("sorting and filters stay when rows are added", () => {
  const column = Int32Array.of(3, 1, 2, 0);
  const model = new TableModel({ column }, 2);
  model.sort({ column: "column", descending: false });
  model.filter("column", within(column, [1, null]));
  assert.deepEqual([...model.order], [1, 0]);
  model.replace({ column }, 4);
  assert.deepEqual([...model.order], [1, 2, 0]);
  assert.equal(model.size, 4);
});

test("bounds include their ends and are open where they are null", () => {
  const column = Float64Array.of(0, 0.5, 1, Number.NaN);
  const passing = (bounds: Bounds): number[] => [0, 1, 2, 3].filter(within(column, bounds));
  assert.deepEqual(passing([0.5, 1]), [1, 2]);
  assert.deepEqual(passing([null, 0.5]), [0, 1]);
  assert.deepEqual(passing([null, null]), [0, 1, 2]);
});

test("an order that was read is not changed by what comes after", () => {
  const model = new TableModel({ a: Int32Array.of(2, 1) }, 2);
  const { order } = model;
  model.sort({ column: "a", descending: false });
  assert.deepEqual([...order], [0, 1]);
  assert.notEqual(model.order, order);
});

test("shows what the Python table shows, on shared cases", () => {
  assert.ok(cases.length > 0);
  for (const { columns, filters, sort_by, descending, shown } of cases as readonly SharedCase[]) {
    const model = new TableModel(columns, columns.segment.length);
    model.sort({ column: sort_by, descending });
    const predicates = Object.entries(filters).map(([name, bounds]) => [
      name,
      within(columns[name] ?? [], bounds),
    ]);
    model.filterAll(Object.fromEntries(predicates));
    assert.deepEqual([...model.order], shown);
  }
});
