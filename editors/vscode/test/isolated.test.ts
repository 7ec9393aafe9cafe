import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated } from "../src/isolated";

test("a text is alone between isolates, and what turns words round is shown", () => {
  assert.equal(isolated("not \u202Edevorppa\u202C"), "\u2068not \uFFFDdevorppa\uFFFD\u2069");
  // One that closes isolates cannot get out.
  assert.equal(isolated("a\u2069b\u2067c"), "\u2068a\uFFFDb\uFFFDc\u2069");
});

test("a text of any script stays what it is", () => {
  const text = "שלום \u200F(2) 👩‍🚀 e\u0301 今日";
  assert.equal(isolated(text), `\u2068${text}\u2069`);
});

test("lines stay one line, and nothing hides", () => {
  assert.equal(isolated("a\u0000\n\u001bb"), "\u2068a␀␊␛b\u2069");
});
