import assert from "node:assert/strict";
import { test } from "node:test";
import { Attempts } from "../src/server/attempts";

const SECOND = 1000;

/** How long it waits after each end, until it leaves the server alone. */
function pauses(ends: readonly { readonly hasSpoken: boolean }[]): (number | undefined)[] {
  const attempts = new Attempts();
  return ends.map(({ hasSpoken }) => attempts.ended(0, hasSpoken));
}

test("a server that speaks and ends is started six times in all", () => {
  assert.deepEqual(pauses(Array(6).fill({ hasSpoken: true })), [
    500,
    2000,
    5000,
    15_000,
    30_000,
    undefined,
  ]);
});

test("a program that never says anything is started three times in all", () => {
  assert.deepEqual(pauses(Array(3).fill({ hasSpoken: false })), [500, 2000, undefined]);
});

test("a start that fails and a death right after one count alike", () => {
  for (const early of [0, 1, 2, 3, 4, 5]) {
    const ends = Array.from({ length: 6 }, (_, end) => ({ hasSpoken: end !== early }));
    assert.equal(pauses(ends).indexOf(undefined), 5, `the end ${early} came before it spoke`);
  }
});

test("what ended before is forgotten where a server ran for a minute, and only there", () => {
  const attempts = new Attempts();
  for (const [began, ended, pause] of [
    [0, 59, 500],
    [60, 119, 2000],
    [120, 180, 500],
    [181, 182, 2000],
  ] as const) {
    attempts.runs(began * SECOND);
    assert.equal(attempts.ended(ended * SECOND, true), pause);
  }
  assert.equal(attempts.ends, 2);
  // One that does not start has not run since the one before it did.
  assert.equal(attempts.ended(900 * SECOND, true), 5000);
});

test("a person who starts it begins anew", () => {
  const attempts = new Attempts();
  attempts.ended(0, true);
  attempts.forget();
  assert.deepEqual([attempts.ends, attempts.hasSpoken], [0, false]);
  assert.equal(attempts.ended(0, false), 500);
});
