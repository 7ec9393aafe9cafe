import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBePaired } from "../src/candidates";

test("names that say what they are may be paired", () => {
  for (const name of [
    "news.hyp.de",
    "hyp.Online-A.en",
    "news.ref12.de",
    "news.mt.de",
    "pe.txt",
    "a b.src.pt-BR",
    "meteor.toml",
  ]) {
    assert.ok(mayBePaired(name, ""), name);
  }
});

test("other names may not", () => {
  for (const name of ["notes.txt", "hyp", "hypothesis.de", "pyproject.toml", "ref.", "x.hyp"]) {
    assert.ok(!mayBePaired(name, "hypothesis\treference"), name);
  }
});

test("tables may be paired if they have both columns", () => {
  assert.ok(mayBePaired("x.tsv", "id\tHypothesis\tREF2"));
  assert.ok(mayBePaired("x.TSV", "\ufeffmt\tpe"));
  assert.ok(!mayBePaired("x.tsv", "name\tcount"));
  assert.ok(!mayBePaired("x.tsv", "hypothesis\tscore"));
  assert.ok(!mayBePaired("x.tsv", "mt\treference"));
  assert.ok(!mayBePaired("x.tsv", ""));
});

test("JSON Lines may be paired if they have both keys", () => {
  assert.ok(mayBePaired("x.jsonl", '{"id": 1, "hyp": "a", "reference": "b"}'));
  assert.ok(mayBePaired("x.ndjson", '{"mt":"a","pe":"b"}'));
  assert.ok(!mayBePaired("x.jsonl", '{"text": "the hypothesis and the reference"}'));
  assert.ok(!mayBePaired("x.jsonl", "no JSON: hypothesis reference"));
});
