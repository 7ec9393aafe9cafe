/**
 * Where everything of an alignment's picture goes: two rows of words, the hypothesis above, and
 * links between them, in as many bands as the width asks for.
 *
 * A plain function of plain values: no screen, no fonts but the measure it is given. All lengths
 * are px with at most two decimals; y grows downwards; a text's y is its baseline. Indices of
 * tokens are logical: a right-to-left row begins at its right end.
 */

import * as LOOK from "../../../static_picture/look.json";
import type { Alignment, Match, Range } from "../format";
import {
  type Across,
  type Directions,
  extent,
  hull,
  middleOf,
  NO_WORDS,
  placeAcross,
  type Rows,
  widestRow,
} from "./across";
import { type Band, bandsOf, bandsTogether } from "./bands";
import { stubsOf } from "./layout_stubs";
import { layoutLegend } from "./legend";
import type {
  Bar,
  Bracket,
  Caption,
  Line,
  Link,
  LinksLayout,
  LinksOptions,
  PlacedWord,
  Ribbon,
  Scene,
} from "./links_layout";
import { isSpan, type Measure, round, SIDES, type Side } from "./rows";
import { shortened, slotsOf } from "./slots";
import { directionOf } from "./texts";

/** Room for rows, and for their captions: beside them or, in a narrow picture, above and below. */
interface Frame {
  /** Left and right end that rows may reach. */
  readonly inside: Range;
  readonly gutter: number;
  readonly captionLine: number;
}

/** Lays out an alignment. */
export function layoutLinks(alignment: Alignment, options: LinksOptions): LinksLayout {
  const directions = {
    hypothesis: directionOf(alignment.hypothesis.text),
    reference: directionOf(alignment.reference.text),
  };
  const frame = frameOf(directions, options);
  const [left, farRight] = frame.inside;
  const available = farRight - left;
  const { measure } = options;
  const { rows, bands, widest } = rowsOf(alignment, available, options);
  const right = left + Math.min(available, widest);
  const across = placeAcross(bands, rows, directions, [left, right]);
  const scene = { alignment, rows, directions, bands, across, measure };
  const lines = linesOf(scene, frame);

  const end = endOf(lines, frame);
  const legendOf = (one: Alignment) =>
    layoutLegend(one, { x: left, y: end + LOOK.before_legend, width: available }, measure);
  const legend = legendOf(alignment);
  const legends = [legend, ...(options.beside ?? []).map(legendOf)];
  const widthInside = Math.max(
    right + frame.gutter - gutterBefore(directions, frame),
    left + Math.max(...legends.map((each) => each.width)),
  );
  return {
    width: round(widthInside + LOOK.margin),
    height: round(end + (legend.height > 0 ? LOOK.before_legend + legend.height : 0) + LOOK.margin),
    bands: bands.length,
    directions,
    words: lines.flatMap((line) => wordsOf(scene, line)),
    bars: lines.flatMap((line) => barsOf(scene, line)),
    ribbons: lines.flatMap((line) => ribbonsOf(scene, line)),
    links: lines.flatMap((line) => linksOf(scene, line)),
    brackets: lines.flatMap((line) => bracketsOf(scene, line)),
    stubs: lines.flatMap((line) => stubsOf(scene, line)),
    captions: captionsOf(scene, lines[0] as Line, frame, [left, right], options),
    legend,
  };
}

/** Words, bands, and the width of the widest row; those of alignments beside it are regarded. */
function rowsOf(
  alignment: Alignment,
  available: number,
  { measure, beside = [] }: LinksOptions,
): { readonly rows: Rows; readonly bands: readonly Band[]; readonly widest: number } {
  const all = [alignment, ...beside].map((one) => ({
    alignment: one,
    hypothesis: slotsOf(one, "hypothesis", available, measure),
    reference: slotsOf(one, "reference", available, measure),
  }));
  const [own] = all as [(typeof all)[number]];
  if (all.length === 1) {
    const bands = bandsOf(alignment, own.hypothesis, own.reference, available);
    return { rows: own, bands, widest: widestRow(bands, own, measure) };
  }
  // A word has room for its mark wherever it has one in any of them.
  const reference = own.reference.map((slot, token) => ({
    ...slot,
    width: Math.max(...all.map((one) => one.reference[token]?.width ?? 0)),
  }));
  const bands = bandsTogether(all, reference, available);
  const widest = all.map(({ hypothesis }, index) =>
    widestRow(bands[index] ?? [], { hypothesis, reference }, measure),
  );
  return {
    rows: { hypothesis: own.hypothesis, reference },
    bands: bands[0] ?? [],
    widest: Math.max(...widest),
  };
}

