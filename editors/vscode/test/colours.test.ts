import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../package.json";

type Kind = "light" | "dark" | "highContrast" | "highContrastLight";
type Colour = readonly [red: number, green: number, blue: number];

/** VS Code's own themes: the ground of editors, and of the side bar. */
const THEMES: readonly (readonly [name: string, kind: Kind, editor: string, sideBar: string])[] = [
  ["Light Modern", "light", "#ffffff", "#f8f8f8"],
  ["Light 2026", "light", "#ffffff", "#fafafd"],
  ["Light+", "light", "#ffffff", "#f3f3f3"],
  ["Dark Modern", "dark", "#1f1f1f", "#181818"],
  ["Dark 2026", "dark", "#121314", "#191a1b"],
  ["Dark+", "dark", "#1e1e1e", "#252526"],
  ["Default High Contrast", "highContrast", "#000000", "#000000"],
  ["Default High Contrast Light", "highContrastLight", "#ffffff", "#ffffff"],
];
/**
 * What VS Code lays over the ground: the line of the cursor, and in diffs lines that were inserted.
 * Scores stand behind the words, and so not on the ground of inserted words.
 */
const OVER: Readonly<Record<Kind, readonly string[]>> = {
  light: ["#00000000", "#eaeaea40", "#9bb95533"],
  dark: ["#00000000", "#242526", "#9bb95533"],
  highContrast: ["#00000000"],
  highContrastLight: ["#00000000"],
};
/** As the Web Content Accessibility Guidelines have it: of text, and of signs and lines. */
const OF_TEXT = 4.5;
const OF_SIGNS = 3;

const COLOURS = new Map(manifest.contributes.colors.map(({ id, defaults }) => [id, defaults]));

function numbersOf(colour: string): [...Colour, alpha: number] {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (colour.slice(1).match(/../g) ?? []).map(
    (part) => Number.parseInt(part, 16),
  );
  return [red, green, blue, alpha / 255];
}

/** Colours one over the other; the first covers all. */
function laid(first: string, ...others: readonly string[]): Colour {
  const [red, green, blue] = numbersOf(first);
  let ground: Colour = [red, green, blue];
  for (const [r, g, b, alpha] of others.map(numbersOf)) {
    const mixed = (over: number, under: number): number => over * alpha + under * (1 - alpha);
    ground = [mixed(r, ground[0]), mixed(g, ground[1]), mixed(b, ground[2])];
  }
  return ground;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of a colour on a ground with what may be laid over it. */
function least(id: string, kind: Kind, ground: string): number {
  const colour = COLOURS.get(id)?.[kind];
  assert.ok(colour, `${id} has no colour for ${kind} themes`);
  return Math.min(...OVER[kind].map((over) => contrast(laid(ground, colour), laid(ground, over))));
}

test("contrast is counted as the guidelines do", () => {
  assert.equal(contrast(laid("#000000"), laid("#ffffff")), 21);
  assert.equal(contrast(laid("#777777"), laid("#ffffff")).toFixed(2), "4.48");
  // VS Code's own hints in a light theme: what made us draw scores ourselves.
  const hint = contrast(laid("#969696"), laid("#ffffff", "#cccccc1a"));
  assert.ok(hint < OF_SIGNS);
});

for (const [name, kind, editor, sideBar] of THEMES) {
  test(`scores can be read in ${name}`, () => {
    for (const band of ["low", "middle", "high"]) {
      for (const ground of [editor, sideBar]) {
        const found = least(`meteorscope.score.${band}`, kind, ground);
        assert.ok(found >= OF_TEXT, `${band} on ${ground}: ${found.toFixed(2)}`);
      }
    }
  });

  test(`words and lines of chunks can be seen in ${name}`, () => {
    const plain = (id: string): number =>
      contrast(laid(editor, COLOURS.get(id)?.[kind] ?? ""), laid(editor));
    assert.ok(plain("meteorscope.unmatched") >= OF_TEXT);
    for (let number = 1; number <= 6; number++) {
      const found = plain(`meteorscope.chunk${number}`);
      assert.ok(found >= OF_SIGNS, `chunk ${number}: ${found.toFixed(2)}`);
    }
    for (const edit of ["added", "dropped", "replaced", "moved", "numberOrCode"]) {
      assert.ok(plain(`meteorscope.${edit}`) >= OF_SIGNS);
    }
  });
}
