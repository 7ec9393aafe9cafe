import assert from "node:assert/strict";
import { test } from "node:test";
import { tsv } from "../src/segments/downloads";
import { bestCell, MapOfTwo, orderOfCells, settings } from "../src/views/agreement/map_of_two";
import { rangeOf } from "../src/views/agreement/rating_plot";
import { verdict } from "../src/views/agreement/wording";

const measured = (value: number, difference: readonly [number, number, number] | null = null) => ({
  value: { value, low: value, high: value },
  difference: difference && { value: difference[0], low: difference[1], high: difference[2] },
});

test("settings are round and reach both ends", () => {
  assert.deepEqual(settings(0, 1, 11), [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  assert.deepEqual(settings(0, 5, 3), [0, 2.5, 5]);
});

test("every cell is filled once, coarse ones first", () => {
  const order = orderOfCells(21, 21);
  assert.deepEqual(
    [...order].sort((one, other) => one - other),
    Array.from({ length: 441 }, (_, cell) => cell),
  );
  assert.deepEqual(order.slice(0, 9), [0, 10, 20, 210, 220, 230, 420, 430, 440]);
});

test("a map fills in turns, and begins anew for other parameters", async () => {
  const map = new MapOfTwo(new AbortController().signal);
  const full = (): Promise<void> =>
    new Promise((resolve) => {
      map.onFill = () => map.isFull && resolve();
    });
  const grid = {
    across: settings(0, 1),
    upward: settings(0, 1),
    key: "one",
    measure: (across: number, upward: number) => measured(across - upward),
  };
  map.show(grid, 0);
  await full();
  assert.deepEqual(bestCell(map.cells), { cell: 20, value: 1 });
  map.show({ ...grid, measure: () => measured(0) }, 0);
  assert.ok(map.isFull); // the same key: nothing to do
  map.show({ ...grid, key: "other", measure: (across, upward) => measured(upward - across) }, 0);
  assert.ok(!map.isFull);
  await full();
  assert.equal(bestCell(map.cells)?.cell, 420);
});

test("a map without a value has no best cell", () => {
  assert.equal(bestCell([undefined, { value: null, difference: null }]), null);
});

test("the verdict names a difference only where its interval leaves 0 out", () => {
  assert.equal(
    verdict(measured(0.6, [0.01, -0.001, 0.02]), "classic"),
    "not distinguishable from classic",
  );
  assert.equal(verdict(measured(0.6, [0.01, 0.001, 0.02]), "classic"), "▲ better than classic");
  assert.equal(verdict(measured(0.6, [-0.01, -0.02, -0.001]), "classic"), "▼ worse than classic");
  assert.equal(verdict(measured(0.6), "classic"), "");
});

test("the scale of ratings is round, and there is one where all are equal", () => {
  assert.deepEqual(rangeOf(Float64Array.of(-24.3, -0.2)), [-26, 0]);
  assert.deepEqual(rangeOf(Float64Array.of(5, 5)), [4, 6]);
  assert.deepEqual(rangeOf(Float64Array.of()), [-1, 1]);
});

test("no text breaks the cells of a file", () => {
  assert.equal(
    tsv([
      ["a\tb", 1.5],
      ["c\r\nd", ""],
    ]),
    "a b\t1.5\nc d\t\n",
  );
});
