/** The JSON form of an alignment, as docs/alignment-format.md describes it. */

/** Half-open and from 0; of code points of a text, or of tokens of a row. */
export type Range = readonly [start: number, end: number];

export type Stage = "exact" | "stem" | "synonym" | "paraphrase";

export interface TokenRow {
  readonly text: string;
  /** In code points of the text, not in UTF-16 code units. */
  readonly tokens: readonly Range[];
}

export interface AlignedRow extends TokenRow {
  /** Indices of the tokens that are function words; empty in a language without a list of them. */
  readonly function: readonly number[];
}

export interface ReferenceRow extends AlignedRow {
  /** Among the references given, from 0. */
  readonly index: number;
}

export interface Match {
  /** Tokens of the hypothesis. */
  readonly hypothesis: Range;
  /** Tokens of the reference. */
  readonly reference: Range;
  readonly stage: Stage;
  /** Index into the chunks. */
  readonly chunk: number;
  /** For people. */
  readonly explanation: string;
}

export interface Chunk {
  readonly hypothesis: Range;
  readonly reference: Range;
}

/** The counts that a score rests on, and nothing else. */
export interface Statistics {
  readonly hypothesis_length: number;
  readonly reference_length: number;
  /** Matched tokens of the hypothesis, in the order of the stages' weights. */
  readonly matches_by_stage: Readonly<Record<string, number>>;
  /** Matched tokens of the reference; left out, as many as of the hypothesis. */
  readonly reference_matches_by_stage?: Readonly<Record<string, number>>;
  readonly chunks: number;
  readonly perfect: boolean;
  readonly hypothesis_function_words: number;
  readonly reference_function_words: number;
  /** Matched tokens that are function words; on each side, in the order of the weights. */
  readonly function_matches_by_stage: Readonly<
    Record<"hypothesis" | "reference", Readonly<Record<string, number>>>
  >;
}

/** Each from 0 to 1. */
export interface Measures {
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
  readonly f_mean: number;
  readonly fragmentation: number;
  readonly penalty: number;
}

/** The marking of the texts, and the edit of each token: a kind of edit, or "kept". */
export interface Emphasis {
  readonly marked: "chunks" | "differences" | "both" | "off";
  readonly hypothesis: readonly string[];
  readonly reference: readonly string[];
}

export interface Alignment extends Measures {
  readonly format: "meteor-alignment-1";
  readonly signature: string;
  /** Number of the line, from 1. */
  readonly segment: number;
  /** By how many words of the reference the segment falls short of a perfect score. */
  readonly shortfall: number;
  readonly optimal: boolean;
  readonly chunk_gap: number;
  readonly hypothesis: AlignedRow;
  readonly reference: ReferenceRow;
  /** By position in the hypothesis. */
  readonly matches: readonly Match[];
  /** By position in the hypothesis. */
  readonly chunks: readonly Chunk[];
  readonly statistics: Statistics;
  /** Left out, chunks are marked. */
  readonly emphasis?: Emphasis;
}

/** The words of a row, cut at code points. */
export function wordsOf(row: TokenRow): string[] {
  const characters = Array.from(row.text);
  return row.tokens.map(([start, end]) => characters.slice(start, end).join(""));
}
