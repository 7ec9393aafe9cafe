/** What a review shows, as far as it needs no screen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TableModel } from "../src/table/table_model";
import { condensed, type Edit, type EditedSegment, piecesOf } from "../src/views/review/edits";
import { type Block, type Order, ReviewNumbers, SORTING } from "../src/views/review/numbers";
import { pageAnswer } from "../src/views/review/page_answers";

interface Cases {
  readonly counts: readonly (readonly number[])[];
  readonly scores: readonly number[];
  readonly cases: readonly {
    readonly rewritten_from: number;
    readonly extents: readonly number[];
    readonly orders: Readonly<Record<string, readonly number[]>>;
  }[];
  readonly containing: Readonly<Record<string, readonly number[]>>;
}

/** Python is held to the same. */
const CASES: Cases = JSON.parse(readFileSync("../../tests/widget/review_cases.json", "utf8"));

function blockOf(start: number, end: number): [Block, DataView[]] {
  const rows = CASES.counts.slice(start, end);
  const views = [
    Int32Array.from(rows.flat()),
    Float64Array.from(CASES.scores.slice(start, end)),
    new Uint8Array(end - start),
  ].map((array) => offset(new Uint8Array(array.buffer)));
  return [{ start, end, done: end, running: true, error: null } as unknown as Block, views];
}

/** Bytes as a host hands them over: at an odd place in a larger buffer. */
function offset(bytes: Uint8Array): DataView {
  const larger = new Uint8Array(bytes.length + 1);
  larger.set(bytes, 1);
  return new DataView(larger.buffer, 1);
}

function numbers(): ReviewNumbers {
  const made = new ReviewNumbers(CASES.counts.length);
  made.receive(...blockOf(0, 4));
  made.receive(...blockOf(4, CASES.counts.length));
  return made;
}

test("segments come in the orders that Python gives them", () => {
  const made = numbers();
  const model = new TableModel(made.columns, made.done);
  for (const { rewritten_from, extents, orders } of CASES.cases) {
    made.rank(rewritten_from);
    assert.deepEqual(Object.values(made.extents), extents);
    for (const [order, expected] of Object.entries(orders)) {
      model.sort(SORTING[order as Order]);
      assert.deepEqual([...model.order], expected, `${order} from ${rewritten_from}`);
    }
  }
});

test("a segment without a score has no extent and comes last", () => {
  const made = new ReviewNumbers(3);
  const scores = new Uint8Array(Float64Array.of(0.5, Number.NaN, 1).buffer);
  const counts = new Uint8Array(
    Int32Array.of(2, 1, 1, 0, 0, 0, ...Array(6).fill(0), 3, 0, 0, 0, 0, 0).buffer,
  );
  made.receive({ start: 0, end: 3 }, [offset(counts), offset(scores), offset(new Uint8Array(3))]);
  made.rank(0.5);
  assert.deepEqual(made.extents, { untouched: 1, edited: 1, rewritten: 0 });
  assert.deepEqual(
    [0, 1, 2].map((row) => made.extent(row)),
    ["edited", null, "untouched"],
  );
  const model = new TableModel(made.columns, made.done);
  for (const sorting of [SORTING.extremes, SORTING["most-edited"], SORTING["lowest-score"]]) {
    model.sort(sorting);
    assert.equal(model.order[2], 1);
  }
});

test("segments that contain a kind of edit are those that Python finds", () => {
  const made = numbers();
  for (const [kind, expected] of Object.entries(CASES.containing)) {
    const rows = CASES.counts.map((_, row) => row);
    const found = rows.filter((row) => kind === "" || made.contains(row, kind as Edit["kind"]));
    assert.deepEqual(found, expected, kind);
  }
});

test("tokens are summed on either side", () => {
  const made = numbers();
  assert.deepEqual(made.sum("changed"), { mt: 5, post_edit: 6 });
  assert.deepEqual(made.sum("kept"), { mt: 35, post_edit: 35 });
  assert.deepEqual(made.sum("added"), { mt: 0, post_edit: 2 });
  assert.deepEqual(made.sum("dropped"), { mt: 3, post_edit: 0 });
});

const MOVED: EditedSegment = {
  source: null,
  hypothesis: {
    text: "👩 Now we  go.",
    tokens: [
      [0, 1],
      [2, 5],
      [6, 8],
      [10, 12],
      [12, 13],
    ],
  },
  reference: {
    text: "👩 we go now !",
    tokens: [
      [0, 1],
      [2, 4],
      [5, 7],
      [8, 11],
      [12, 13],
    ],
  },
  edits: [
    { kind: "kept", hypothesis: [0, 1], reference: [0, 1] },
    { kind: "moved", hypothesis: [1, 2], reference: [1, 1], reason: "case", move: 0 },
    { kind: "kept", hypothesis: [2, 4], reference: [1, 3] },
    { kind: "moved", hypothesis: [4, 4], reference: [3, 4], reason: "case", move: 0 },
    { kind: "changed", hypothesis: [4, 5], reference: [4, 5], reason: "words" },
  ],
};

