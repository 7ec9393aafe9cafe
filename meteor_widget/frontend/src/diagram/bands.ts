/**
 * Where two rows of words are broken into bands, one above the other.
 *
 * Band after band, of all pairs of breaks that fit the width and fill it at least half in each row,
 * the cheapest is taken: filling both rows is good, a match with its two ends in different bands is
 * bad, a chunk broken apart is a little bad. Ties go to the fuller hypothesis, then to the fuller
 * reference.
 */

import type { Alignment, Range } from "../format";
import type { Slot } from "./slots";

/** What it costs to leave a word that would have fitted to the next band. */
const LEFT_OVER = 1;
/** What a chunk costs that goes on in the next band, for each row. */
const BROKEN_CHUNK = 1;
/** What a match costs that has one end in this band and the other in a later one. */
const TORN_MATCH = 4;
/** What a match costs whose words on one side are broken apart. */
const BROKEN_MATCH = 100;

/** Tokens of both rows. */
export interface Band {
  readonly hypothesis: Range;
  readonly reference: Range;
}

/** The bands in order; together they hold each word once. At least one, even of empty rows. */
export function bandsOf(
  alignment: Alignment,
  hypothesis: readonly Slot[],
  reference: readonly Slot[],
  available: number,
): Band[] {
  const bands: Band[] = [];
  let first = 0;
  let second = 0;
  do {
    const reach = {
      hypothesis: [first, reachOf(hypothesis, first, available)],
      reference: [second, reachOf(reference, second, available)],
    } as const;
    const isLast =
      reach.hypothesis[1] === hypothesis.length && reach.reference[1] === reference.length;
    const band = isLast ? reach : cheapest(alignment, reach);
    bands.push(band);
    first = band.hypothesis[1];
    second = band.reference[1];
  } while (first < hypothesis.length || second < reference.length);
  return bands;
}

/** A hypothesis and how it is aligned. */
export interface Row {
  readonly alignment: Alignment;
  readonly hypothesis: readonly Slot[];
}

/**
 * The bands of several alignments with the same reference, which is broken at the same words in
 * all of them: where the sum of their costs is least, ties to the fuller reference.
 */
export function bandsTogether(
  rows: readonly Row[],
  reference: readonly Slot[],
  available: number,
): Band[][] {
  const bands: Band[][] = rows.map(() => []);
  let second = 0;
  let isLast = false;
  while (!isLast) {
    const secondReach = reachOf(reference, second, available);
    const reaches = rows.map(({ hypothesis }, index): Band => {
      const first = bands[index]?.at(-1)?.hypothesis[1] ?? 0;
      const reach = reachOf(hypothesis, first, available);
      return { hypothesis: [first, reach], reference: [second, secondReach] };
    });
    isLast =
      secondReach === reference.length &&
      rows.every(({ hypothesis }, index) => reaches[index]?.hypothesis[1] === hypothesis.length);
    const chosen = isLast ? reaches : cheapestTogether(rows, reaches);
    chosen.forEach((band, index) => {
      bands[index]?.push(band);
    });
    second = chosen[0]?.reference[1] ?? reference.length;
  }
  return bands.map((all) => all.filter((band, index) => index === 0 || !isEmpty(band)));
}

function isEmpty({ hypothesis, reference }: Band): boolean {
  return hypothesis[0] === hypothesis[1] && reference[0] === reference[1];
}

function cheapestTogether(rows: readonly Row[], reaches: readonly Band[]): readonly Band[] {
  const [start, reach] = (reaches[0] as Band).reference;
  const costsOf = rows.map(({ alignment }, index) => costs(alignment, reaches[index] as Band));
  let best = reaches;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let secondEnd = reach; secondEnd >= halfway([start, reach]); secondEnd -= 1) {
    let sum = 0;
    const bands = reaches.map(({ hypothesis: [first, firstReach] }, index): Band => {
      let [end, least] = [firstReach, Number.POSITIVE_INFINITY];
      for (let firstEnd = firstReach; firstEnd >= halfway([first, firstReach]); firstEnd -= 1) {
        const cost = costsOf[index]?.(firstEnd, secondEnd) ?? 0;
        if (cost < least) {
          [end, least] = [firstEnd, cost];
        }
      }
      sum += least;
      return { hypothesis: [first, end], reference: [start, secondEnd] };
    });
    if (sum < bestCost) {
      [best, bestCost] = [bands, sum];
    }
  }
  return best;
}

/** The end of the words from `start` on that fit; at least one if there is any. */
function reachOf(slots: readonly Slot[], start: number, available: number): number {
  let end = start;
  let used = 0;
  for (const slot of slots.slice(start)) {
    if (end > start && used + slot.width > available) {
      break;
    }
    used += slot.width + slot.gap;
    end += 1;
  }
  return end;
}

function cheapest(alignment: Alignment, reach: Band): Band {
  const [first, firstReach] = reach.hypothesis;
  const [second, secondReach] = reach.reference;
  let best = reach;
  let bestCost = Number.POSITIVE_INFINITY;
  const costOf = costs(alignment, reach);
  for (let firstEnd = firstReach; firstEnd >= halfway(reach.hypothesis); firstEnd -= 1) {
    for (let secondEnd = secondReach; secondEnd >= halfway(reach.reference); secondEnd -= 1) {
      const cost = costOf(firstEnd, secondEnd);
      if (cost < bestCost) {
        bestCost = cost;
        best = { hypothesis: [first, firstEnd], reference: [second, secondEnd] };
      }
    }
  }
  return best;
}

/** The least end of a band's words in a row: half of those that fit, and one more if need be. */
function halfway([start, end]: Range): number {
  return (start + end + 1) >> 1;
}

/** The cost of ending a band before a token of the hypothesis and one of the reference. */
function costs(
  { matches, chunks }: Alignment,
  { hypothesis: [first, firstReach], reference: [second, secondReach] }: Band,
): (firstEnd: number, secondEnd: number) => number {
  // A match with an end in an earlier band is torn already, and one beyond reach is not ours.
  const near = matches.filter(
    ({ hypothesis, reference }) =>
      hypothesis[0] >= first &&
      reference[0] >= second &&
      (hypothesis[0] < firstReach || reference[0] < secondReach),
  );
  const breaks = (range: Range, end: number): number => Number(range[0] < end && end < range[1]);
  return (firstEnd, secondEnd) => {
    let cost = LEFT_OVER * (firstReach - firstEnd + secondReach - secondEnd);
    for (const { hypothesis, reference } of near) {
      if (hypothesis[0] < firstEnd !== reference[0] < secondEnd) {
        cost += TORN_MATCH;
      }
      cost += BROKEN_MATCH * (breaks(hypothesis, firstEnd) + breaks(reference, secondEnd));
    }
    for (const { hypothesis, reference } of chunks) {
      cost += BROKEN_CHUNK * (breaks(hypothesis, firstEnd) + breaks(reference, secondEnd));
    }
    return cost;
  };
}
