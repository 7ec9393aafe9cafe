import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../../tests/widget/signature_cases.json";
import { pythonFloat } from "../src/scoring/python_float";
import { signatureWith } from "../src/scoring/signature";

test("floats are written as Python writes them", () => {
  const wrong = cases.floats.filter((text) => pythonFloat(Number(text)) !== text);
  assert.deepEqual(wrong, []);
});

test("a signature with other parameters is the one that the core prints", () => {
  for (const { before, parameters, after } of cases.signatures) {
    assert.equal(signatureWith(before, parameters), after);
  }
});
