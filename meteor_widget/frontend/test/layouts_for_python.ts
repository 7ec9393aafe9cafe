/**
 * Lays out the cases on standard input, for tests/widget/test_static_picture.py, which compares
 * them with its own. The measure is any function of the characters that both can compute.
 */

import { readFileSync } from "node:fs";
import { chunkColours } from "../src/diagram/colours";
import { layoutLinks } from "../src/diagram/layout_links";

function measure(text: string): number {
  let width = 0;
  for (const character of text) {
    width += 3 + ((character.codePointAt(0) ?? 0) % 97) / 7;
  }
  return width;
}

const cases = JSON.parse(readFileSync(0, "utf-8"));
const layouts = cases.map(({ alignment, width, names }: never) => ({
  ...layoutLinks(alignment, { width, names, measure }),
  colours: chunkColours((alignment as { chunks: [] }).chunks),
}));
process.stdout.write(JSON.stringify(layouts));
