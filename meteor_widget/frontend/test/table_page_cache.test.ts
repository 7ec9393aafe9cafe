import assert from "node:assert/strict";
import { test } from "node:test";
import { PageCache } from "../src/table/page_cache";

/** A fetch that answers when it is told to. */
class Kernel {
  readonly asked: (readonly number[])[] = [];
  #open: (() => void)[] = [];

  fetch = (rows: readonly number[]): Promise<string[]> => {
    this.asked.push([...rows]);
    return new Promise((resolve) => {
      this.#open.push(() => resolve(rows.map((row) => `text ${row}`)));
    });
  };

  async answer(): Promise<void> {
    this.#open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("asks once at a time, and never for what was passed meanwhile", async () => {
  const kernel = new Kernel();
  const cache = new PageCache<string>(kernel.fetch, () => {});
  cache.want([1, 2]);
  cache.want([50, 51]);
  cache.want([2, 90]);
  assert.deepEqual(kernel.asked, [[1, 2]]);
  await kernel.answer();
  assert.deepEqual(kernel.asked, [[1, 2], [90]]);
  await kernel.answer();
  assert.deepEqual(
    [1, 2, 50, 90].map((row) => cache.get(row)),
    ["text 1", "text 2", undefined, "text 90"],
  );
});

test("says when texts arrive, and asks in pages", async () => {
  const kernel = new Kernel();
  let arrivals = 0;
  const cache = new PageCache<string>(kernel.fetch, () => arrivals++);
  cache.want(Array.from({ length: 450 }, (_, row) => row));
  await kernel.answer();
  await kernel.answer();
  await kernel.answer();
  assert.equal(arrivals, 3);
  assert.deepEqual(
    kernel.asked.flat(),
    Array.from({ length: 450 }, (_, row) => row),
  );
  assert.ok(kernel.asked.every((rows) => rows.length <= 200));
});

test("forgets what was not looked at for the longest time", async () => {
  const kernel = new Kernel();
  const cache = new PageCache<string>(kernel.fetch, () => {}, 3);
  cache.want([1, 2, 3]);
  await kernel.answer();
  cache.get(1);
  cache.want([4]);
  await kernel.answer();
  assert.deepEqual(
    [1, 2, 3, 4].map((row) => cache.get(row) !== undefined),
    [true, false, true, true],
  );
});

test("reports a failure once and asks again when rows are wanted again", async () => {
  let failures = 0;
  let fails = true;
  const cache = new PageCache<string>(
    async (rows) => {
      if (fails) {
        throw new Error("the kernel is gone");
      }
      return rows.map(String);
    },
    (error) => {
      failures += error === undefined ? 0 : 1;
    },
  );
  cache.want([1]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(failures, 1);
  fails = false;
  cache.want([1]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(cache.get(1), "1");
});