function frameOf(directions: Directions, { width, measure, names }: LinksOptions): Frame {
  const outside = Math.max(width - LOOK.margin, LOOK.margin + 1);
  if (width < LOOK.wide) {
    return { inside: [LOOK.margin, outside], gutter: 0, captionLine: LOOK.caption_line };
  }
  const widest = Math.max(...SIDES.map((side) => captionWidth(names[side], measure)));
  const gutter = Math.ceil(Math.min(widest, LOOK.widest_caption)) + LOOK.caption_gap;
  const inside: Range =
    directions.hypothesis === "ltr"
      ? [LOOK.margin + gutter, outside]
      : [LOOK.margin, outside - gutter];
  return { inside, gutter, captionLine: 0 };
}

function gutterBefore(directions: Directions, { gutter }: Frame): number {
  return directions.hypothesis === "ltr" ? gutter : 0;
}

function captionWidth(text: string, measure: Measure): number {
  return (measure(text) * LOOK.caption_size) / LOOK.font_size;
}

/** The bands from top to bottom. */
function linesOf(scene: Scene, frame: Frame): Line[] {
  const lines: Line[] = [];
  let top = LOOK.margin + frame.captionLine;
  scene.bands.forEach((band, number) => {
    const within = matchesWithin(scene.alignment, band);
    const y1 = top + (isBlank(scene, band, "hypothesis") ? 0 : LOOK.bar_top + LOOK.bar);
    const y2 = y1 + distanceOf(scene, band, within);
    const lowerNumber = y2 + LOOK.bar + LOOK.number_below;
    const line = {
      band,
      number,
      within,
      numberY: { hypothesis: top + LOOK.number_baseline, reference: lowerNumber },
      wordY: { hypothesis: top + LOOK.word_baseline, reference: y2 + LOOK.bar + LOOK.word_below },
      y1,
      y2,
      end: isBlank(scene, band, "reference") ? y2 : lowerNumber + LOOK.below_numbers,
    };
    lines.push(line);
    top = endOf(lines, frame) + LOOK.band_distance;
  });
  return lines;
}

/** Whether a row has no words left for a band: what it would take up there is left out. */
function isBlank({ rows }: Scene, band: Band, side: Side): boolean {
  return band[side][0] === band[side][1] && rows[side].length > 0;
}

/** The end of the last line; a caption may be below it if it is the first one too. */
function endOf(lines: readonly Line[], { captionLine }: Frame): number {
  const last = lines.at(-1) as Line;
  return last.end + (lines.length === 1 ? captionLine : 0);
}

/** Matches whose first words on both sides are in a band. */
function matchesWithin({ matches }: Alignment, band: Band): number[] {
  const found: number[] = [];
  matches.forEach(({ hypothesis, reference }, index) => {
    if (contains(band.hypothesis, hypothesis[0]) && contains(band.reference, reference[0])) {
      found.push(index);
    }
  });
  return found;
}

function contains([start, end]: Range, token: number): boolean {
  return start <= token && token < end;
}

/** From the bars of the upper row to those of the lower. */
function distanceOf(scene: Scene, band: Band, within: readonly number[]): number {
  const { alignment, across } = scene;
  if (SIDES.some((side) => isBlank(scene, band, side))) {
    return LOOK.stub_distance;
  }
  let spread = 0;
  for (const index of within) {
    const [above, below] = endsOf(across, alignment.matches[index] as Match);
    spread = Math.max(spread, Math.abs(middleOf(above) - middleOf(below)));
  }
  const wanted = Math.floor(LOOK.distance_base + LOOK.distance_per_spread * spread);
  return Math.min(Math.max(wanted, LOOK.least_distance), LOOK.most_distance);
}

/** What a match, or a part of a chunk, covers in the upper and in the lower row. */
function endsOf(across: Across, part: Pick<Match, Side>): [above: Range, below: Range] {
  return [extent(across.hypothesis, part.hypothesis), extent(across.reference, part.reference)];
}

function wordsOf({ alignment, rows, across }: Scene, line: Line): PlacedWord[] {
  return SIDES.flatMap((side) => {
    const [start, end] = line.band[side];
    return rows[side].slice(start, end).map((slot, index) => {
      const token = start + index;
      const place = across[side][token] as Across[Side][number];
      const markX = place.wordX > place.x ? place.x : place.x + slot.wordWidth;
      return {
        side,
        token,
        text: slot.text,
        x: round(place.x),
        y: line.wordY[side],
        width: round(slot.width),
        middle: round(place.wordX + slot.wordWidth / 2),
        mark: slot.mark,
        markMiddle: round(markX + (slot.width - slot.wordWidth) / 2),
        match: slot.match,
        chunk: alignment.matches[slot.match]?.chunk ?? -1,
        band: line.number,
        isFunctionWord: slot.isFunctionWord,
      };
    });
  });
}

