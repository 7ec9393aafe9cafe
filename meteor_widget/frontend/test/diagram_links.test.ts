import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutLinks } from "../src/diagram/layout_links";
import type { LinksLayout, PlacedWord } from "../src/diagram/links_layout";
import { SIDES, type Side } from "../src/diagram/rows";
import type { Alignment, Match } from "../src/format";
import { aligned, GLEE, measure, randomAlignment } from "./diagram_samples";

const NAMES = { hypothesis: "Hypothesis", reference: "Reference" };
const SPACE = 9;
const TIGHT = 4;
const MARGIN = 4;

function layout(alignment: Alignment, width = 500): LinksLayout {
  return layoutLinks(alignment, { width, measure, names: NAMES });
}

function wordsOf({ words }: LinksLayout, side: Side): PlacedWord[] {
  return words.filter((word) => word.side === side);
}

function word(drawn: LinksLayout, side: Side, token: number): PlacedWord {
  const found = drawn.words.filter((each) => each.side === side && each.token === token);
  assert.equal(found.length, 1);
  return found[0] as PlacedWord;
}

test("words follow each other at their widths, with a space between", () => {
  const words = wordsOf(layout(GLEE), "hypothesis");
  assert.deepEqual(
    words.map(({ text }) => text),
    ["we", "danced", "with", "glee"],
  );
  // "danced" carries the mark of its stage, for which there is room.
  assert.deepEqual(
    words.map(({ x }) => x),
    [4, 4 + 16 + SPACE, 4 + 16 + SPACE + 48 + 13 + SPACE, 4 + 16 + 48 + 13 + 32 + 3 * SPACE],
  );
  assert.equal(words[1]?.mark, "st");
});

test("the hypothesis is above, the links end at the middles of their words", () => {
  const drawn = layout(GLEE);
  assert.equal(drawn.links.length, 3);
  for (const { match, x1, y1, x2, y2, span } of drawn.links) {
    const { hypothesis, reference } = GLEE.matches[match] as Match;
    const above = word(drawn, "hypothesis", hypothesis[0]);
    const below = word(drawn, "reference", reference[0]);
    assert.equal(x1, above.x + above.width / 2);
    assert.equal(x2, below.x + below.width / 2);
    assert.ok(above.y < y1 && y1 < y2 && y2 < below.y);
    assert.equal(span, null);
  }
});

test("a chunk has one bar on each row over all its words, with its number in the middle", () => {
  const drawn = layout(GLEE);
  const bars = drawn.bars.filter((bar) => bar.chunk === 0);
  assert.deepEqual(
    bars.map(({ side, x, width, numberX }) => ({ side, x, width, numberX })),
    [
      { side: "hypothesis", x: 4, width: 86, numberX: 47 },
      { side: "reference", x: 4 + 32 + SPACE + 24 + SPACE, width: 86, numberX: 121 },
    ],
  );
  assert.deepEqual(
    drawn.ribbons.map(({ chunk, above, below }) => ({ chunk, above, below })),
    [
      { chunk: 0, above: [4, 90], below: [78, 164] },
      { chunk: 1, above: [99, 131], below: [4, 36] },
    ],
  );
});

test("words that touch in the text stand close", () => {
  const [first, second] = wordsOf(layout(aligned("\u6211|\u4eec", "", [])), "hypothesis");
  assert.equal((second?.x ?? 0) - (first?.x ?? 0), 15 + TIGHT);
});

test("right-to-left rows are the mirror image of left-to-right ones", () => {
  const pairs = GLEE.matches.map(
    ({ hypothesis, reference, stage }) => [hypothesis, reference, stage] as const,
  );
  const hebrew = (text: string): string => text.replace(/[a-z]/g, "\u05d0");
  const mirrored = layout(
    aligned(hebrew("we danced with glee"), hebrew("with joy we danced"), pairs),
  );
  const drawn = layout(GLEE);
  assert.equal(mirrored.directions.hypothesis, "rtl");
  const right = Math.max(...drawn.words.map(({ x, width }) => x + width));
  for (const each of drawn.words) {
    const image = word(mirrored, each.side, each.token);
    assert.equal(image.x, right + MARGIN - each.x - each.width);
    assert.equal(image.y, each.y);
  }
  mirrored.links.forEach((link, index) => {
    assert.equal(link.x1, right + MARGIN - (drawn.links[index]?.x1 ?? 0));
    assert.equal(link.x2, right + MARGIN - (drawn.links[index]?.x2 ?? 0));
  });
});

