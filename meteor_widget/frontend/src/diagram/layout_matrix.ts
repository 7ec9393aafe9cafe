/** Where everything of a matrix goes: the reference's words are columns, the hypothesis's rows. */

import * as LOOK from "../../../static_picture/look.json";
import type { Alignment } from "../format";
import type { Directions } from "./across";
import { type LegendLayout, layoutLegend } from "./legend";
import type { LinksOptions } from "./links_layout";
import { lengthOf, type Measure, round, type Side } from "./rows";
import { shortened, slotsOf } from "./slots";
import { directionOf } from "./texts";

/** Size of the words. */
export const LABEL_SIZE = 13;
/** Of the words above the columns, in degrees. */
export const SLANT = -60;

const LEAST_CELL = 13;
const MOST_CELL = 26;
const MAX_LABEL_PX = 130;
/** Of the width, what the words on the left take at most. */
const LABEL_SHARE = 0.35;
/** Between words and grid: room for a chunk's number. */
const LABEL_GAP = 18;
/** From a cell to the middle of its chunk's number. */
const NUMBER_GAP = 8;
const BASELINE_DROP = 0.35;
/** Of the lower caption above the grid. */
const CAPTION_RISE = 5;

export interface MatrixLabel {
  readonly side: Side;
  readonly token: number;
  readonly text: string;
  /** Of a row, the right end on the baseline; of a column, where the slanted text begins. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly match: number;
  readonly chunk: number;
  readonly isFunctionWord: boolean;
}

/** A match: a box of as many columns and rows as it has words. */
export interface Cell {
  readonly match: number;
  readonly chunk: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly mark: string;
}

/** A chunk: a stroke through the middles of its matches, with its number before the first. */
export interface Run {
  readonly chunk: number;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly numberX: number;
  readonly numberY: number;
}

export interface MatrixLayout {
  readonly width: number;
  readonly height: number;
  /** Of the square cells. */
  readonly cell: number;
  readonly grid: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly directions: Directions;
  /** What columns and rows are, in the corner; x is their right end. */
  readonly captions: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  readonly labels: readonly MatrixLabel[];
  readonly cells: readonly Cell[];
  readonly runs: readonly Run[];
  readonly legend: LegendLayout;
}

/** Lays out an alignment; wider than asked for if the smallest cells are too many. */
export function layoutMatrix(
  alignment: Alignment,
  { width, measure, names, beside = [] }: LinksOptions,
): MatrixLayout {
  const small: Measure = (text) => (measure(text) * LABEL_SIZE) / LOOK.font_size;
  const longest = Math.min(MAX_LABEL_PX, width * LABEL_SHARE);
  const words = {
    hypothesis: labelled(alignment, "hypothesis", longest, small),
    reference: labelled(alignment, "reference", longest, small),
  };
  const directions = {
    hypothesis: directionOf(alignment.hypothesis.text),
    reference: directionOf(alignment.reference.text),
  };
  const captions = [`${names.reference} \u2192`, `${names.hypothesis} \u2193`].map((name) => {
    const scaled: Measure = (text) => (measure(text) * LOOK.caption_size) / LOOK.font_size;
    return { text: shortened(name, longest, scaled), width: scaled(name) };
  });
  const others = beside.flatMap((one) => labelled(one, "hypothesis", longest, small));
  const heads = [...captions, ...words.hypothesis, ...others];
  const left = LOOK.margin + Math.ceil(Math.min(widest(heads), longest)) + LABEL_GAP;
  const rise = Math.abs(Math.sin((SLANT * Math.PI) / 180));
  const run = Math.cos((SLANT * Math.PI) / 180);
  const head = Math.ceil(widest(words.reference) * rise) + LABEL_SIZE;
  const top = LOOK.margin + Math.max(head, 2 * LOOK.caption_line);
  const columns = words.reference.length;
  const rows = words.hypothesis.length;
  const overhang = Math.ceil(widest(words.reference) * run);
  const fitting = Math.floor((width - left - overhang - LOOK.margin) / Math.max(columns, 1));
  const cell = Math.min(Math.max(fitting, LEAST_CELL), MOST_CELL);
  const grid = { x: left, y: top, width: columns * cell, height: rows * cell };
  const columnX = (token: number): number =>
    left + cell * (directions.reference === "ltr" ? token : columns - 1 - token);
  const rowY = (token: number): number => top + cell * token;
  const cells = cellsOf(alignment, cell, columnX, rowY);
  const legend = layoutLegend(
    alignment,
    { x: LOOK.margin, y: top + grid.height + LOOK.before_legend, width: width - 2 * LOOK.margin },
    measure,
  );
  const right = Math.max(left + grid.width + overhang, LOOK.margin + legend.width);
  const drop = LABEL_SIZE * BASELINE_DROP;
  return {
    width: round(right + LOOK.margin),
    height: round(top + grid.height + LOOK.before_legend + legend.height + LOOK.margin),
    cell,
    grid,
    directions,
    captions: captions.map(({ text }, line) => ({
      text,
      x: left - LABEL_GAP,
      y: top - CAPTION_RISE - LOOK.caption_line * (1 - line),
    })),
    labels: [
      ...words.hypothesis.map((word, token) => ({
        ...word,
        x: left - LABEL_GAP,
        y: round(rowY(token) + cell / 2 + drop),
      })),
      ...words.reference.map((word, token) => ({
        ...word,
        x: round(columnX(token) + cell / 2 + drop),
        y: top - 4,
      })),
    ],
    cells,
    runs: runsOf(cells, directions.reference === "ltr"),
    legend,
  };
}

type Word = Omit<MatrixLabel, "x" | "y">;

function labelled(alignment: Alignment, side: Side, longest: number, measure: Measure): Word[] {
  return slotsOf(alignment, side, Number.POSITIVE_INFINITY, measure).map((slot, token) => {
    const text = shortened(slot.text, longest, measure);
    return {
      side,
      token,
      text,
      width: measure(text),
      match: slot.match,
      chunk: alignment.matches[slot.match]?.chunk ?? -1,
      isFunctionWord: slot.isFunctionWord,
    };
  });
}

function widest(words: readonly Pick<Word, "width">[]): number {
  return words.reduce((width, word) => Math.max(width, word.width), 0);
}

type Edge = (token: number) => number;

function cellsOf({ matches }: Alignment, cell: number, columnX: Edge, rowY: Edge): Cell[] {
  return matches.map(({ hypothesis, reference, stage, chunk }, match) => ({
    match,
    chunk,
    x: Math.min(columnX(reference[0]), columnX(reference[1] - 1)),
    y: rowY(hypothesis[0]),
    width: cell * lengthOf(reference),
    height: cell * lengthOf(hypothesis),
    mark: LOOK.marks[stage],
  }));
}

function runsOf(cells: readonly Cell[], isLeftToRight: boolean): Run[] {
  const runs: { chunk: number; points: [number, number][]; numberX: number; numberY: number }[] =
    [];
  for (const { chunk, x, y, width, height } of cells) {
    const middle: [number, number] = [x + width / 2, y + height / 2];
    const run = runs[chunk];
    if (run !== undefined) {
      run.points.push(middle);
    } else {
      const numberX = isLeftToRight ? x - NUMBER_GAP : x + width + NUMBER_GAP;
      runs[chunk] = { chunk, points: [middle], numberX, numberY: middle[1] };
    }
  }
  return runs;
}
