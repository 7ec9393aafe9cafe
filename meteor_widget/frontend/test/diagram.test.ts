import assert from "node:assert/strict";
import { test } from "node:test";
import { bandsOf } from "../src/diagram/bands";
import { chunkColours } from "../src/diagram/colours";
import { Description } from "../src/diagram/describe";
import { layoutMatrix } from "../src/diagram/layout_matrix";
import { layoutLegend } from "../src/diagram/legend";
import { bestMode } from "../src/diagram/modes";
import { destination } from "../src/diagram/navigate";
import { SIDES } from "../src/diagram/rows";
import { slotsOf } from "../src/diagram/slots";
import { directionOf, partsOf, visible, visibleLines } from "../src/diagram/texts";
import type { Alignment } from "../src/format";
import { aligned, GLEE, measure, randomAlignment } from "./diagram_samples";
import { printed } from "./signatures";

test("the first strong character decides the direction", () => {
  assert.equal(directionOf("12 (\u05d0bc"), "rtl");
  assert.equal(directionOf("abc \u05d0"), "ltr");
  assert.equal(directionOf("\u0645\u0631\u062d\u0628\u0627"), "rtl");
  assert.equal(directionOf("42."), "ltr");
  assert.equal(directionOf(""), "ltr");
});

test("harmful characters are shown, harmless ones kept", () => {
  assert.equal(visible("\u0000\u001b\u007f\u0085"), "\u2400\u241b\u2421\uFFFD");
  assert.equal(visible("\uD83D\uDE00 \uD83D x"), "\uD83D\uDE00 \uFFFD x");
  assert.equal(visible("a\u200Db\u0301"), "a\u200Db\u0301");
  assert.equal(visible("\u202Eabc\uFFFF"), "\uFFFDabc\uFFFD");
  assert.equal(visible("\t"), "\u2409");
  assert.equal(visibleLines("a\tb\nc\u0000"), "a\tb\nc\u2400");
});

test("neighbouring chunks never share a colour, on either row", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { chunks } = randomAlignment(seed);
    const colours = chunkColours(chunks);
    const byReference = chunks
      .map((chunk, index) => ({ start: chunk.reference[0], colour: colours[index] }))
      .sort((a, b) => a.start - b.start)
      .map(({ colour }) => colour);
    for (const row of [colours, byReference]) {
      row.slice(1).forEach((colour, index) => {
        assert.notEqual(colour, row[index]);
      });
    }
    assert.ok(colours.every((colour) => colour >= 0 && colour < 6));
  }
});

test("few chunks take the colours in turn", () => {
  assert.deepEqual(chunkColours(GLEE.chunks), [0, 1]);
});

test("bands hold all words once and fit the width", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const alignment = randomAlignment(seed);
    const available = 200 + (seed % 5) * 100;
    const rows = SIDES.map((side) => slotsOf(alignment, side, available, measure));
    const bands = bandsOf(alignment, rows[0] ?? [], rows[1] ?? [], available);
    SIDES.forEach((side, row) => {
      let end = 0;
      for (const band of bands) {
        assert.equal(band[side][0], end);
        end = band[side][1];
        const slots = (rows[row] ?? []).slice(...band[side]);
        const gaps = slots.slice(0, -1).reduce((sum, slot) => sum + slot.gap, 0);
        const width = slots.reduce((sum, slot) => sum + slot.width, gaps);
        assert.ok(width <= available);
      }
      assert.equal(end, alignment[side].tokens.length);
    });
  }
});

test("a sentence says what the picture shows", () => {
  assert.equal(new Description(GLEE).summary(), "3 matches in 2 chunks; score 0.50");
  const one = aligned("a", "a", [
    [
      [0, 1],
      [0, 1],
    ],
  ]);
  assert.equal(new Description(one).summary(), "1 match in 1 chunk; score 0.50");
  assert.equal(new Description(aligned("a", "b", [])).summary(), "No matches; score 0.50");
});

test("a word says why it matched, or that it did not", () => {
  const description = new Description(GLEE);
  assert.equal(
    description.explanation({ side: "reference", token: 3 }),
    "1 \u00b7 \u201c\u2068danced\u2069\u201d \u2013 \u201c\u2068danced\u2069\u201d \u00b7 stem \u00b7 same word",
  );
  assert.equal(
    description.explanation({ side: "hypothesis", token: 3 }),
    "\u201c\u2068glee\u2069\u201d has no match in the reference",
  );
  assert.equal(
    description.label({ side: "hypothesis", token: 1 }),
    "danced, stem match with danced, chunk 1",
  );
  assert.equal(description.label({ side: "reference", token: 1 }), "joy, no match");
});

test("function words are said to be such where a delta weighs them", () => {
  const text = aligned("the end", "the end", [
    [
      [0, 1],
      [0, 1],
    ],
  ]);
  const unweighed = { ...text, hypothesis: { ...text.hypothesis, function: [0] } };
  const marked = { ...unweighed, signature: printed({ delta: 0.75, function_words: "snowball" }) };
  const description = new Description(marked);
  const legends = [unweighed, marked].map((alignment) =>
    layoutLegend(alignment, { x: 0, y: 0, width: 500 }, (words) => words.length).items.map(
      ({ text: words }) => words,
    ),
  );
  assert.deepEqual(legends, [
    ["exact", "no match"],
    ["exact", "no match", "function word"],
  ]);
  assert.doesNotMatch(
    new Description(unweighed).explanation({ side: "hypothesis", token: 0 }),
    /function word/,
  );
  assert.match(description.explanation({ side: "hypothesis", token: 0 }), /\u00b7 function word$/);
  assert.doesNotMatch(description.explanation({ side: "reference", token: 0 }), /function word/);
});

