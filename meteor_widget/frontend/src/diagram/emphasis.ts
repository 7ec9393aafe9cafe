/** What is marked in an alignment's texts. */

import type { Alignment } from "../format";

/** What can be marked, for people who choose. */
export const EMPHASES = [
  { value: "chunks", label: "chunks" },
  { value: "differences", label: "differences" },
  { value: "both", label: "both" },
  { value: "off", label: "nothing" },
] as const;

/** Whether chunks are marked in an alignment's texts. */
export function hasChunks({ emphasis }: Alignment): boolean {
  return emphasis?.marked !== "differences" && emphasis?.marked !== "off";
}

/** Whether differences are marked in an alignment's texts. */
export function hasDifferences({ emphasis }: Alignment): boolean {
  return emphasis?.marked === "differences" || emphasis?.marked === "both";
}
