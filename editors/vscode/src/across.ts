/** Which lines of two documents belong together. */

import type { Lines } from "./protocol";

/** The line of the other document that belongs to one of this; docs/protocol.md describes starts. */
export function across({ starts }: Lines, line: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle]?.[0] ?? 0) <= line) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const [here, there] = starts[low] ?? [0, 0];
  const next = starts[low + 1]?.[1] ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(there + line - here, Math.max(there, next - 1)));
}
