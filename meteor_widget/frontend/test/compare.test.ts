import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { workInWords } from "../src/segments/progress";
import {
  type Known,
  nextSorting,
  percentOf,
  type SystemColumn,
  type SystemRow,
  scaleOfScores,
  sortedSystems,
} from "../src/views/compare/systems";
import { type PageData, pageAnswer } from "../src/views/compare/view";
import {
  arrow,
  chance,
  direction,
  isSignificant,
  signed,
  sortedDifferences,
  tally,
  workOf,
} from "../src/views/compare/wording";

test("a difference says its direction by sign, arrow and class", () => {
  assert.equal(signed(0.03854), "+0.0385");
  assert.equal(signed(-0.0113), "\u22120.0113");
  assert.equal(signed(-0.00001), "0.0000");
  assert.equal(signed(0.8026, 3), "+0.803");
  assert.deepEqual([0.1, -0.1, 0].map(arrow), ["▲", "▼", "\u00b7"]);
  assert.equal(new Set([0.1, -0.1, 0].map(direction)).size, 3);
});

test("a chance is never a bare zero", () => {
  assert.equal(chance(1 / 1001), "0.0010");
  assert.equal(chance(1 / 10001), "< 0.0001");
  assert.equal(chance(1), "1.0000");
});

test("a difference in too few segments is not significant", () => {
  const significant = (holm: number, too_few: boolean): boolean =>
    isSignificant({ holm, too_few } as SystemRow);
  assert.deepEqual(
    [significant(0.04, false), significant(0.04, true), significant(0.06, false)],
    [true, false, false],
  );
});

const row = (score: number, lower: number | null, upper: number | null): SystemRow =>
  ({ score, lower, upper }) as SystemRow;

test("the scale holds every interval and stays within 0 and 1", () => {
  const rows = [row(0.7, 0.68, 0.72), row(0.75, 0.74, 0.77), row(0.66, null, null)];
  const scale = scaleOfScores(rows);
  for (const { score, lower, upper } of rows) {
    for (const value of [score, lower ?? score, upper ?? score]) {
      assert.ok(percentOf(scale, value) > 0 && percentOf(scale, value) < 100);
    }
  }
  assert.deepEqual(scaleOfScores([row(0, 0, 0), row(1, 1, 1)]), { low: 0, high: 1 });
  const equal = scaleOfScores([row(0.5, null, null), row(0.5, null, null)]);
  assert.ok(equal.high > equal.low);
});

test("differences are counted and put in order, the greatest first", () => {
  const differences = Float64Array.of(0.1, -0.3, 0, 0.25, 0, 9);
  assert.deepEqual([...sortedDifferences(differences, 5)], [0.25, 0.1, 0, 0, -0.3]);
  assert.deepEqual(tally(sortedDifferences(differences, 5)), { better: 2, worse: 1, level: 2 });
  assert.equal(differences[5], 9);
});

test("progress is told for as long as there is something to wait for", () => {
  const work = (changes: Partial<Known>) =>
    workOf(
      { done: 10, running: false, share: null, test: null, error: null, ...changes } as Known,
      10,
    );
  const words = (changes: Partial<Known>, seconds = 0): string => {
    const known = work(changes);
    assert.ok(known !== null);
    return workInWords(known, { done: 0, time: 0 }, 1000 * seconds);
  };
  assert.equal(words({ done: 3, running: true }), "3 of 10 segments scored");
  assert.equal(
    words({ done: 5, running: true }, 2),
    "5 of 10 segments scored · 3 a second · 2 s left",
  );
  assert.equal(words({ done: 3 }), "3 of 10 segments scored; scoring was stopped");
  assert.equal(words({ running: true, share: 0.459 }), "45 % resampled");
  assert.equal(words({ running: true, share: 0.25 }, 60), "25 % resampled · 3 min left");
  assert.equal(words({}), "Not tested; resampling was stopped");
  assert.equal(words({ error: "no" }), "Not tested; resampling failed: no");
  assert.equal(work({ test: {} }), null);
});

const block = (items: readonly unknown[]): DataView => {
  const bytes = Uint8Array.from(gzipSync(JSON.stringify(items)));
  return new DataView(bytes.buffer);
};

const DATA: PageData = {
  done: 3,
  text_blocks: 2,
  texts_a_block: 2,
  pictures_a_block: 1,
  pictured: [0, 2],
  exports: { tsv: "system\n" },
};
const COLUMN = new DataView(new ArrayBuffer(8));
const BUFFERS = [
  COLUMN,
  COLUMN,
  block(["a", "b"]),
  block(["c"]),
  block(["first"]),
  block(["last"]),
];

async function answer(name: string, parameters: object): Promise<unknown> {
  const { buffers } = await pageAnswer(DATA, BUFFERS, name, parameters as never);
  const text = new TextDecoder().decode(buffers[0]);
  return name === "export" ? text : JSON.parse(text);
}

test("a page answers from its blocks", async () => {
  assert.deepEqual(await answer("texts", { segments: [2, 0] }), ["c", "a"]);
  assert.equal(await answer("pictures", { segment: 2 }), "last");
  assert.equal(await answer("pictures", { segment: 1 }), null);
  assert.equal(await answer("export", { format: "tsv" }), "system\n");
  const { buffers } = await pageAnswer(DATA, BUFFERS, "columns", {} as never);
  assert.deepEqual(buffers, [COLUMN, COLUMN]);
  await assert.rejects(answer("cancel", {}), /no kernel/);
});

test("systems are sorted by any column, unknown numbers last both ways", () => {
  const systems = [
    { system: "b", score: 0.5, p_value: null },
    { system: "a10", score: 0.75, p_value: 0.5 },
    { system: "a9", score: 0.25, p_value: 0.01 },
    { system: "c", score: 0.75, p_value: 0.01 },
  ] as SystemRow[];
  const order = (column: SystemColumn, descending: boolean): string =>
    sortedSystems(systems, column, descending)
      .map(({ system }) => system)
      .join(" ");
  assert.equal(order("score", true), "a10 c b a9");
  assert.equal(order("score", false), "a9 b a10 c");
  assert.equal(order("p_value", false), "a9 c a10 b");
  assert.equal(order("p_value", true), "a10 a9 c b");
  assert.equal(order("system", false), "a9 a10 b c");
  assert.equal(order("given", false), "b a10 a9 c");
  assert.equal(order("given", true), "c a9 a10 b");
});

test("a first click on a head puts the better ones first, a second turns them round", () => {
  const first = nextSorting("p_value", { column: "score", descending: true });
  assert.deepEqual(first, { column: "p_value", descending: false });
  assert.deepEqual(nextSorting("p_value", first), { column: "p_value", descending: true });
  assert.equal(nextSorting("recall", first).descending, true);
});