test("many words are quoted as they stand in the text", () => {
  const text = aligned("by|and large", "on the whole", [[[0, 3], [0, 3], "paraphrase"]]);
  const [row] = new Description(text).table();
  assert.equal(row?.hypothesis, "byand large");
  assert.equal(row?.reference, "on the whole");
});

test("a word is found again in the next alignment", () => {
  const next = new Description(aligned("so we danced with us with glee", "x", []));
  assert.deepEqual(next.find({ side: "hypothesis", token: 2 }, "with"), {
    side: "hypothesis",
    token: 3,
  });
  assert.equal(next.find({ side: "hypothesis", token: 2 }, "gone"), null);
});

test("arrows go along the row as it is seen, and to the matched word", () => {
  const description = new Description(GLEE);
  const from = { side: "hypothesis", token: 1 } as const;
  const go = (key: string, direction: "ltr" | "rtl" = "ltr", arrangement = "rows" as const) =>
    destination(key, from, description, { hypothesis: direction, reference: "ltr" }, arrangement);
  assert.equal(go("ArrowRight")?.token, 2);
  assert.equal(go("ArrowRight", "rtl")?.token, 0);
  assert.equal(go("ArrowLeft", "rtl")?.token, 2);
  assert.deepEqual(go("ArrowDown"), { side: "reference", token: 3 });
  assert.equal(go("ArrowUp"), null);
  assert.equal(go("Home")?.token, 0);
  assert.equal(go("End")?.token, 3);
  assert.equal(go("x"), null);
});

test("arrows stop at the ends, and lead on from a word without match", () => {
  const description = new Description(GLEE);
  const directions = { hypothesis: "ltr", reference: "ltr" } as const;
  const last = { side: "hypothesis", token: 3 } as const;
  assert.equal(destination("ArrowRight", last, description, directions, "rows")?.token, 3);
  assert.deepEqual(destination("ArrowDown", last, description, directions, "rows"), {
    side: "reference",
    token: 3,
  });
  const alone = new Description(aligned("a", "", []));
  const only = { side: "hypothesis", token: 0 } as const;
  assert.equal(destination("ArrowDown", only, alone, directions, "rows"), null);
});

test("in a matrix the hypothesis goes down", () => {
  const description = new Description(GLEE);
  const directions = { hypothesis: "ltr", reference: "rtl" } as const;
  const row = { side: "hypothesis", token: 1 } as const;
  const column = { side: "reference", token: 2 } as const;
  const go = (key: string, from: typeof row | typeof column) =>
    destination(key, from, description, directions, "matrix");
  assert.deepEqual(go("ArrowDown", row), { side: "hypothesis", token: 2 });
  assert.deepEqual(go("ArrowRight", row), { side: "reference", token: 3 });
  assert.deepEqual(go("ArrowLeft", column), { side: "reference", token: 3 });
  assert.deepEqual(go("ArrowDown", column), { side: "hypothesis", token: 0 });
});

test("running text is the whole text, spacing included", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const alignment = randomAlignment(seed);
    for (const side of SIDES) {
      const pieces = partsOf(alignment, side).flatMap((part) => part.pieces);
      assert.equal(pieces.map(({ text }) => text).join(""), visibleLines(alignment[side].text));
      const tokens = pieces.map(({ token }) => token).filter((token) => token >= 0);
      assert.deepEqual(
        tokens,
        alignment[side].tokens.map((_, index) => index),
      );
    }
  }
});

test("a chunk's words and the text between them are one part", () => {
  assert.deepEqual(
    partsOf(GLEE, "hypothesis").map(({ chunk, pieces }) => [
      chunk,
      pieces.map(({ text }) => text).join(""),
    ]),
    [
      [0, "we danced"],
      [-1, " "],
      [1, "with"],
      [-1, " glee"],
    ],
  );
});

test("a matrix has a cell for each match where its row and its columns meet", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const alignment = randomAlignment(seed);
    const drawn = layoutMatrix(alignment, { width: 800, measure, names: NAMES });
    const { grid, cell } = drawn;
    assert.equal(grid.width, cell * alignment.reference.tokens.length);
    alignment.matches.forEach(({ hypothesis, reference }, index) => {
      const box = drawn.cells[index];
      const isLeftToRight = drawn.directions.reference === "ltr";
      const first = isLeftToRight ? reference[0] : alignment.reference.tokens.length - reference[1];
      assert.equal(box?.x, grid.x + first * cell);
      assert.equal(box?.y, grid.y + hypothesis[0] * cell);
      assert.equal(box?.width, (reference[1] - reference[0]) * cell);
      assert.equal(box?.height, (hypothesis[1] - hypothesis[0]) * cell);
    });
    assert.equal(drawn.runs.length, alignment.chunks.length);
  }
});

const NAMES = { hypothesis: "Hypothesis", reference: "Reference" };

test("the mode goes by length and room", () => {
  const words = (count: number): Alignment => {
    const text = Array.from({ length: count }, () => "w").join(" ");
    return aligned(text, text, []);
  };
  const bands = (count: number) => () => ({ bands: count }) as never;
  assert.equal(bestMode(words(10), 800, bands(1)), "links");
  assert.equal(bestMode(words(10), 300, bands(1)), "inline");
  assert.equal(bestMode(words(40), 800, bands(3)), "links");
  assert.equal(bestMode(words(40), 900, bands(4)), "matrix");
  assert.equal(bestMode(words(50), 600, bands(6)), "links");
  assert.equal(bestMode(words(61), 2000, bands(1)), "inline");
});