test("a many-word match has brackets on both rows and a ribbon between them", () => {
  const drawn = layout(
    aligned("by and large yes", "yes on the whole it", [
      [[0, 3], [1, 4], "paraphrase"],
      [
        [3, 4],
        [0, 1],
      ],
    ]),
  );
  assert.deepEqual(
    drawn.brackets.map(({ side, x, width, depth }) => ({ side, x, width, depth })),
    [
      { side: "hypothesis", x: 4, width: 16 + 24 + 40 + 13 + 2 * SPACE, depth: 5 },
      { side: "reference", x: 4 + 24 + SPACE, width: 16 + 24 + 40 + 13 + 2 * SPACE, depth: -5 },
    ],
  );
  assert.deepEqual(drawn.links[0]?.span, { above: [4, 115], below: [37, 148] });
  assert.deepEqual(
    drawn.words.filter(({ mark }) => mark === "pa").map(({ token }) => token),
    [2, 3],
  );
});

test("empty rows say so", () => {
  for (const [above, below] of [
    ["", ""],
    ["", "a word"],
    ["a word", ""],
  ] as const) {
    const drawn = layout(aligned(above, below, []));
    const empty = drawn.captions.filter((caption) => caption.isEmpty);
    assert.equal(empty.length, [above, below].filter((text) => text === "").length);
    assert.ok(empty.every(({ text }) => text === "(no words)"));
    assert.equal(drawn.bands, 1);
  }
});

test("bands are broken between chunks where that keeps links whole", () => {
  const words = Array.from({ length: 24 }, (_, index) => `word${index % 10}`);
  // The reference has four words more at its start: its chunks lie further right.
  const shift = 4;
  const pairs = words.map((_, index) => [
    [index, index + 1],
    [index + shift, index + shift + 1],
  ]);
  const drawn = layout(
    aligned(words.join(" "), ["more", "more", "more", "more", ...words].join(" "), pairs as never),
    400,
  );
  assert.ok(drawn.bands > 3);
  assert.equal(drawn.stubs.length, 0);
  assert.equal(drawn.links.length, 24);
});

test("a link that leaves its band says where it goes", () => {
  const filler = Array.from({ length: 20 }, () => "filler").join(" ");
  const drawn = layout(
    aligned(`a ${filler}`, `${filler} a`, [
      [
        [0, 1],
        [20, 21],
      ],
    ]),
    300,
  );
  assert.deepEqual(
    drawn.stubs.map(({ side, label }) => ({ side, label })),
    [
      { side: "hypothesis", label: "\u21931" },
      { side: "reference", label: "\u21911" },
    ],
  );
  const longer = aligned(`moved about ${filler}`, `${filler} moved about`, [
    [
      [0, 1],
      [20, 21],
    ],
    [
      [1, 2],
      [21, 22],
    ],
  ]);
  assert.equal(layout(longer, 300).stubs[0]?.label, "\u2193 moved about");
});

test("a word wider than the picture is shortened, by whole characters", () => {
  const [only] = wordsOf(layout(aligned("\u{1F600}".repeat(40), "", []), 200), "hypothesis");
  assert.match(only?.text ?? "", /^\u{1F600}+\u2026$/u);
  assert.ok((only?.width ?? 999) <= 200 - 2 * MARGIN);
  assert.ok((only?.width ?? 0) > 200 - 2 * MARGIN - 15);
});

test("what cannot be seen is shown by a picture of it", () => {
  const words = wordsOf(layout(aligned("a\u0000b \uD800 \u202Eevil \u007F", "", [])), "hypothesis");
  assert.deepEqual(
    words.map(({ text }) => text),
    ["a\u2400b", "\uFFFD", "\uFFFDevil", "\u2421"],
  );
});

