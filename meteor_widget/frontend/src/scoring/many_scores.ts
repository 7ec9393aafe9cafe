/**
 * Scores of thousands of outputs at every step of a slider: `measure` for columns of counts.
 *
 * What a step leaves as it was is not computed again: weighted matches and lengths depend on the
 * weights and delta alone, the power of the fragmentation on beta alone.
 */

import type { Parameters } from "./measures";

/** A number an output, by the names of the table of counts. */
export type CountColumns = Readonly<Record<string, ArrayLike<number>>>;

interface Side {
  readonly length: ArrayLike<number>;
  readonly functionWords: ArrayLike<number>;
  /** By stage. */
  readonly matches: readonly ArrayLike<number>[];
  readonly functionMatches: readonly ArrayLike<number>[];
  readonly weighedMatches: Float64Array;
  readonly weighedLength: Float64Array;
}

export class ManyScores {
  readonly #hypothesis: Side;
  readonly #reference: Side;
  readonly #size: number;
  /** Of each output, the place of its fragmentation among all that there are: many are equal. */
  readonly #place: Uint32Array;
  /** Chunks that count, over the mean of the matches of both sides. */
  readonly #fragmentations: Float64Array;
  readonly #powers: Float64Array;
  #weighedWith = "";
  #poweredWith = Number.NaN;

  /** @param waive whether a perfect segment's chunk is taken off. */
  constructor(columns: CountColumns, stages: readonly string[], size: number, waive: boolean) {
    const column = (name: string): ArrayLike<number> => columns[name] as ArrayLike<number>;
    const ofStages = (name: string): ArrayLike<number>[] =>
      stages.map((stage) => column(`${name}_${stage}`));
    const side = (name: string, matches: string): Side => ({
      length: column(`${name}_length`),
      functionWords: column(`${name}_function_words`),
      matches: ofStages(matches),
      functionMatches: ofStages(`${name}_function_matches`),
      weighedMatches: new Float64Array(size),
      weighedLength: new Float64Array(size),
    });
    this.#hypothesis = side("hypothesis", "matches");
    this.#reference = side("reference", "reference_matches");
    this.#size = size;
    const places = new Map<number, number>();
    this.#place = Uint32Array.from({ length: size }, (_, output) => {
      const sum = ({ matches }: Side): number =>
        matches.reduce((total, counts) => total + (counts[output] as number), 0);
      const both = sum(this.#hypothesis) + sum(this.#reference);
      const waived = waive ? (column("perfect_segments")[output] as number) : 0;
      const chunks = (column("chunks")[output] as number) - waived;
      const fragmentation = both === 0 ? 0 : (2 * chunks) / both;
      const place = places.get(fragmentation) ?? places.size;
      places.set(fragmentation, place);
      return place;
    });
    this.#fragmentations = Float64Array.from(places.keys());
    this.#powers = new Float64Array(places.size);
  }

  /** A score each. */
  scores({ alpha, beta, gamma, weights, delta = null }: Parameters): Float64Array {
    this.#weigh(weights, delta);
    this.#raise(beta);
    const { weighedMatches: matched, weighedLength: length } = this.#hypothesis;
    const { weighedMatches: found, weighedLength: wanted } = this.#reference;
    const scores = new Float64Array(this.#size);
    for (let output = 0; output < this.#size; output++) {
      const one = matched[output] as number;
      const other = found[output] as number;
      const whole =
        alpha * one * (wanted[output] as number) + (1 - alpha) * other * (length[output] as number);
      const mean = whole > 0 ? (one * other) / whole : 0;
      scores[output] = mean * (1 - gamma * (this.#powers[this.#place[output] as number] as number));
    }
    return scores;
  }

  #weigh(weights: readonly number[], delta: number | null): void {
    const key = JSON.stringify([weights, delta]);
    if (this.#weighedWith === key) {
      return;
    }
    this.#weighedWith = key;
    for (const side of [this.#hypothesis, this.#reference]) {
      const weighed = (all: number, functionWords: number): number =>
        delta === null ? all : delta * (all - functionWords) + (1 - delta) * functionWords;
      for (let output = 0; output < this.#size; output++) {
        let sum = 0;
        for (let stage = 0; stage < weights.length; stage++) {
          const all = side.matches[stage]?.[output] as number;
          const functionWords = side.functionMatches[stage]?.[output] as number;
          sum += (weights[stage] as number) * weighed(all, functionWords);
        }
        side.weighedMatches[output] = sum;
        side.weighedLength[output] = weighed(
          side.length[output] as number,
          side.functionWords[output] as number,
        );
      }
    }
  }

  #raise(beta: number): void {
    if (this.#poweredWith === beta) {
      return;
    }
    this.#poweredWith = beta;
    this.#fragmentations.forEach((fragmentation, place) => {
      this.#powers[place] = fragmentation === 0 ? 0 : fragmentation ** beta;
    });
  }
}

/** What there is one count of. */
export const COUNTS = [
  "hypothesis_length",
  "reference_length",
  "chunks",
  "perfect_segments",
  "hypothesis_function_words",
  "reference_function_words",
] as const;

/** What there is a count of for each stage. */
export const STAGE_COUNTS = [
  "matches_by_stage",
  "hypothesis_function_matches",
  "reference_function_matches",
  "reference_matches_by_stage",
] as const;

/** The name of the column with one stage's counts. */
export function columnOfStage(name: (typeof STAGE_COUNTS)[number], stage: string): string {
  return `${name.replace("_by_stage", "")}_${stage}`;
}
