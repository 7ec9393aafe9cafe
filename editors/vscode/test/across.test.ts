import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { across } from "../src/protocol";

test("a line that only one side has stands beside its neighbours", () => {
  const there = {
    starts: [
      [0, 0],
      [2, 2],
      [2, 3],
    ],
  } as const;
  deepEqual(
    [0, 1, 2, 3].map((line) => across(there, line)),
    [0, 1, 3, 4],
  );
  const back = {
    starts: [
      [0, 0],
      [2, 2],
      [3, 2],
    ],
  } as const;
  deepEqual(
    [0, 1, 2, 3, 4].map((line) => across(back, line)),
    [0, 1, 2, 2, 3],
  );
});

test("where nothing is known, lines stand side by side", () => {
  deepEqual(
    [0, 7].map((line) => across({ starts: [] }, line)),
    [0, 7],
  );
  deepEqual(
    [0, 7].map((line) => across({ starts: [[0, 3]] }, line)),
    [3, 10],
  );
});
