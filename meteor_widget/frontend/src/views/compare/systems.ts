/** The systems in Python's messages. */

import type { Correlations } from "../../segments/agreement_table";

/** The results so far. */
export interface Known {
  /** With each score that came with the texts, once all is scored. */
  readonly correlations: Readonly<Record<string, Correlations>>;
  readonly systems: readonly SystemRow[];
  /** Null until the systems are tested. */
  readonly test: object | null;
  /** How they were tested, and what that means. */
  readonly notes: readonly string[];
  readonly signature: string;
  /** Segments that are scored for every system. */
  readonly done: number;
  /** Whether the systems are being scored or tested. */
  readonly running: boolean;
  /** The share that is done of the test under way. */
  readonly share: number | null;
  readonly error: string | null;
  /** What must be done before the first segment, for people; empty after it. */
  readonly preparing?: string;
}

/** Null where it is not known, or does not apply to the baseline. */
export interface SystemRow {
  readonly system: string;
  readonly score: number;
  readonly precision: number;
  readonly recall: number;
  readonly penalty: number;
  readonly shortfall: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly difference: number | null;
  readonly difference_lower: number | null;
  readonly difference_upper: number | null;
  readonly p_value: number | null;
  readonly holm: number | null;
  readonly equal: boolean | null;
  /** Whether too few segments differ from the baseline's for a p below 0.05. */
  readonly too_few: boolean | null;
  /** Of a score that came with the texts. */
  readonly [mean: `mean ${string}`]: number | null;
}
