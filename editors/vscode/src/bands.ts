/** Bands of scores: what is low, middling and high. */

export type Band = "low" | "middle" | "high";
/** The scores from which a segment is middling and high. */
export type Bands = readonly [middle: number, high: number];

export const DEFAULT_BANDS: Bands = [0.3, 0.6];

/** A sign for each band beside its colour: a disc that is empty, half full, full. */
export const SIGNS: Readonly<Record<Band, string>> = { low: "○", middle: "◐", high: "●" };

/** The number of decimals that are shown; bands depend on the rounded score, which people see. */
const DIGITS = 3;

export function shownScore(score: number): string {
  return score.toFixed(DIGITS);
}

export function bandOf(score: number, [middle, high]: Bands): Band {
  const shown = Number(shownScore(score));
  if (shown < middle) {
    return "low";
  }
  return shown < high ? "middle" : "high";
}

/** The bounds of the setting, in either order; the default if they are not two scores. */
export function bandsOf(setting: unknown): Bands {
  if (!Array.isArray(setting) || setting.length !== 2 || !setting.every(isScore)) {
    return DEFAULT_BANDS;
  }
  const [one, other] = setting as [number, number];
  return [Math.min(one, other), Math.max(one, other)];
}

function isScore(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}
