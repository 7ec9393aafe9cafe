/**
 * Intervals by a bootstrap over segments. The samples are drawn once; a value of a sample is made
 * of sums over segments, so that every step of a slider is a multiplication of matrices.
 */

/** A number, and the ends between which 95 % of the samples' numbers lie. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether there are too few segments for the interval to show a difference. */
  readonly tooFew?: boolean;
}

/** Fewest segments that show a difference: Python's `SEGMENTS_NEEDED`. */
const SEGMENTS_NEEDED = 6;

/** Differences of agreement that are closer to zero are zero. */
const ROUNDING = 1e-10;

/** At most so many segments drawn in all: what a step of a slider has time for. */
const MAX_DRAWN_SEGMENTS = 4_000_000;

const MAX_SAMPLES = 1000;
const MIN_SAMPLES = 300;

const SEED = 12345;

/** How many samples are drawn of so many segments. */
export function samplesOf(segments: number): number {
  return Math.min(
    MAX_SAMPLES,
    Math.max(MIN_SAMPLES, Math.floor(MAX_DRAWN_SEGMENTS / Math.max(segments, 1))),
  );
}

export class Samples {
  readonly count: number;
  readonly #segments: number;
  /** How often each segment was drawn, sample after sample. */
  readonly #drawn: Uint8Array;

  constructor(segments: number, count = samplesOf(segments)) {
    this.count = count;
    this.#segments = segments;
    this.#drawn = new Uint8Array(count * segments);
    const random = randomNumbers(SEED);
    for (let sample = 0; sample < count; sample++) {
      for (let draw = 0; draw < segments; draw++) {
        const place = sample * segments + Math.floor(random() * segments);
        (this.#drawn[place] as number)++;
      }
    }
  }

  /** The sum of a number a segment, in each sample. */
  sums(numbers: Float64Array): Float64Array {
    const sums = new Float64Array(this.count);
    for (let sample = 0, at = 0; sample < this.count; sample++) {
      let sum = 0;
      for (let segment = 0; segment < this.#segments; segment++, at++) {
        sum += (this.#drawn[at] as number) * (numbers[segment] as number);
      }
      sums[sample] = sum;
    }
    return sums;
  }
}

/** A value with its interval; null where the set gives no value. Twin of Python's `Estimate.of`. */
export function estimateOf(
  value: number,
  samples: Float64Array,
  segments: number,
): Estimate | null {
  const known = samples.filter(Number.isFinite).sort();
  if (!Number.isFinite(value) || known.length === 0) {
    return null;
  }
  const outside = Math.floor(known.length / 40);
  return {
    value,
    low: known[outside] as number,
    high: known[known.length - outside - 1] as number,
    tooFew: segments < SEGMENTS_NEEDED,
  };
}

/** Whether an interval leaves 0 out, by more than what rounding leaves. */
export function excludesZero({ low, high, tooFew }: Estimate): boolean {
  return !tooFew && (low > ROUNDING || high < -ROUNDING);
}

/** Mulberry32: numbers from 0 to below 1, the same at every visit. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
