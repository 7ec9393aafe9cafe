import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../src/scheduling";

test("who asks while it runs has it run once more, however often they ask", async () => {
  let [runs, running, most] = [0, 0, 0];
  const { promise: done, resolve } = deferred();
  const latest = new Latest(async () => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    if (runs === 1) {
      for (let key = 0; key < 10; key++) {
        latest.request();
      }
    }
    await Promise.resolve();
    running -= 1;
    if (runs === 2) {
      setImmediate(resolve);
    }
  });
  latest.request();
  latest.request();
  await done;
  assert.deepEqual([runs, most], [2, 1]);
});

test("what fails is tried again a few times, and then left", async () => {
  let runs = 0;
  const { promise: done, resolve } = deferred();
  const latest = new Latest(async () => {
    runs += 1;
    if (runs === 4) {
      setImmediate(resolve);
    }
    throw new Error("overtaken");
  });
  latest.request();
  await done;
  assert.equal(runs, 4);
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}
