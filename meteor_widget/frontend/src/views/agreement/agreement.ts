/**
 * Agreement of scores with ratings, and the difference to those of other scores.
 *
 * Pairwise accuracy and Pearson's r as meteor_core/agreement/measures.py defines them; tests hold
 * them to its numbers.
 */

import { differenceOf, type RatedOutputs } from "./rated_outputs";
import { type Estimate, estimateOf, Samples } from "./resampling";

/** A measure with its interval, and by how much it is more than the untuned variant's. */
export interface Measured {
  readonly value: Estimate | null;
  /** Null for the variant itself, and where there is no value. */
  readonly difference: Estimate | null;
}

export interface Agreement {
  readonly pairwise: Measured;
  readonly pearson: Measured;
}

/** Values of a measure: of the set, and of each sample. */
interface Values {
  readonly itself: number;
  readonly samples: Float64Array;
}

export class AgreementMeter {
  readonly samples: Samples;
  readonly #outputs: RatedOutputs;
  readonly #unequal: Float64Array;
  readonly #unequalOfSamples: Float64Array;
  readonly #rating: Float64Array;
  readonly #size: Sums;
  readonly #y: Sums;
  readonly #yy: Sums;
  #baseline: { readonly pairwise: Values; readonly pearson: Values } | null = null;

  constructor(outputs: RatedOutputs, samples = new Samples(outputs.segments)) {
    this.#outputs = outputs;
    this.samples = samples;
    const { rating } = outputs.data;
    const mean = meanOf(rating);
    this.#rating = rating.map((one) => one - mean);
    this.#unequal = this.#ofPairs(() => 1);
    this.#unequalOfSamples = samples.sums(this.#unequal);
    this.#size = this.#sums(() => 1);
    this.#y = this.#sums((output) => this.#rating[output] as number);
    this.#yy = this.#sums((output) => (this.#rating[output] as number) ** 2);
  }

  /** Compares with these scores from now on. */
  compareWith(scores: Float64Array): void {
    this.#baseline = { pairwise: this.#pairwise(scores), pearson: this.#pearson(scores) };
  }

  /** @param same whether the scores are those that are compared with. */
  measure(scores: Float64Array, same: boolean): Agreement {
    const baseline = same ? null : this.#baseline;
    return {
      pairwise: this.#measured(this.#pairwise(scores), baseline?.pairwise),
      pearson: this.#measured(this.#pearson(scores), baseline?.pearson),
    };
  }

  /** Pairwise accuracy alone, for maps of it. */
  accuracy(scores: Float64Array): Measured {
    return this.#measured(this.#pairwise(scores), this.#baseline?.pairwise);
  }

  #measured(values: Values, baseline: Values | undefined): Measured {
    const { segments } = this.#outputs;
    const value = estimateOf(values.itself, values.samples, segments);
    if (baseline === undefined) {
      return { value, difference: null };
    }
    const samples = values.samples.map((one, sample) => one - (baseline.samples[sample] as number));
    return { value, difference: estimateOf(values.itself - baseline.itself, samples, segments) };
  }

  #pairwise(scores: Float64Array): Values {
    const right = this.#ofPairs((pair) => rightOf(this.#outputs, scores, pair));
    const sums = this.samples.sums(right);
    return {
      itself: sum(right) / sum(this.#unequal),
      samples: sums.map((one, sample) => one / (this.#unequalOfSamples[sample] as number)),
    };
  }

  #pearson(scores: Float64Array): Values {
    const mean = meanOf(scores);
    const of = (output: number): number => (scores[output] as number) - mean;
    const x = this.#sums(of);
    const xx = this.#sums((output) => of(output) ** 2);
    const xy = this.#sums((output) => of(output) * (this.#rating[output] as number));
    const r = (pick: (sums: Sums) => number): number =>
      correlation(
        pick(this.#size),
        ...([pick(x), pick(this.#y), pick(xx), pick(this.#yy), pick(xy)] as const),
      );
    return {
      itself: r(({ itself }) => itself),
      samples: Float64Array.from({ length: this.samples.count }, (_, sample) =>
        r(({ samples }) => samples[sample] as number),
      ),
    };
  }

  /** A number a pair, summed by segment. */
  #ofPairs(number: (pair: number) => number): Float64Array {
    const { pairs, data, segments } = this.#outputs;
    const sums = new Float64Array(segments);
    for (let pair = 0; pair < pairs.gap.length; pair++) {
      const segment = data.segment[pairs.first[pair] as number] as number;
      (sums[segment] as number) += number(pair);
    }
    return sums;
  }

  /** A number an output, summed over the set and over each sample. */
  #sums(number: (output: number) => number): Sums {
    const { data, segments, size } = this.#outputs;
    const sums = new Float64Array(segments);
    for (let output = 0; output < size; output++) {
      (sums[data.segment[output] as number] as number) += number(output);
    }
    return { itself: sum(sums), samples: this.samples.sums(sums) };
  }
}

interface Sums {
  readonly itself: number;
  readonly samples: Float64Array;
}

/** 1 for a pair that the scores order as people do, one half for a tie of the scores. */
export function rightOf({ pairs }: RatedOutputs, scores: Float64Array, pair: number): number {
  const difference = differenceOf(
    scores,
    pairs.first[pair] as number,
    pairs.second[pair] as number,
  );
  return difference === 0 ? 0.5 : difference > 0 === (pairs.gap[pair] as number) > 0 ? 1 : 0;
}

/** How many pairs of two systems are ordered as rated, and how many there are. */
export interface SystemPair {
  readonly right: number;
  readonly pairs: number;
}

/** From two systems to their pairs; the same both ways. */
export function systemPairs(
  { systems, pairs, data }: RatedOutputs,
  right: (pair: number) => number,
): (one: number, other: number) => SystemPair {
  const sums = Array.from({ length: systems ** 2 }, () => ({ right: 0, pairs: 0 }));
  const of = (one: number, other: number): (typeof sums)[number] =>
    sums[Math.min(one, other) * systems + Math.max(one, other)] as (typeof sums)[number];
  pairs.first.forEach((first, pair) => {
    const sum = of(
      data.system[first] as number,
      data.system[pairs.second[pair] as number] as number,
    );
    sum.right += right(pair);
    sum.pairs++;
  });
  return of;
}

/** Pearson's r from sums of 1, x, y, xx, yy and xy; NaN where one side is constant. */
function correlation(n: number, x: number, y: number, xx: number, yy: number, xy: number): number {
  const [ofX, ofY] = [xx - (x * x) / n, yy - (y * y) / n];
  // What rounding leaves of a constant is no variance.
  const varies = ofX > 1e-12 * Math.abs(xx) && ofY > 1e-12 * Math.abs(yy);
  return varies ? (xy - (x * y) / n) / Math.sqrt(ofX * ofY) : Number.NaN;
}

function meanOf(numbers: Float64Array): number {
  return sum(numbers) / Math.max(numbers.length, 1);
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}
