/** Rated outputs in the browser: their scores with any parameters, and pairs of them. */

import type { CountColumns } from "../../scoring/many_scores";
import { ManyScores } from "../../scoring/many_scores";
import type { Parameters } from "../../scoring/measures";

/** What a reference adds: counts of the outputs, and whether they were scored against it. */
export interface ReferenceColumns {
  readonly there: ArrayLike<number>;
  readonly counts: CountColumns;
}

export interface RatedData {
  /** Of each output, from 0; outputs of a segment are side by side. */
  readonly segment: Int32Array;
  readonly system: Int32Array;
  /** Higher is better. */
  readonly rating: Float64Array;
  readonly references: readonly ReferenceColumns[];
}

/** Pairs of outputs of one segment whose ratings differ. */
export interface Pairs {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** By how much the first is rated higher. */
  readonly gap: Float64Array;
}

/** The scores, and which reference is each output's best. */
export interface Scored {
  readonly scores: Float64Array;
  readonly best: Uint8Array;
}

export class RatedOutputs {
  readonly size: number;
  readonly segments: number;
  readonly systems: number;
  readonly pairs: Pairs;
  /** Where the outputs of each segment begin, and the end of the last. */
  readonly starts: Uint32Array;
  readonly #scorers: readonly ManyScores[];

  constructor(
    readonly data: RatedData,
    stages: readonly string[],
    waive: boolean,
  ) {
    const { segment, system, references } = data;
    this.size = segment.length;
    this.segments = this.size === 0 ? 0 : (segment[this.size - 1] as number) + 1;
    this.systems = system.reduce((most, one) => Math.max(most, one + 1), 0);
    this.#scorers = references.map(
      ({ counts }) => new ManyScores(counts, stages, this.size, waive),
    );
    this.starts = new Uint32Array(this.segments + 1).fill(this.size);
    for (let output = this.size - 1; output >= 0; output--) {
      this.starts[segment[output] as number] = output;
    }
    this.pairs = this.#pairs();
  }

  /** Each output's score against the best of its references, the first of equals. */
  scored(parameters: Parameters): Scored {
    const best = new Uint8Array(this.size);
    const [first, ...others] = this.#scorers.map((scorer) => scorer.scores(parameters));
    const scores = first ?? new Float64Array(this.size);
    if (others.length > 0) {
      const { references } = this.data;
      const isThere = (reference: number, output: number): boolean =>
        references[reference]?.there[output] === 1;
      for (let output = 0; output < this.size; output++) {
        scores[output] = isThere(0, output) ? (scores[output] as number) : -1;
        others.forEach((one, index) => {
          const score = one[output] as number;
          if (isThere(index + 1, output) && score > (scores[output] as number)) {
            scores[output] = score;
            best[output] = index + 1;
          }
        });
      }
    }
    return { scores, best };
  }

  #pairs(): Pairs {
    const { rating, segment } = this.data;
    const first: number[] = [];
    const second: number[] = [];
    const gap: number[] = [];
    for (let one = 0; one < this.size; one++) {
      const end = this.starts[(segment[one] as number) + 1] as number;
      for (let other = one + 1; other < end; other++) {
        const difference = differenceOf(rating, one, other);
        if (difference !== 0) {
          first.push(one);
          second.push(other);
          gap.push(difference);
        }
      }
    }
    return {
      first: Uint32Array.from(first),
      second: Uint32Array.from(second),
      gap: Float64Array.from(gap),
    };
  }
}

/** The share of two numbers below which their difference is rounding; as in rating_arrays.py. */
const DUST = 1e-9;

/** By how much the first number is greater; 0 for differences within rounding. */
export function differenceOf(numbers: Float64Array, first: number, second: number): number {
  const one = numbers[first] as number;
  const other = numbers[second] as number;
  const difference = one - other;
  const size = Math.max(Math.abs(one), Math.abs(other));
  return Math.abs(difference) <= DUST * size ? 0 : difference;
}
