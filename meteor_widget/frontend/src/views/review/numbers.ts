/** The numbers of a review's segments, filled in block by block while they are scored. */

import type { Measures } from "../../format";
import { bytesFrom } from "../../host/bytes";
import type { Block as AnyBlock } from "../../host/columns";
import { shortfall } from "../../scoring/measures";
import type { Sorting } from "../../table/table_model";
import type { EditKind } from "./edits";

/** What comes with the buffers of a block of segments. */
export interface Block extends AnyBlock {
  readonly running: boolean;
  /** What ended the scoring, for people. */
  readonly error: string | null;
  /** What must be done before the first segment, for people; empty after it. */
  readonly preparing?: string;
  /** METEOR of all segments up to the end of the block. */
  readonly total: Measures & { readonly shortfall: number };
  /** On a page without a kernel: the segments it has texts of; null for all. */
  readonly carried?: readonly number[] | null;
}

/** How much of a segment was edited. */
export type Extent = "untouched" | "edited" | "rewritten";

export const EXTENTS: readonly Extent[] = ["untouched", "edited", "rewritten"];

export type Order =
  | "extremes"
  | "most-edited"
  | "least-edited"
  | "lowest-score"
  | "greatest-shortfall"
  | "document";

/** Which of the columns sorts the segments. */
export const SORTING: Readonly<Record<Order, Sorting>> = {
  extremes: { column: "extremes", descending: true },
  "most-edited": { column: "share", descending: true },
  "least-edited": { column: "share", descending: false },
  "lowest-score": { column: "score", descending: false },
  "greatest-shortfall": { column: "shortfall", descending: true },
  document: { column: null, descending: false },
};

/** Tokens of one kind of edit on either side. */
export interface Tokens {
  readonly mt: number;
  readonly post_edit: number;
}

/** Numbers of a segment in a block: places in a row of counts, as mt and as post-edit. */
const PLACES: Readonly<Record<EditKind, readonly [mt: number | null, post_edit: number | null]>> = {
  kept: [0, 0],
  changed: [1, 2],
  moved: [3, 3],
  added: [null, 4],
  dropped: [5, null],
};

const WIDTH = 6;

/** More than any share, so that the extents are sorted one after the other. */
const RANKS: Readonly<Record<Extent, number>> = { edited: 0, untouched: 1, rewritten: 2 };

export class ReviewNumbers {
  /** By name, one number a segment; only the first `done` are filled in. */
  readonly columns: Readonly<Record<"share" | "score" | "shortfall" | "extremes", Float64Array>>;
  /** How many segments there are numbers of. */
  done = 0;
  /** How many segments differ between tokens only. */
  differing = 0;
  /** How many segments there are of each extent, by the last threshold; unscored ones have none. */
  extents: Readonly<Record<Extent, number>> = { untouched: 0, edited: 0, rewritten: 0 };
  readonly #counts: Int32Array;
  readonly #differs: Uint8Array;
  readonly #sums = new Array<number>(WIDTH).fill(0);
  #rewrittenFrom = 0.5;

  constructor(size: number) {
    this.columns = {
      share: new Float64Array(size),
      score: new Float64Array(size),
      shortfall: new Float64Array(size),
      extremes: new Float64Array(size),
    };
    this.#counts = new Int32Array(size * WIDTH);
    this.#differs = new Uint8Array(size);
  }

  /** Takes a block, which goes on where the last one ended. */
  receive({ start, end }: Pick<Block, "start" | "end">, buffers: readonly DataView[]): void {
    const [counts, scores, differs] = buffers.map(bytesFrom);
    this.#counts.set(new Int32Array(counts as ArrayBuffer), start * WIDTH);
    this.columns.score.set(new Float64Array(scores as ArrayBuffer), start);
    this.#differs.set(new Uint8Array(differs as ArrayBuffer), start);
    for (let row = start; row < end; row++) {
      const score = this.columns.score[row] as number;
      const scored = !Number.isNaN(score);
      const tokens = [0, 2, 3, 4].reduce((sum, place) => sum + this.#count(row, place), 0);
      this.columns.shortfall[row] = shortfall(tokens, score);
      this.columns.share[row] = scored ? shareOf(this.#counts, row * WIDTH) : Number.NaN;
      this.differing += this.#differs[row] as number;
      for (let place = 0; place < WIDTH; place++) {
        this.#sums[place] = (this.#sums[place] as number) + this.#count(row, place);
      }
    }
    this.done = end;
  }

  /** Counts the extents, and makes the rewritten segments the greatest of their column, then the
   * untouched ones. */
  rank(rewrittenFrom: number): void {
    this.#rewrittenFrom = rewrittenFrom;
    const extents = { untouched: 0, edited: 0, rewritten: 0 };
    const { share, extremes } = this.columns;
    for (let row = 0; row < this.done; row++) {
      const extent = this.extent(row);
      if (extent === null) {
        extremes[row] = Number.NaN;
        continue;
      }
      extents[extent]++;
      extremes[row] = (share[row] as number) + RANKS[extent];
    }
    this.extents = extents;
  }

  /** By the last threshold; null where a segment has no score. */
  extent(row: number): Extent | null {
    const share = this.columns.share[row] as number;
    if (Number.isNaN(share)) {
      return null;
    }
    if (share === 0) {
      return "untouched";
    }
    return share >= this.#rewrittenFrom ? "rewritten" : "edited";
  }

  /** Whether the tokens are untouched and the texts differ all the same. */
  differs(row: number): boolean {
    return this.#differs[row] === 1;
  }

  /** Whether a segment has edits of a kind. */
  contains(row: number, kind: EditKind): boolean {
    return PLACES[kind].some((place) => place !== null && this.#count(row, place) > 0);
  }

  /** The tokens of all segments by what became of them. */
  sum(kind: EditKind): Tokens {
    const [mt, post_edit] = PLACES[kind];
    const at = (place: number | null): number => (place === null ? 0 : (this.#sums[place] ?? 0));
    return { mt: at(mt), post_edit: at(post_edit) };
  }

  #count(row: number, place: number): number {
    return this.#counts[row * WIDTH + place] as number;
  }
}

/** The share of all tokens, of both sides, that are not kept. */
function shareOf(counts: Int32Array, at: number): number {
  const [kept = 0, old = 0, changed = 0, moved = 0, added = 0, dropped = 0] = counts.subarray(
    at,
    at + WIDTH,
  );
  const edited = old + changed + 2 * moved + added + dropped;
  return edited / Math.max(edited + 2 * kept, 1);
}