test("the legend explains what occurs, nothing else", () => {
  assert.deepEqual(
    layout(GLEE).legend.items.map(({ text }) => text),
    ["exact", "stem (st)", "no match"],
  );
  assert.deepEqual(layout(aligned("", "", [])).legend.items, []);
});

test("captions are beside the rows of a wide picture, above and below in a narrow one", () => {
  const [wide] = layout(GLEE, 900).captions;
  const [narrow] = layout(GLEE, 400).captions;
  assert.equal(wide?.y, word(layout(GLEE, 900), "hypothesis", 0).y);
  assert.ok((narrow?.y ?? 0) < word(layout(GLEE, 400), "hypothesis", 0).y - 20);
});

test("500 random alignments", () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const alignment = randomAlignment(seed);
    const width = [150, 420, 700, 1200][seed % 4] ?? 0;
    const drawn = layout(alignment, width);
    assert.deepEqual(layout(alignment, width), drawn);
    try {
      checkWords(alignment, drawn, width);
      checkMatches(alignment, drawn);
      checkBars(alignment, drawn);
      checkNumbers(drawn);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
});

/** Each word once, in order, apart from its neighbours, inside. */
function checkWords(alignment: Alignment, drawn: LinksLayout, width: number): void {
  for (const side of SIDES) {
    const words = wordsOf(drawn, side);
    assert.deepEqual(
      words.map(({ token }) => token),
      alignment[side].tokens.map((_, index) => index),
    );
    words.forEach((each, index) => {
      assert.ok(each.x >= 0 && each.x + each.width <= width + 0.01, "inside the width");
      assert.ok(each.y > 0 && each.y < drawn.height);
      const next = words[index + 1];
      if (next === undefined) {
        return;
      }
      assert.ok(next.band >= each.band);
      if (next.band > each.band) {
        assert.ok(next.y > each.y);
        return;
      }
      assert.equal(next.y, each.y);
      const [left, right] = drawn.directions[side] === "ltr" ? [each, next] : [next, each];
      assert.ok(left.x + left.width + TIGHT - 0.02 <= right.x, "no overlap");
    });
  }
}

/** Each match is one link within a band, or one stub on either row. */
function checkMatches(alignment: Alignment, drawn: LinksLayout): void {
  alignment.matches.forEach((match, index) => {
    const above = word(drawn, "hypothesis", match.hypothesis[0]);
    const below = word(drawn, "reference", match.reference[0]);
    const links = drawn.links.filter((link) => link.match === index);
    const stubs = drawn.stubs.filter((stub) => stub.matches.includes(index));
    if (above.band === below.band) {
      assert.equal(links.length, 1);
      assert.equal(stubs.length, 0);
      const { x1, x2, band } = links[0] as (typeof links)[number];
      assert.equal(band, above.band);
      checkUnder(drawn, "hypothesis", match, x1);
      checkUnder(drawn, "reference", match, x2);
    } else {
      assert.equal(links.length, 0);
      assert.deepEqual(stubs.map(({ side }) => side).sort(), ["hypothesis", "reference"]);
      for (const { side, xs, matches } of stubs) {
        checkUnder(drawn, side, match, xs[matches.indexOf(index)] ?? -1);
      }
    }
  });
}

/** Whether a line stands in the middle of the words that a match has in the first's band. */
function checkUnder(drawn: LinksLayout, side: Side, match: Match, x: number): void {
  const [start, end] = match[side];
  const { band } = word(drawn, side, start);
  const words = wordsOf(drawn, side)
    .slice(start, end)
    .filter((each) => each.band === band);
  const left = Math.min(...words.map((each) => each.x));
  const right = Math.max(...words.map((each) => each.x + each.width));
  assert.ok(Math.abs(x - (left + right) / 2) <= 0.02, "in the middle");
}

