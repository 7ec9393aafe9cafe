import assert from "node:assert/strict";
import { test } from "node:test";
import { isTestSet, mayBePaired } from "../src/candidates";

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
  assert.ok(mayBePaired("x.TSV", "\ufeffmt\tpe\r\na\tb\r\n"));
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

test("files of translation tools hold both sides", () => {
  for (const name of ["a.xlf", "a.de.XLIFF", "b.sdlxliff", "c.mxliff", "d.tmx", "es.po", "x.pot"]) {
    assert.ok(mayBePaired(name, ""), name);
  }
});

const WMT = '<?xml version="1.0"?>\n<dataset id="wmt">\n<collection><doc origlang="de" id="a">';

test("XML and SGML that are test sets are known by their text", () => {
  for (const [name, head] of [
    ["newstest.xml", WMT],
    ["export.xml", '<?xml version="1.0"?>\n<!-- <project> --><xliff version="1.2">'],
    ["src.sgm", '<!DOCTYPE mteval SYSTEM "x.dtd">\n<refset setid="a">'],
    ["a.sgml", "<tstset>"],
  ] as const) {
    assert.ok(isTestSet(name, head), name);
    assert.ok(mayBePaired(name, head), name);
  }
});

test("other XML is left alone", () => {
  for (const head of [
    '<?xml version="1.0"?>\n<project xmlns="maven"><dataset/></project>',
    '<dataset><customer id="1"/></dataset>', // DBUnit's
    '<collection xmlns="http://www.loc.gov/MARC21/slim"><record/>',
    "<!-- <xliff> --><html>",
    "",
  ]) {
    assert.ok(!mayBePaired("pom.xml", head), head);
  }
  assert.ok(!mayBePaired("notes.txt", WMT));
});
