/** Draws the matrix. */

import * as LOOK from "../../../static_picture/look.json";
import { svg } from "../dom";
import type { Match } from "../format";
import { FAINT, INK, MUTED, PAPER } from "./colours";
import { lightness, type Style } from "./draw_links";
import {
  type Cell,
  LABEL_SIZE,
  type MatrixLabel,
  type MatrixLayout,
  type Run,
  SLANT,
} from "./layout_matrix";
import { drawLegend } from "./legend";
import { SIDES } from "./rows";

const SOLID = 0.85;
const TINTED = 0.28;
/** A cell must be this large to carry a mark. */
const ROOM_FOR_MARK = 16;

export function drawMatrix(layout: MatrixLayout, style: Style): SVGSVGElement {
  const { width, height } = layout;
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": LOOK.font_size },
    drawGrid(layout, style),
    ...layout.captions.map(({ text, x, y }) => {
      const fill = style.paint(MUTED);
      return svg(
        "text",
        { x, y, fill, "font-size": LOOK.caption_size, "text-anchor": "end" },
        text,
      );
    }),
    svg("g", { class: "mtr-picture-cross", fill: style.paint(FAINT) }),
    ...layout.cells.map((cell) => drawCell(cell, layout, style)),
    ...layout.runs.map((run) => drawRun(run, style)),
    ...SIDES.map((side) =>
      svg(
        "g",
        { class: "mtr-picture-row", "data-side": side, direction: layout.directions[side] },
        ...layout.labels
          .filter((label) => label.side === side)
          .map((label) => drawLabel(label, layout, style)),
      ),
    ),
    drawLegend(layout.legend, style.paint),
  );
}

/** The row and the columns of a word and of what it matches, to be laid behind the cells. */
export function crossOf(
  { grid, cell, labels }: MatrixLayout,
  isMarked: (label: MatrixLabel) => boolean,
): SVGElement[] {
  return labels.filter(isMarked).map((label) =>
    label.side === "hypothesis"
      ? svg("rect", { x: grid.x, y: grid.y + label.token * cell, width: grid.width, height: cell })
      : svg("rect", {
          x: columnOf(label, cell),
          y: grid.y,
          width: cell,
          height: grid.height,
        }),
  );
}

function columnOf(label: MatrixLabel, cell: number): number {
  return label.x - LABEL_SIZE * 0.35 - cell / 2;
}

function drawGrid({ grid, cell }: MatrixLayout, { paint }: Style): SVGElement {
  const { x, y, width, height } = grid;
  let d = "";
  for (let line = 0; line <= width; line += cell) {
    d += `M${x + line} ${y}v${height}`;
  }
  for (let line = 0; line <= height; line += cell) {
    d += `M${x} ${y + line}h${width}`;
  }
  return svg("path", { d, stroke: paint(FAINT), fill: "none" });
}

function drawCell(
  cell: Cell,
  layout: MatrixLayout,
  { alignment, colours, paint }: Style,
): SVGElement {
  const { stage } = alignment.matches[cell.match] as Match;
  const colour = paint(colours.ofMatch(cell.match));
  const isExact = stage === "exact";
  // In the corner that the chunk's stroke does not go through.
  const isLeftToRight = layout.directions.reference === "ltr";
  const hasMark = cell.mark !== "" && layout.cell >= ROOM_FOR_MARK;
  return svg(
    "g",
    { class: "mtr-picture-cell", "data-chunk": cell.chunk, "data-match": cell.match },
    svg("rect", {
      x: cell.x + 1.5,
      y: cell.y + 1.5,
      width: cell.width - 3,
      height: cell.height - 3,
      rx: 3,
      fill: colour,
      "fill-opacity": isExact ? SOLID : TINTED,
      stroke: colour,
      "stroke-width": 1.5,
      "stroke-dasharray": LOOK.dashes[stage],
    }),
    hasMark
      ? svg(
          "text",
          {
            x: isLeftToRight ? cell.x + cell.width - 3.5 : cell.x + 3.5,
            y: cell.y + LOOK.mark_size,
            "font-size": LOOK.mark_size - 1,
            "text-anchor": isLeftToRight ? "end" : "start",
            fill: paint(INK),
          },
          cell.mark,
        )
      : null,
  );
}

function drawRun(run: Run, { colours, paint }: Style): SVGElement {
  const d = `M${run.points.map((point) => point.join(" ")).join("L")}`;
  const line = { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" } as const;
  return svg(
    "g",
    { class: "mtr-picture-run", "data-chunk": run.chunk, "aria-hidden": "true" },
    ...(run.points.length === 1
      ? []
      : [
          svg("path", { ...line, stroke: paint(PAPER), "stroke-width": 4.5 }),
          svg("path", { ...line, stroke: paint(INK), "stroke-width": 2 }),
        ]),
    svg(
      "text",
      {
        x: run.numberX,
        y: run.numberY + LOOK.number_size * 0.35,
        "font-size": LOOK.number_size,
        "font-weight": 700,
        "text-anchor": "middle",
        fill: paint(colours.ofChunk(run.chunk)),
      },
      String(run.chunk + 1),
    ),
  );
}

function drawLabel(label: MatrixLabel, { directions }: MatrixLayout, { paint }: Style): SVGElement {
  const { side, token, chunk, text, x, y, width } = label;
  const isRow = side === "hypothesis";
  // The end of the text at x, whichever way the text runs.
  const isStart = isRow === (directions[side] === "rtl");
  return svg(
    "g",
    {
      class: "mtr-picture-word",
      "data-side": side,
      "data-token": token,
      "data-chunk": chunk,
      transform: isRow ? null : `rotate(${SLANT} ${x} ${y})`,
    },
    svg("rect", {
      class: "mtr-picture-area",
      x: isRow ? x - width - 2 : x - 2,
      y: y - LABEL_SIZE - 1,
      width: width + 4,
      height: LABEL_SIZE + 5,
      rx: 3,
      fill: "none",
    }),
    svg(
      "text",
      {
        x,
        y,
        "font-size": LABEL_SIZE,
        "text-anchor": isStart ? "start" : "end",
        ...lightness(label.isFunctionWord, label.match >= 0),
        fill: paint(label.match < 0 ? MUTED : INK),
      },
      text,
    ),
  );
}
