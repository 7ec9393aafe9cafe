import assert from "node:assert/strict";
import { test } from "node:test";
import { chunksOf, editsOf, wordsOf } from "../src/semantic_tokens";

const LEGEND = {
  tokenTypes: ["exact", "stem", "unmatched"],
  tokenModifiers: ["chunk1", "chunk2", "functionWord"],
};
// Line 1: columns 0-3 and 4-7 in chunk 1, 8-9 unmatched, 10-12 in chunk 1 again;
// line 3: columns 2-4 in chunk 1, as a function word, and 5-6 in chunk 2.
const DATA = [
  [1, 0, 3, 0, 1],
  [0, 4, 3, 1, 1],
  [0, 4, 1, 2, 0],
  [0, 2, 2, 0, 1],
  [2, 2, 2, 0, 5],
  [0, 3, 1, 0, 2],
].flat();

test("numbers of the protocol become words with lines, columns, stages and chunks", () => {
  const words = wordsOf(DATA, LEGEND).map(({ line, start, end, type, chunk }) =>
    [line, start, end, type, chunk ?? "-"].join(" "),
  );
  assert.deepEqual(words, [
    "1 0 3 exact chunk1",
    "1 4 7 stem chunk1",
    "1 8 9 unmatched -",
    "1 10 12 exact chunk1",
    "3 2 4 exact chunk1",
    "3 5 6 exact chunk2",
  ]);
});

test("neighbours of one chunk are one run, which ends with the line or at another word", () => {
  const runs = chunksOf(wordsOf(DATA, LEGEND)).map(({ line, start, end, name }) =>
    [line, start, end, name].join(" "),
  );
  assert.deepEqual(runs, ["1 0 7 chunk1", "1 10 12 chunk1", "3 2 4 chunk1", "3 5 6 chunk2"]);
});

test("words that became the same are one run, if nothing else is between them", () => {
  const legend = { tokenTypes: ["unmatched"], tokenModifiers: ["chunk1", "added", "functionWord"] };
  const line = "so very, so red, and so";
  const data = [
    [0, 0, 2, 0, 2],
    [0, 3, 4, 0, 6],
    [0, 6, 2, 0, 2],
    [0, 12, 2, 0, 4],
  ].flat();
  const runs = editsOf(wordsOf(data, legend), () => line);
  assert.deepEqual(
    runs.map(({ start, end, name }) => [line.slice(start, end), name]),
    [
      ["so very", "added"],
      ["so", "added"],
    ],
  );
});

test("what is cut off is left out, and what is unknown is unmatched", () => {
  assert.deepEqual(wordsOf([0, 1, 2, 0], LEGEND), []);
  assert.equal(wordsOf([0, 1, 2, 9, 0], LEGEND)[0]?.type, "unmatched");
});

test("a run ends where another text begins on the same line", () => {
  for (const line of [
    "one two\tone two", // TSV
    '"one two", "one two"',
    "<a>one two</a><b>one two</b>",
  ]) {
    const data = Array.from(line.matchAll(/one|two/g), ({ index }, number) => [
      index,
      number,
    ]).flatMap(([index = 0], number, all) => [0, index - (all[number - 1]?.[0] ?? 0), 3, 0, 1]);
    const runs = chunksOf(wordsOf(data, LEGEND), () => line);
    assert.deepEqual(
      runs.map(({ start, end }) => line.slice(start, end)),
      ["one two", "one two"],
    );
  }
});
