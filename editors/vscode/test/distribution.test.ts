import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  COMMAND,
  forShell,
  IS_PUBLISHED,
  requirementFrom,
  WHERE,
} from "../src/server/distribution";

test("a command is what a person types", () => {
  assert.equal(forShell(["pip", "install", "a[lsp]"]), "pip install 'a[lsp]'");
  assert.equal(forShell(["uv", "--python", "/usr/bin/python3"]), "uv --python /usr/bin/python3");
});

test("a clone or a wheel is installed by name and place, so that a wrong one is refused", () => {
  assert.equal(
    requirementFrom("/home/ä b/meteorscope-0.1.0-py3-none-any.whl"),
    "meteorscope[lsp] @ file:///home/%C3%A4%20b/meteorscope-0.1.0-py3-none-any.whl",
  );
});

test("as long as it is published nowhere, nobody is told to get it from an index", () => {
  assert.equal(/\bindex yet\b/.test(WHERE), !IS_PUBLISHED);
  assert.equal(forShell(COMMAND).includes("meteorscope"), IS_PUBLISHED);
});

test("the documents name the same command", () => {
  for (const file of ["README.md", "media/server.md"]) {
    const named = readFileSync(file, "utf8").match(/pip install [^`\n]*/g);
    assert.deepEqual(named, [forShell(COMMAND)], file);
  }
});
