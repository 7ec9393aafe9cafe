/** One scale for the scores and intervals of all systems. */

import type { SystemRow } from "./systems";

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

/** Where a score stands on the scale, in percent. */
export function percentOf({ low, high }: ScoreScale, score: number): number {
  return ((score - low) / (high - low)) * 100;
}