/** Under each matched word there is its chunk's bar, and under no other word any bar. */
function checkBars(alignment: Alignment, drawn: LinksLayout): void {
  for (const each of drawn.words) {
    const under = drawn.bars.filter(
      (bar) =>
        bar.side === each.side &&
        bar.band === each.band &&
        bar.x < each.x + each.width - 0.05 &&
        bar.x + bar.width > each.x + 0.05,
    );
    assert.deepEqual(
      under.map(({ chunk }) => chunk),
      each.match < 0 ? [] : [alignment.matches[each.match]?.chunk],
    );
  }
}

/** Finite, and at most two decimals. */
function checkNumbers(value: unknown): void {
  if (typeof value === "number") {
    assert.ok(Number.isFinite(value));
    assert.ok(Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${value}`);
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(checkNumbers);
  }
}

/** Alignments of different hypotheses with one reference. */
function overOneReference(): readonly [Alignment, Alignment] {
  const reference = "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14 o15 p16";
  return [
    aligned("c3 d4 stemmed a1 o15 p16", reference, [
      [
        [0, 2],
        [2, 4],
      ],
      [[2, 3], [1, 2], "stem"],
      [
        [3, 4],
        [0, 1],
      ],
      [
        [4, 6],
        [14, 16],
      ],
    ]),
    aligned(
      `${reference} and twenty more words that the other one does not have at all`,
      reference,
      [
        [
          [0, 5],
          [0, 5],
        ],
        [[6, 7], [6, 7], "synonym"],
        [
          [7, 16],
          [7, 16],
        ],
      ],
    ),
  ];
}

test("over one reference, its words stand in the same places in both pictures", () => {
  const [one, other] = overOneReference();
  for (const width of [300, 420, 560, 700, 2000]) {
    const both = [
      layoutLinks(one, { width, measure, names: NAMES, beside: [other] }),
      layoutLinks(other, { width, measure, names: NAMES, beside: [one] }),
    ] as const;
    const places = both.map((drawn) =>
      wordsOf(drawn, "reference").map(({ token, text, x, width: wide, band }) => [
        ...[token, text, x, wide, band],
      ]),
    );
    assert.deepEqual(places[0], places[1]);
    for (const [index, alignment] of [one, other].entries()) {
      const drawn = both[index] as LinksLayout;
      for (const side of SIDES) {
        const tokens = wordsOf(drawn, side).map(({ token }) => token);
        assert.deepEqual(tokens, [...alignment[side].tokens.keys()]);
      }
      assert.ok(drawn.width <= width);
      const matches = [
        ...drawn.links.map(({ match }) => match),
        ...drawn.stubs.flatMap((stub) => stub.matches),
      ];
      assert.deepEqual(new Set(matches), new Set(alignment.matches.keys()));
    }
  }
});

test("by themselves the same two have their own breaks and widths", () => {
  const [one, other] = overOneReference().map((alignment) => layout(alignment, 420));
  const places = [one, other].map((drawn) =>
    wordsOf(drawn as LinksLayout, "reference").map(({ x, band }) => [x, band]),
  );
  assert.notDeepEqual(places[0], places[1]);
});

test("right-to-left rows of both begin at the same right end", () => {
  const reference = "אחת שתיים שלוש ארבע";
  const one = aligned("אחת שתיים ארבע", reference, [
    [
      [0, 1],
      [0, 1],
    ],
    [[1, 2], [1, 2], "stem"],
    [[2, 3], [3, 4], "synonym"],
  ]); // its legend is wider than the words
  const other = aligned("אחת שתיים שלוש ארבע חמש שש", reference, [
    [
      [0, 4],
      [0, 4],
    ],
  ]);
  const [first, second] = [
    layoutLinks(one, { width: 600, measure, names: NAMES, beside: [other] }),
    layoutLinks(other, { width: 600, measure, names: NAMES, beside: [one] }),
  ];
  const places = (drawn: LinksLayout) => wordsOf(drawn, "reference").map(({ x }) => x);
  assert.deepEqual(places(first), places(second));
  assert.equal(first.width, second.width);
});
