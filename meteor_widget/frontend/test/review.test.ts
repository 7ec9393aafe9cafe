/** What a review shows, as far as it needs no screen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { jsonFrom } from "../src/host/bytes";
import type { Context } from "../src/host/model";
import { PageModel } from "../src/host/page";
import { type Desk, KernelDesk, type Listing, type Window } from "../src/views/review/desk";
import { condensed, type Piece, piecesOf } from "../src/views/review/marks";
import { type PageData, pageAnswer } from "../src/views/review/page_answers";
import { Review, type State } from "../src/views/review/review";
import type { Edit, Segment } from "../src/views/review/review_format";

globalThis.requestAnimationFrame ??= (): number => 0;

interface Cases {
  readonly rows: readonly Segment[];
  readonly listings: readonly (Listing & { readonly listed: readonly number[] })[];
}

/** Python is held to the same. */
const CASES: Cases = JSON.parse(readFileSync("../../tests/widget/review_cases.json", "utf8"));

function zipped(value: unknown): DataView {
  const bytes = gzipSync(JSON.stringify(value));
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A page that has the rows in blocks of four. */
function page(): { readonly data: PageData; readonly buffers: readonly DataView[] } {
  const data = { summary: { segments: CASES.rows.length }, segments_a_block: 4 };
  const buffers = [
    zipped(["the table"]),
    zipped(CASES.rows.slice(0, 4)),
    zipped(CASES.rows.slice(4)),
  ];
  return { data: data as unknown as PageData, buffers };
}

function deskOf({ data, buffers }: ReturnType<typeof page>): Desk {
  return new KernelDesk({
    live: false,
    request: async (name, parameters) => pageAnswer(data, buffers, name, { ...parameters }),
  });
}

function numbers({ rows }: Window): number[] {
  return rows.map(({ segment }) => segment);
}

test("a page lists what the core lists", async () => {
  const desk = deskOf(page());
  for (const { listed, ...listing } of CASES.listings) {
    const window = await desk.window(listing, 0, 100);
    assert.deepEqual(numbers(window), listed, JSON.stringify(listing));
    assert.equal(window.total, listed.length);
    const part = await desk.window(listing, 1, 3);
    assert.deepEqual([part.begin, numbers(part)], [1, listed.slice(1, 3)]);
  }
});

test("a page finds a segment in a list, or the next in the file", async () => {
  const desk = deskOf(page());
  const listing: Listing = { filter: { states: ["to-do"] }, order: "score", reversed: false };
  const order = numbers(await desk.window(listing, 0, 9));
  for (const [at, expected] of [
    [1, 1],
    [2, 4],
    [5, 5],
  ] as const) {
    const window = await desk.at(listing, at);
    assert.deepEqual([window.begin, numbers(window)], [order.indexOf(expected), [expected]]);
  }
  const beyond = await desk.at(listing, 6);
  assert.deepEqual([beyond.begin, beyond.rows], [order.length, []]);
});

test("a page has the table, and does nothing that a kernel would have to", async () => {
  const { data, buffers } = page();
  const table = await pageAnswer(data, buffers, "export", { format: "tsv" });
  assert.equal(new TextDecoder().decode(table.buffers[0]), "the table");
  assert.deepEqual(jsonFrom(await pageAnswer(data, buffers, "summary", {})), data.summary);
  assert.equal(deskOf(page()).canAct, false);
  await assert.rejects(deskOf(page()).act({ do: "undo" }), /no kernel/);
});

/** A review on a page, once it has loaded. */
async function reviewOf(
  state: Partial<State>,
): Promise<{ review: Review; settle: () => Promise<void> }> {
  const model = new PageModel<State>({
    selected: null,
    order: "file",
    reversed: false,
    filter: {},
    show_alignment: false,
    ...state,
  });
  const context = {
    model,
    signal: new AbortController().signal,
    onLive: () => {},
    isPage: true,
    live: false,
  } as unknown as Context<State>;
  const review = new Review(context, deskOf(page()));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await settle();
  return { review, settle };
}

test("the first that is listed is chosen, and what is chosen stays so where it is not listed", async () => {
  const { review, settle } = await reviewOf({ order: "score" });
  assert.deepEqual([review.place, review.chosen?.segment], [0, 5]);
  await review.choose(3);
  const chosen = review.chosen?.segment;
  assert.equal(review.get("selected"), (chosen ?? 0) - 1);
  review.filterBy({ states: ["approved"] });
  await settle();
  assert.deepEqual([review.place, review.chosen?.segment, review.table.size], [null, chosen, 2]);
  review.filterBy({ states: undefined });
  await settle();
  assert.deepEqual([review.place, review.chosen?.segment, review.table.size], [3, chosen, 6]);
  review.show(2);
  await settle();
  assert.deepEqual([review.chosen?.segment, review.get("selected")], [2, 1]);
});

test("the next that nobody has reviewed comes round about", async () => {
  const { review } = await reviewOf({ selected: 0 });
  const seen: (number | undefined)[] = [];
  for (let step = 0; step < 4; step++) {
    await review.toUnreviewed();
    seen.push(review.chosen?.segment);
  }
  assert.deepEqual(seen, [4, 5, 1, 4]);
  const { review: done } = await reviewOf({ filter: { states: ["approved"] } });
  const told: unknown[] = [];
  done.onError = (words) => told.push(words);
  await done.toUnreviewed();
  assert.match(String(told.at(-1)), /All segments that are listed are reviewed/);
});

const EDIT: Edit = { kind: "replaced", mt: [2, 5], post_edit: [2, 5] };

test("a text is cut at code points, where edits and findings begin and end", () => {
  const pieces = piecesOf("👩a bcd ef", [[[3, 6], EDIT]], [[[5, 9], 0]]);
  const shown = pieces.map(({ text, edit, findings }) => [text, edit !== null, ...findings]);
  assert.deepEqual(shown, [
    ["👩a ", false],
    ["bc", true],
    ["d", true, 0],
    [" ef", false, 0],
  ]);
  assert.deepEqual(piecesOf("", [], []), []);
});

test("the pieces of every side are its text", () => {
  for (const segment of CASES.rows) {
    for (const side of ["mt", "post_edit"] as const) {
      const edits = segment.edits
        .filter((edit) => edit[side][0] < edit[side][1])
        .map((edit) => [edit[side], edit] as const);
      const pieces = piecesOf(segment[side], edits);
      assert.equal(pieces.map(({ text }) => text).join(""), segment[side]);
      const kinds = new Set(pieces.map(({ edit }) => edit?.kind));
      assert.deepEqual(
        new Set(edits.map(([, { kind }]) => kind)),
        new Set([...kinds].filter((kind) => kind !== undefined)),
      );
    }
  }
});

test("long kept text is left out between edits, at a word's end", () => {
  const kept = (text: string): Piece => ({ text, edit: null, findings: [] });
  const edit: Piece = { text: "new", edit: EDIT, findings: [] };
  const long = "word ".repeat(40);
  const [head, first, between, tail, second, end] = condensed([
    kept(long),
    edit,
    kept(long),
    edit,
    kept(long),
  ]);
  assert.ok(head?.cut && head.text.endsWith("word ") && head.text.startsWith("word"));
  assert.deepEqual([first, second], [edit, edit]);
  assert.ok(between?.text.endsWith("word ") && tail?.cut && tail.text.startsWith("word"));
  assert.ok(end !== undefined && end.text.length < long.length);
  assert.deepEqual(condensed([kept(long)]), [kept(long)]);
});
