/** The order of the table of systems. */

import type { SystemRow } from "./systems";

/** What systems are sorted by: their order as given, or a number or name of each. */
export type SystemColumn =
  | "given"
  | Exclude<keyof SystemRow, "equal" | "too_few" | "upper" | "difference_upper">
  | `mean ${string}`;

/** Columns that are first sorted in ascending order. */
const LEAST_FIRST: readonly SystemColumn[] = [
  ...(["given", "system", "p_value", "holm", "penalty", "shortfall"] as const),
];

/** Sorted; what is not known comes last both ways, and equal ones stay in the order given. */
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
