/** Pairs of outputs that scores and people order differently; twin of disagreement.py. */

import { differenceOf, type RatedOutputs } from "./rated_outputs";

/** A pair of outputs of a segment. */
export interface Pair {
  /** The output that people rated higher. */
  readonly better: number;
  readonly worse: number;
  /** How much higher the better one is rated. */
  readonly rating: number;
  /** How much higher the worse one is scored; below 0 where the scores agree with people. */
  readonly score: number;
  /** The product of the two: how far the scores disagree. */
  readonly size: number;
}

/** The worst pair of each segment in which one is ordered otherwise than people do, by segment. */
export function disagreements(outputs: RatedOutputs, scores: Float64Array): (Pair | undefined)[] {
  const worst = new Float64Array(outputs.segments);
  const found = new Int32Array(outputs.segments).fill(-1);
  const { pairs, data } = outputs;
  for (let pair = 0; pair < pairs.gap.length; pair++) {
    const size = sizeOf(outputs, scores, pair);
    const segment = data.segment[pairs.first[pair] as number] as number;
    if (size > (worst[segment] as number)) {
      [worst[segment], found[segment]] = [size, pair];
    }
  }
  return Array.from(found, (pair) => (pair === -1 ? undefined : pairOf(outputs, scores, pair)));
}

/**
 * The pair with the greatest disagreement of a segment, or of one of its outputs: where none is
 * ordered otherwise than people do, the one that is rated most differently.
 */
export function worstPair(
  outputs: RatedOutputs,
  scores: Float64Array,
  segment: number,
  output: number | null,
): Pair | undefined {
  const { pairs, data } = outputs;
  const found: Pair[] = [];
  pairs.first.forEach((first, pair) => {
    const isOf = output === null || first === output || pairs.second[pair] === output;
    if (isOf && data.segment[first] === segment) {
      found.push(pairOf(outputs, scores, pair));
    }
  });
  const wrong = found.filter(({ size }) => size > 0);
  return wrong.length > 0
    ? wrong.reduce((worst, pair) => (pair.size > worst.size ? pair : worst))
    : found.reduce<Pair | undefined>(
        (widest, pair) => (widest === undefined || pair.rating > widest.rating ? pair : widest),
        undefined,
      );
}

function sizeOf({ pairs }: RatedOutputs, scores: Float64Array, pair: number): number {
  const difference = differenceOf(
    scores,
    pairs.first[pair] as number,
    pairs.second[pair] as number,
  );
  return -(pairs.gap[pair] as number) * difference;
}

function pairOf(outputs: RatedOutputs, scores: Float64Array, pair: number): Pair {
  const { first, second, gap } = outputs.pairs;
  const [one, other] = [first[pair] as number, second[pair] as number];
  const [better, worse] = (gap[pair] as number) > 0 ? [one, other] : [other, one];
  return {
    better,
    worse,
    rating: Math.abs(gap[pair] as number),
    score: differenceOf(scores, worse, better),
    size: sizeOf(outputs, scores, pair),
  };
}
