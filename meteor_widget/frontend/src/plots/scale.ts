/** Numbers and places on the screen, without a screen. */

/** A linear scale from values to pixels; `start` may be greater than `end`, as for heights. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly start: number;
  readonly end: number;
}

/**
 * What a column has: shares go from 0 to 1, their differences from -1 to 1; wholes are counts, and
 * amounts are from 0 on like these, with fractions; numbers are of any size and sign.
 */
export type Kind = "share" | "signed" | "whole" | "amount" | "number";

/** Whether numbers of a kind have the bounds of shares. */
export function isBounded(kind: Kind): boolean {
  return kind === "share" || kind === "signed";
}

/** Equal intervals from `low` on; each holds its lower edge, the last one both. */
export interface Bins {
  readonly low: number;
  readonly step: number;
  readonly count: number;
}

export function toPixel({ low, high, start, end }: Scale, value: number): number {
  return start + ((value - low) / (high - low)) * (end - start);
}

export function toValue({ low, high, start, end }: Scale, pixel: number): number {
  return low + ((pixel - start) / (end - start)) * (high - low);
}

/** 1, 2 or 5 times a power of ten, for about that many steps in a span. */
export function niceStep(span: number, about: number): number {
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return tidy(factor * power);
}

/** Round numbers from low to high, both included where they are round. */
export function ticks(low: number, high: number, about: number, kind: Kind): number[] {
  const step = Math.max(niceStep(high - low, about), kind === "whole" ? 1 : 0);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/**
 * About twenty bins for shares and for numbers from a least to a greatest one, and at most about
 * thirty for counts up to a greatest one.
 */
export function binsFor(kind: Kind, greatest: number, least = 0): Bins {
  if (kind === "share") {
    return { low: 0, step: 0.05, count: 20 };
  }
  if (kind === "number") {
    const step = niceStep(greatest - least || 1, 20);
    const low = tidy(Math.floor(least / step + 1e-9) * step);
    return { low, step, count: Math.floor((greatest - low) / step + 1e-9) + 1 };
  }
  const step = Math.max(1, niceStep(greatest + 1, 30));
  return { low: 0, step, count: Math.floor(greatest / step) + 1 };
}

/** The edge before a bin, or after the last. */
export function edge({ low, step }: Bins, bin: number): number {
  return tidy(low + bin * step);
}

/** The bin that holds a value. */
export function binOf({ low, step, count }: Bins, value: number): number {
  return Math.min(Math.max(Math.floor((value - low) / step + 1e-9), 0), count - 1);
}

/** How many of these rows each bin holds. */
export function binned(bins: Bins, column: ArrayLike<number>, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(bins.count);
  for (let index = 0; index < rows.length; index++) {
    const value = column[rows[index] as number] as number;
    if (!Number.isNaN(value)) {
      (counts[binOf(bins, value)] as number)++;
    }
  }
  return counts;
}

/** The rows from 0. */
export function everyRow(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) {
    rows[row] = row;
  }
  return rows;
}

/** The bins for a column's kind and numbers; NaN has none. */
export function binsOf(kind: Kind, column: ArrayLike<number>, size: number): Bins {
  let [least, most] =
    kind === "number" ? [Number.POSITIVE_INFINITY, -Number.POSITIVE_INFINITY] : [0, 1];
  for (let row = 0; row < size; row++) {
    const value = column[row] as number;
    if (!Number.isNaN(value)) {
      [least, most] = [Math.min(least, value), Math.max(most, value)];
    }
  }
  return least > most ? binsFor("share", 1) : binsFor(kind, most, least);
}

/** Rounded to what a person would write, against 0.30000000000000004. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