function barsOf({ alignment, across }: Scene, line: Line): Bar[] {
  const bars: Bar[] = [];
  alignment.chunks.forEach((chunk, index) => {
    for (const side of SIDES) {
      const run = common(chunk[side], line.band[side]);
      if (run[0] < run[1]) {
        const [left, right] = extent(across[side], run);
        bars.push({
          side,
          chunk: index,
          band: line.number,
          x: round(left),
          y: side === "hypothesis" ? line.y1 - LOOK.bar : line.y2,
          width: round(right - left),
          numberX: round((left + right) / 2),
          numberY: line.numberY[side],
        });
      }
    }
  });
  return bars;
}

function common(first: Range, second: Range): Range {
  return [Math.max(first[0], second[0]), Math.min(first[1], second[1])];
}

/** One ribbon for the matches of each chunk that have both ends in the band. */
function ribbonsOf({ alignment, across }: Scene, line: Line): Ribbon[] {
  const ribbons = new Map<number, [above: Range, below: Range]>();
  for (const index of line.within) {
    const match = alignment.matches[index] as Match;
    const [above, below] = endsOf(across, match);
    const known = ribbons.get(match.chunk) ?? [above, below];
    ribbons.set(match.chunk, [hull(known[0], above), hull(known[1], below)]);
  }
  return Array.from(ribbons, ([chunk, [above, below]]) => ({
    chunk,
    band: line.number,
    above: rounded(above),
    below: rounded(below),
    y1: line.y1,
    y2: line.y2,
  }));
}

function linksOf({ alignment, across }: Scene, line: Line): Link[] {
  return line.within.map((index) => {
    const match = alignment.matches[index] as Match;
    const [above, below] = endsOf(across, match);
    const depth = isSpan(match) ? LOOK.bracket : 0;
    return {
      match: index,
      chunk: match.chunk,
      band: line.number,
      x1: round(middleOf(above)),
      y1: line.y1 + depth,
      x2: round(middleOf(below)),
      y2: line.y2 - depth,
      span: isSpan(match) ? { above: rounded(above), below: rounded(below) } : null,
    };
  });
}

/** Brackets of many-word matches: on both rows, also where the link leaves the band. */
function bracketsOf({ alignment, across }: Scene, line: Line): Bracket[] {
  const brackets: Bracket[] = [];
  alignment.matches.forEach((match, index) => {
    for (const side of SIDES) {
      if (isSpan(match) && contains(line.band[side], match[side][0])) {
        const [left, right] = extent(across[side], match[side]);
        const isAbove = side === "hypothesis";
        brackets.push({
          side,
          match: index,
          chunk: match.chunk,
          x: round(left),
          y: isAbove ? line.y1 : line.y2,
          width: round(right - left),
          depth: isAbove ? LOOK.bracket : -LOOK.bracket,
        });
      }
    }
  });
  return brackets;
}

/** The names of the rows, at the first band; and the placeholder for the words of an empty row. */
function captionsOf(
  { rows, directions, measure }: Scene,
  line: Line,
  frame: Frame,
  [left, right]: Range,
  { names }: LinksOptions,
): Caption[] {
  const captions: Caption[] = [];
  const isBeside = frame.captionLine === 0;
  for (const side of SIDES) {
    const isLeft = directions[isBeside ? "hypothesis" : side] === "ltr";
    const anchor = isLeft ? "left" : "right";
    const outside = isLeft ? left - frame.gutter : right + frame.gutter;
    const above = side === "hypothesis";
    const narrowY = above
      ? line.numberY[side] - LOOK.caption_line
      : line.numberY[side] + LOOK.caption_line;
    captions.push({
      side,
      text: nameFor(
        names[side],
        isBeside ? frame.gutter - LOOK.caption_gap : right - left,
        measure,
      ),
      x: round(outside),
      y: isBeside ? line.wordY[side] : narrowY,
      anchor,
      isEmpty: false,
    });
    if (rows[side].length === 0) {
      const begins = directions[side] === "ltr";
      captions.push({
        side,
        text: NO_WORDS,
        x: round(begins ? left : right),
        y: line.wordY[side],
        anchor: begins ? "left" : "right",
        isEmpty: true,
      });
    }
  }
  return captions;
}

function nameFor(name: string, available: number, measure: Measure): string {
  return shortened(name, available, (text) => captionWidth(text, measure));
}

function rounded([left, right]: Range): Range {
  return [round(left), round(right)];
}
