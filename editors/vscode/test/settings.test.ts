import assert from "node:assert/strict";
import { test } from "node:test";
import { forServer } from "../src/server/settings";

test("the server is told what is set, and nothing of what is ours or empty", () => {
  const section = {
    variant: "nltk",
    lowScore: 0,
    hints: { score: false },
    language: "",
    sides: { hypothesis: "mt", references: [] },
    stages: [],
    alpha: null,
    server: { path: "/x" },
    decorations: { enabled: true },
    scoreBands: [0.3, 0.6],
    scrolling: {},
    trace: {},
  };
  assert.deepEqual(forServer(section, true), {
    variant: "nltk",
    lowScore: 0,
    hints: { score: false },
    sides: { hypothesis: "mt" },
  });
  assert.equal(forServer(null, true), null);
});

test("git is allowed in no workspace that is not trusted", () => {
  const section = { allowGit: true, before: { revision: "HEAD" } };
  assert.deepEqual(forServer(section, true), section);
  assert.deepEqual(forServer(section, false), { ...section, allowGit: false });
});
