import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Answer } from "../src/host/model";
import { type Block, CorpusColumns } from "../src/views/corpus/columns";
import { filterInWords } from "../src/views/corpus/measure_names";
import { type PageData, pageAnswer } from "../src/views/corpus/page_answers";

function view(numbers: ArrayBufferView): DataView {
  return new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** A buffer that begins where no float may. */
function shifted(numbers: Float64Array): DataView {
  const bytes = new Uint8Array(numbers.byteLength + 1);
  bytes.set(new Uint8Array(numbers.buffer), 1);
  return new DataView(bytes.buffer, 1);
}

const LAYOUT: Block["layout"] = [
  ["score", "float64"],
  ["hypothesis_length", "uint8"],
  ["chunks", "uint16"],
  ["matches_exact", "uint8"],
  ["matches_stem", "int32"],
  ["reference_matches_exact", "uint8"],
  ["reference_matches_stem", "int32"],
];

function block(start: number, scores: number[]): [Block, DataView[]] {
  const end = start + scores.length;
  const rows = scores.map((_, index) => start + index);
  return [
    { start, end, layout: LAYOUT, done: end, running: true, error: null },
    [
      shifted(Float64Array.from(scores)),
      view(Uint8Array.from(rows, (row) => row + 10)),
      view(Uint16Array.from(rows, (row) => 1000 * row)),
      view(Uint8Array.from(rows, () => 2)),
      view(Int32Array.from(rows, (row) => row)),
      view(Uint8Array.from(rows, () => 3)),
      view(Int32Array.from(rows, (row) => 2 * row)),
    ],
  ];
}

test("blocks fill the columns in order", () => {
  const corpus = new CorpusColumns(5, ["exact", "stem"]);
  corpus.receive(...block(0, [0.5, 1 / 3]));
  corpus.receive(...block(2, [0.25, 0.125]));
  assert.equal(corpus.done, 4);
  assert.deepEqual([...(corpus.columns.score ?? [])], [0.5, 1 / 3, 0.25, 0.125, 0]);
  assert.deepEqual([...(corpus.columns.chunks ?? [])], [0, 1000, 2000, 3000, 0]);
  assert.deepEqual([...(corpus.columns.matches ?? [])], [2, 3, 4, 5, 0]);
  assert.deepEqual([...(corpus.columns.segment ?? [])], [1, 2, 3, 4, 5]);
});

test("totals sum the counts of the rows asked for", () => {
  const corpus = new CorpusColumns(4, ["exact", "stem"]);
  corpus.receive(...block(0, [0, 0, 0, 0]));
  const total = corpus.total(Uint32Array.of(1, 3));
  assert.equal(total.hypothesis_length, 11 + 13);
  assert.equal(total.chunks, 4000);
  assert.deepEqual(total.matches_by_stage, [4, 4]);
  assert.deepEqual(total.reference_matches_by_stage, [6, 8]);
});

test("a segment with a score that is not a number is not scored", () => {
  const corpus = new CorpusColumns(2, ["exact", "stem"]);
  corpus.receive(...block(0, [0, Number.NaN]));
  assert.deepEqual(
    [0, 1].map((row) => corpus.isScored(row)),
    [true, false],
  );
});

const ALONE = { ids: false, scores: [], metadata: {} };

test("filters are put into words", () => {
  assert.equal(filterInWords("score", 0.25, 0.5, ALONE), "score 0.25–0.5");
  assert.equal(filterInWords("chunks", null, 1200, ALONE), "chunks ≤ 1,200");
  assert.equal(filterInWords("hypothesis_length", 4, null, ALONE), "hypothesis length ≥ 4");
  assert.equal(filterInWords("reference", 0, 0, ALONE), "best reference = 1");
  assert.equal(filterInWords("optimal", 0, 0, ALONE), "not proved");
  const scores = [{ name: "mqm", lower_is_better: false }];
  assert.equal(filterInWords("mqm", -5, null, { ...ALONE, scores }), "mqm ≥ -5");
});

const TEXTS = [
  ["Ärger", "x"],
  ["b", "ein ÄRGER"],
  ["c".repeat(50), "d"],
];

function page(pictured: readonly number[] | null): [PageData, DataView[]] {
  const packed = (value: unknown): DataView => view(gzipSync(JSON.stringify(value)));
  const data: PageData = {
    layout: [["score", "float64"]],
    done: 3,
    summary: "}",
    text_blocks: 2,
    longest_cell: 9,
    texts_a_block: 2,
    pictures_a_block: 1,
    pictured,
  };
  const numbers = view(Float64Array.of(0.5, 1, 0.25));
  const pictures = (pictured ?? [0, 1, 2]).map((segment) => packed([{ of: segment }]));
  return [data, [numbers, packed(TEXTS.slice(0, 2)), packed(TEXTS.slice(2)), ...pictures]];
}

const json = ({ buffers }: Answer): unknown => JSON.parse(new TextDecoder().decode(buffers[0]));

test("a page answers with texts, cut to what a cell shows, from any blocks", async () => {
  const answer = await pageAnswer(...page(null), "texts", { segments: [2, 0] });
  assert.deepEqual(json(answer), [
    ["ccccccccc", "d"],
    ["Ärger", "x"],
  ]);
});

test("a page finds texts in any case", async () => {
  const { buffers } = await pageAnswer(...page(null), "search", { text: "ärger" });
  assert.deepEqual([...new Uint32Array(buffers[0]?.buffer ?? new ArrayBuffer(0))], [0, 1]);
});

test("a page gives the pictures it has, and says when it has none", async () => {
  const some = page([2, 0]);
  assert.deepEqual(json(await pageAnswer(...some, "picture", { segment: 0 })), { of: 0 });
  assert.deepEqual(json(await pageAnswer(...some, "picture", { segment: 2 })), { of: 2 });
  assert.deepEqual(json(await pageAnswer(...some, "picture", { segment: 1 })), { left_out: 2 });
  assert.deepEqual(json(await pageAnswer(...page(null), "picture", { segment: 1 })), { of: 1 });
  await assert.rejects(pageAnswer(...some, "resume", {}), /no kernel/);
});
