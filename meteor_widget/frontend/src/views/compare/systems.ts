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

/** What systems are sorted by: their order as given, or a number or name of each. */
export type SystemColumn =
  | "given"
  | Exclude<keyof SystemRow, "equal" | "too_few" | "upper" | "difference_upper">
  | `mean ${string}`;

/** Columns that are first sorted in ascending order. */
const LEAST_FIRST: readonly SystemColumn[] = [
  ...(["given", "system", "p_value", "holm", "penalty", "shortfall"] as const),
];

/** Sorted; unknown values come last both ways, and equal ones stay in the order given. */
export function sortedSystems(
  rows: readonly SystemRow[],
  column: SystemColumn,
  descending: boolean,
): SystemRow[] {
  if (column === "given") {
    return descending ? rows.toReversed() : [...rows];
  }
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first = null, second = null] = [one[column], other[column]];
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null);
    }
    if (typeof first === "string" || typeof second === "string") {
      return sign * String(first).localeCompare(String(second), "en", { numeric: true });
    }
    return sign * (first - second);
  });
}

/** What a click on a column's head asks for: the better end first, then the other way round. */
export function nextSorting(
  column: SystemColumn,
  sorted: { readonly column: SystemColumn; readonly descending: boolean },
): { readonly column: SystemColumn; readonly descending: boolean } {
  const descending = sorted.column === column ? !sorted.descending : !LEAST_FIRST.includes(column);
  return { column, descending };
}

export interface ScoreScale {
  readonly low: number;
  readonly high: number;
}

/** From below the lowest to above the highest, with some air, within 0 and 1. */
export function scaleOfScores(rows: readonly SystemRow[]): ScoreScale {
  const values = rows.flatMap(({ score, lower, upper }) => [score, lower ?? score, upper ?? score]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const air = Math.max((most - least) * 0.08, 0.001);
  return { low: Math.max(0, least - air), high: Math.min(1, most + air) };
}

/** The place of a score on the scale, in percent. */
export function percentOf({ low, high }: ScoreScale, score: number): number {
  return ((score - low) / (high - low)) * 100;
}
