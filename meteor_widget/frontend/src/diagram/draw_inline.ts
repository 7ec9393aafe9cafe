/** Draws both rows as paragraphs with highlighted chunks. */

import * as LOOK from "../../../static_picture/look.json";
import { html, svg } from "../dom";
import type { Match } from "../format";
import type { Directions } from "./across";
import type { Style } from "./draw_links";
import { drawLegend, layoutLegend } from "./legend";
import { functionWordsOf, type Measure, SIDES, type Side } from "./rows";
import { directionOf, type Part, type Piece, partsOf } from "./texts";

export interface InlineOptions {
  readonly width: number;
  readonly measure: Measure;
  readonly names: Readonly<Record<Side, string>>;
}

export function drawInline(style: Style, { width, measure, names }: InlineOptions): HTMLElement {
  const legend = layoutLegend(style.alignment, { x: 0, y: 0, width }, measure);
  const { height } = legend;
  return html(
    "div",
    { class: "mtr-picture-inline" },
    ...SIDES.flatMap((side) => [
      html(
        "div",
        { class: "mtr-picture-caption", dir: directionOf(style.alignment[side].text) },
        names[side],
      ),
      drawParagraph(side, style),
    ]),
    height === 0
      ? null
      : svg(
          "svg",
          { width: legend.width, height, "font-size": LOOK.font_size },
          drawLegend(legend, style.paint),
        ),
  );
}

export function inlineDirections({ alignment }: Pick<Style, "alignment">): Directions {
  return {
    hypothesis: directionOf(alignment.hypothesis.text),
    reference: directionOf(alignment.reference.text),
  };
}

function drawParagraph(side: Side, style: Style): HTMLElement {
  const row = style.alignment[side];
  const functionWords = functionWordsOf(style.alignment, side);
  const parts = partsOf(style.alignment, side).map((part) =>
    part.chunk < 0
      ? pieces(part, side, style, functionWords)
      : [drawChunk(part, side, style, functionWords)],
  );
  const isEmpty = row.tokens.length === 0;
  return html(
    "p",
    { class: "mtr-picture-row", "data-side": side, dir: directionOf(row.text) },
    ...parts.flat(),
    isEmpty ? html("em", { class: "mtr-picture-caption", dir: "ltr" }, "(no words)") : null,
  );
}

function drawChunk(
  part: Part,
  side: Side,
  style: Style,
  functionWords: ReadonlySet<number>,
): HTMLElement {
  const element = html(
    "span",
    { class: "mtr-picture-chunk", "data-chunk": part.chunk },
    html("sup", { "aria-hidden": "true" }, String(part.chunk + 1)),
    ...pieces(part, side, style, functionWords),
  );
  element.style.setProperty("--mtr-colour", style.colours.ofChunk(part.chunk));
  return element;
}

function pieces(
  part: Part,
  side: Side,
  style: Style,
  functionWords: ReadonlySet<number>,
): (string | HTMLElement)[] {
  return part.pieces.map((piece) =>
    piece.token < 0 ? piece.text : drawWord(piece, side, style, functionWords),
  );
}

function drawWord(
  { text, token, match }: Piece,
  side: Side,
  { alignment, colours }: Style,
  functionWords: ReadonlySet<number>,
): HTMLElement {
  const found: Match | undefined = alignment.matches[match];
  const mark = found !== undefined && found[side][1] === token + 1 ? LOOK.marks[found.stage] : "";
  const classes = ["mtr-picture-word", functionWords.has(token) ? "mtr-picture-function" : ""];
  const element = html(
    "span",
    {
      class: classes.join(" ").trim(),
      "data-side": side,
      "data-token": token,
      "data-chunk": found?.chunk ?? -1,
      "data-stage": found?.stage ?? "none",
    },
    text,
    mark === "" ? null : html("sup", { class: "mtr-picture-mark", "aria-hidden": "true" }, mark),
  );
  if (found !== undefined) {
    element.style.setProperty("--mtr-colour", colours.ofMatch(match));
  }
  return element;
}
