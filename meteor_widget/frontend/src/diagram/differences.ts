/**
 * Marks of what differs, on the words of any drawing of an alignment, and their legend. Each kind
 * has a line or a frame of its own, whatever its colour. It goes by the sides and tokens that words
 * have in the drawing, which itself knows nothing of it.
 */

import * as LOOK from "../../../static_picture/look.json";
import { svg } from "../dom";
import type { Alignment } from "../format";
import { hasChunks, hasDifferences, MUTED } from "./colours";
import type { Selection } from "./describe";
import type { Look, Overlay, Paint } from "./paint";
import { type Measure, SIDES, type Side } from "./rows";

type Kind = keyof typeof LOOK.kinds;
/** How far below the baseline, in sizes of type, a thickness and dashes. */
type Line = readonly [below: number, thickness: number, dashes: string | null];

/** Place of a word: its left end, baseline, width and size of type. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

const BETWEEN = 14;

/** What shows the chunks of two rows or of a matrix. */
const CHUNKS = ".mtr-picture-ribbon, .mtr-picture-link, [data-chunk] > rect[rx='1.5']";

/** What became of a word, for people; nothing of one that is kept, or where none are marked. */
function noteOn(alignment: Alignment, { side, token }: Selection): string {
  const kind = hasDifferences(alignment) ? kindOf(alignment, side, token) : null;
  return kind === null ? "" : ` \u00b7 ${LOOK.kinds[kind].name}`;
}

/** Marks the words of a drawing, and draws the legend of the kinds that occur. */
function draw(drawing: Element, alignment: Alignment, { paint, measure, width }: Look): void {
  if (!hasChunks(alignment)) {
    for (const part of drawing.querySelectorAll(CHUNKS)) {
      part.setAttribute("opacity", String(LOOK.quiet));
    }
  }
  if (!hasDifferences(alignment)) {
    return;
  }
  for (const word of drawing.querySelectorAll<HTMLElement | SVGElement>(".mtr-picture-word")) {
    const { side, token } = word.dataset;
    const kind = kindOf(alignment, side as Side, Number(token));
    if (kind === null) {
      continue;
    }
    word.classList.add(`mtr-kind-${LOOK.kinds[kind].shape}`);
    if (word instanceof SVGElement) {
      word.querySelector(":scope > path")?.remove(); // which says that it has no match
      word.append(...shapesOf(kind, boxOf(word), paint));
    } else {
      word.style.setProperty("--mtr-kind", colourOf(kind));
    }
  }
  const legend = legendOf(alignment, paint, measure, width);
  if (legend !== null) {
    addBelow(drawing, legend);
  }
}

/** Puts a legend below a drawing that is a document of its own, or else behind it. */
function addBelow(drawing: Element, part: SVGSVGElement): void {
  const [width, height] = ["width", "height"].map((name) => Number(drawing.getAttribute(name)));
  const total = (height ?? 0) + Number(part.getAttribute("height"));
  drawing.append(part);
  if (!(drawing instanceof SVGElement)) {
    return;
  }
  part.setAttribute("y", String(height));
  drawing.setAttribute("height", String(total));
  drawing.setAttribute("viewBox", `0 0 ${width} ${total}`);
}

function kindOf({ emphasis }: Alignment, side: Side, token: number): Kind | null {
  const kind = emphasis?.[side][token] ?? "kept";
  return kind in LOOK.kinds ? (kind as Kind) : null;
}

function boxOf(word: SVGElement): Box {
  const area = word.querySelector("rect");
  const text = word.querySelector("text");
  const value = (element: Element | null, name: string): number =>
    Number(element?.getAttribute(name));
  const size = text?.getAttribute("font-size");
  return {
    x: value(area, "x") + 2,
    y: value(text, "y"),
    width: value(area, "width") - 4,
    size: size ? Number(size) : LOOK.font_size,
  };
}

function shapesOf(kind: Kind, { x, y, width, size }: Box, paint: Paint): SVGElement[] {
  const { shape } = LOOK.kinds[kind];
  const stroke = paint(colourOf(kind));
  if (shape === "frame" || shape === "dashed-frame") {
    const area = { x: x - 1.5, y: y - 0.95 * size, width: width + 3, height: 1.27 * size, rx: 3 };
    const dashes = shape === "dashed-frame" ? "3 2" : null;
    const line = { fill: "none", stroke, "stroke-width": 1.25, "stroke-dasharray": dashes };
    return [svg("rect", { ...area, ...line, class: "mtr-kind" })];
  }
  const lines = LOOK.kind_lines as unknown as Readonly<Record<string, readonly Line[]>>;
  return (lines[shape] ?? []).map(([below, thickness, dashes]) =>
    svg("path", {
      class: "mtr-kind",
      d: `M${x} ${y + below * size}h${width}`,
      stroke,
      "stroke-width": thickness,
      "stroke-dasharray": dashes,
    }),
  );
}

/** The names of the kinds that occur, marked as words of theirs. */
function legendOf(
  alignment: Alignment,
  paint: Paint,
  measure: Measure,
  width: number,
): SVGSVGElement | null {
  const seen = new Set<string>(SIDES.flatMap((side) => alignment.emphasis?.[side] ?? []));
  const kinds = (Object.keys(LOOK.kinds) as Kind[]).filter((kind) => seen.has(kind));
  if (kinds.length === 0) {
    return null;
  }
  const size = LOOK.legend_size;
  let x = LOOK.margin;
  let lines = 1;
  const items = kinds.flatMap((kind) => {
    const { name } = LOOK.kinds[kind];
    const room = (measure(name) * size) / LOOK.font_size;
    if (x > LOOK.margin && x + room > width) {
      x = LOOK.margin;
      lines += 1;
    }
    const y = (lines - 1) * LOOK.kind_line + LOOK.legend_baseline;
    const text = svg("text", { x, y, "font-size": size, fill: paint(MUTED) }, name);
    const shapes = shapesOf(kind, { x, y, width: room, size }, paint);
    x += room + BETWEEN;
    return [text, ...shapes];
  });
  const height = lines * LOOK.kind_line + LOOK.margin;
  const attributes = { class: "mtr-kinds", width, height, "aria-hidden": "true" };
  return svg("svg", attributes, ...items);
}

function colourOf(kind: Kind): string {
  return `var(--mtr-${LOOK.kinds[kind].colour})`;
}

export const differences: Overlay = { draw, noteOn };
