import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../package.json";
import { bandOf, bandsOf, DEFAULT_BANDS, isolated, SIGNS } from "../src/shown_texts";

test("a score is in the band that it reaches", () => {
  const bands = [0, 0.2, 0.299, 0.3, 0.599, 0.6, 0.9, 1].map((score) => bandOf(score, [0.3, 0.6]));
  const [low, middle, high] = ["low", "middle", "high"];
  assert.deepEqual(bands, [low, low, low, middle, middle, high, high, high]);
});

test("a score is in the band of the number that stands on the screen", () => {
  assert.equal(bandOf(0.29951, [0.3, 0.6]), "middle"); // 0.300
  assert.equal(bandOf(0.29949, [0.3, 0.6]), "low"); // 0.299
});

test("bands can be empty", () => {
  assert.equal(bandOf(0, [0, 0]), "high");
  assert.equal(bandOf(1, [1, 1]), "high");
  assert.equal(bandOf(0.5, [0.5, 0.5]), "high");
});

test("two scores in any order are bands, all else is the default", () => {
  assert.deepEqual(bandsOf([0.8, 0.5]), [0.5, 0.8]);
  for (const wrong of [undefined, null, "0.3", [], [0.3], [0.3, 0.6, 0.9], [0.3, "0.6"]]) {
    assert.deepEqual(bandsOf(wrong), DEFAULT_BANDS);
  }
  for (const wrong of [
    [-0.1, 0.6],
    [0.3, 1.1],
    [Number.NaN, 0.6],
  ]) {
    assert.deepEqual(bandsOf(wrong), DEFAULT_BANDS);
  }
});

test("the setting has the same default", () => {
  const settings = Object.assign(
    {},
    ...manifest.contributes.configuration.map(({ properties }) => properties),
  );
  assert.deepEqual(settings["meteorscope.scoreBands"].default, DEFAULT_BANDS);
});

test("each band has a sign and a colour of its own", () => {
  assert.equal(new Set(Object.values(SIGNS)).size, 3);
  const known = manifest.contributes.colors.map(({ id }) => id);
  for (const band of Object.keys(SIGNS)) {
    assert.ok(known.includes(`meteorscope.score.${band}`));
  }
});

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
