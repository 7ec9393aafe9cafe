/** Links that leave their band: short lines with an arrow towards the words at the other end. */

import * as LOOK from "../../../static_picture/look.json";
import type { Match } from "../format";
import { type Across, extent, hull, middleOf, type Rows } from "./across";
import type { Line, Scene, Stub } from "./links_layout";
import { otherSide, round, SIDES, type Side } from "./rows";

const DOWN = "\u2193";
const UP = "\u2191";

/** The stubs of a band: a set of lines for each chunk, side and way, up or down. */
export function stubsOf(scene: Scene, line: Line): Stub[] {
  const stubs: Stub[] = [];
  for (const side of SIDES) {
    for (const indices of setsOf(scene, line, side)) {
      stubs.push(stubOf(scene, line, side, indices));
    }
  }
  return stubs;
}

/** Matches with an end in this row of this band and the other end in another band. */
function setsOf({ alignment, across }: Scene, line: Line, side: Side): Iterable<number[]> {
  const sets = new Map<string, number[]>();
  alignment.matches.forEach((match, index) => {
    const here = bandOf(across, side, match);
    const there = bandOf(across, otherSide(side), match);
    if (here === line.number && there !== here) {
      const key = `${match.chunk} ${there > here ? DOWN : UP}`;
      sets.set(key, [...(sets.get(key) ?? []), index]);
    }
  });
  return sets.values();
}

function stubOf(scene: Scene, line: Line, side: Side, indices: readonly number[]): Stub {
  const { alignment, across } = scene;
  const matches = indices.map((index) => alignment.matches[index] as Match);
  const first = matches[0] as Match;
  const extents = matches.map((match) => extent(across[side], match[side]));
  const [left, right] = extents.reduce(hull);
  const isAbove = side === "hypothesis";
  const y1 = isAbove ? line.y1 : line.y2;
  const y2 = isAbove ? y1 + LOOK.stub : y1 - LOOK.stub;
  const arrow = bandOf(across, otherSide(side), first) > line.number ? DOWN : UP;
  const full = `${arrow} ${wordsOf(scene.rows, otherSide(side), matches)}`;
  const fits = (scene.measure(full) * LOOK.stub_size) / LOOK.font_size <= right - left;
  return {
    side,
    chunk: first.chunk,
    band: line.number,
    matches: indices,
    xs: extents.map((ends) => round(middleOf(ends))),
    y1,
    y2,
    label: fits ? full : `${arrow}${first.chunk + 1}`,
    labelX: round((left + right) / 2),
    labelY: isAbove ? y2 + LOOK.stub_label_below : y2 - LOOK.stub_label_above,
  };
}

function bandOf(across: Across, side: Side, match: Match): number {
  return across[side][match[side][0]]?.band ?? 0;
}

/** The words of one side of some matches, as text. */
function wordsOf(rows: Rows, side: Side, matches: readonly Match[]): string {
  const slots = matches.flatMap((match) => rows[side].slice(...match[side]));
  return slots
    .map((slot) => slot.text + (slot.isTight ? "" : " "))
    .join("")
    .trimEnd();
}
