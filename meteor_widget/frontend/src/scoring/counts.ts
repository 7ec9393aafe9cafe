/**
 * The table of counts: names and order of meteor_core/score/statistics.py, which a test compares.
 * The number of proved segments is left out; no score needs it.
 */

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