test("pieces are cut at code points, with what lies between tokens", () => {
  const pieces = piecesOf(MOVED);
  assert.deepEqual(
    pieces.map((piece) => [piece.old.before, piece.old.text, piece.new.before, piece.new.text]),
    [
      ["", "👩", "", "👩"],
      [" ", "Now", "", ""],
      [" ", "we  go", " ", "we go"],
      ["", "", " ", "now"],
      ["", ".", " ", "!"],
    ],
  );
  assert.equal(pieces[0]?.new.after, " ");
  assert.equal(pieces[4]?.new.after, "");
});

test("each end of a move says where the other one is", () => {
  assert.deepEqual(
    piecesOf(MOVED).map(({ otherEnd }) => otherEnd),
    [null, "after", null, "before", null],
  );
});

test("a move in parts bears its number once at either end", () => {
  const part = (hypothesis: [number, number], reference: [number, number]): Edit => ({
    kind: "moved",
    hypothesis,
    reference,
    move: 0,
  });
  const row = {
    text: "a b c",
    tokens: [
      [0, 1],
      [2, 3],
      [4, 5],
    ] as const,
  };
  const pieces = piecesOf({
    source: null,
    hypothesis: row,
    reference: row,
    edits: [
      part([0, 1], [0, 0]),
      part([1, 2], [0, 0]),
      { kind: "kept", hypothesis: [2, 3], reference: [0, 1] },
      part([3, 3], [1, 2]),
      part([3, 3], [2, 3]),
    ],
  });
  assert.deepEqual(
    pieces.map(({ marksMove, edit }) => edit.kind === "moved" && marksMove),
    [false, true, false, true, false],
  );
});

test("long kept runs are cut where they are far from an edit, and nothing else is", () => {
  const row = {
    text: "w ".repeat(40),
    tokens: Array.from({ length: 40 }, (_, at) => [2 * at, 2 * at + 1] as const),
  };
  const edits: Edit[] = [
    { kind: "kept", hypothesis: [0, 20], reference: [0, 20] },
    { kind: "dropped", hypothesis: [20, 21], reference: [20, 20] },
    { kind: "kept", hypothesis: [21, 40], reference: [20, 39] },
  ];
  const short = condensed({ source: null, hypothesis: row, reference: row, edits });
  assert.deepEqual(
    short.map((edit) => edit && [edit.kind, edit.hypothesis, edit.reference]),
    [
      ["kept", [0, 0], [0, 0]],
      null,
      ["kept", [16, 20], [16, 20]],
      ["dropped", [20, 21], [20, 20]],
      ["kept", [21, 25], [20, 24]],
      null,
      ["kept", [40, 40], [39, 39]],
    ],
  );
  const untouched = { source: null, hypothesis: row, reference: row, edits: edits.slice(0, 1) };
  assert.deepEqual(condensed(untouched), edits.slice(0, 1));
});

async function gzipped(items: unknown): Promise<DataView> {
  const stream = new Blob([JSON.stringify(items)]).stream();
  const bytes = await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  return new DataView(bytes);
}

function decoded({ buffers }: { readonly buffers: readonly DataView[] }): string {
  return new TextDecoder().decode(buffers[0]);
}

test("a page answers for the segments it carries, by their own numbers", async () => {
  const segment = (text: string): object => ({ ...MOVED, reference: { text, tokens: [] } });
  const empty = new DataView(new ArrayBuffer(0));
  const buffers = [
    empty,
    empty,
    empty,
    await gzipped(["a\tb\n"]),
    await gzipped([segment("zero"), segment("Ünder")]),
    await gzipped([segment("nine")]),
  ];
  const data = { columns: {} as Block, segments_a_block: 2, carried: [0, 4, 9] };
  const texts = JSON.parse(
    decoded(await pageAnswer(data, buffers, "segments", { segments: [9, 4, 5] })),
  );
  assert.deepEqual(
    texts.map((one: EditedSegment | null) => one?.reference.text),
    ["nine", "Ünder", undefined],
  );
  const found = await pageAnswer(data, buffers, "search", { text: "ünDER" });
  assert.equal(found.buffers[0]?.getUint32(0, true), 4);
  assert.equal(found.buffers[0]?.byteLength, 4);
  assert.equal(decoded(await pageAnswer(data, buffers, "export", {})), "a\tb\n");
  await assert.rejects(pageAnswer(data, buffers, "cancel", {}), /no kernel/);
});
