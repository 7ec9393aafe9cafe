import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/signature_cases.json";
import {
  parseSignature,
  printSignature,
  pythonFloat,
  signatureWith,
} from "../src/scoring/signature";

test("floats are written as Python writes them", () => {
  const wrong = cases.floats.filter((text) => pythonFloat(Number(text)) !== text);
  assert.deepEqual(wrong, []);
});

test("a signature with other parameters is the one that the core prints", () => {
  for (const { before, parameters, after } of cases.signatures) {
    assert.equal(signatureWith(before, parameters), after);
  }
});

test("what the core prints is read, field by field", () => {
  for (const [text, fields] of Object.entries(cases.fields)) {
    assert.deepEqual(parseSignature(text), fields);
  }
  for (const text of cases.read) {
    const signature = parseSignature(text);
    assert.ok(signature, text);
    assert.equal(printSignature(signature), text);
  }
});

test("what the core refuses to read is no signature here", () => {
  for (const text of cases.refused) {
    assert.equal(parseSignature(text), undefined, text);
    assert.equal(signatureWith(text, cases.signatures[0]?.parameters as never), text);
  }
});
