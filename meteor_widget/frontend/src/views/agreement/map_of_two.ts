/** The accuracy at each setting of two parameters, computed in the background. */

import type { Measured } from "./agreement";

/** Settings of a parameter on the map, both ends included. */
export const STEPS = 21;

/** Milliseconds of work before the screen gets its turn. */
const TURN = 8;

/** What a map is of: settings of two parameters, and what the others are. */
export interface Grid {
  readonly across: readonly number[];
  readonly upward: readonly number[];
  /** Changes whenever the cells do. */
  readonly key: string;
  readonly measure: (across: number, upward: number) => Measured;
}

/** Evenly spaced numbers from end to end. */
export function settings(least: number, most: number, steps = STEPS): number[] {
  return Array.from({ length: steps }, (_, step) =>
    Number((least + ((most - least) * step) / (steps - 1)).toPrecision(12)),
  );
}

/** The cells of a map, row after row from below; coarse ones first, so that it fills like a photo. */
export function orderOfCells(columns: number, rows: number): number[] {
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell);
  const coarse = (cell: number): number => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    return [10, 5, 2, 1].findIndex((step) => x % step === 0 && y % step === 0);
  };
  return cells.sort((one, other) => coarse(one) - coarse(other) || one - other);
}

export class MapOfTwo {
  /** Called when cells were filled. */
  onFill: () => void = () => {};
  /** By cell, row after row; undefined until it is known. */
  cells: (Measured | undefined)[] = [];
  grid: Grid | null = null;
  #waiting: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Whether every cell is known. */
  get isFull(): boolean {
    return this.#waiting.length === 0;
  }

  /** Fills a map, unless it is the one that is being filled; after a moment without a change. */
  show(grid: Grid, delay: number): void {
    if (grid.key === this.grid?.key) {
      return;
    }
    this.grid = grid;
    const [columns, rows] = [grid.across.length, grid.upward.length];
    // What was known stays on the screen until it is known better.
    if (this.cells.length !== columns * rows) {
      this.cells = Array(columns * rows).fill(undefined);
    }
    this.#waiting = orderOfCells(columns, rows).reverse();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fill(), delay);
  }

  #fill(): void {
    const { grid } = this;
    if (grid === null) {
      return;
    }
    const end = performance.now() + TURN;
    const columns = grid.across.length;
    while (performance.now() < end) {
      const cell = this.#waiting.pop();
      if (cell === undefined) {
        break;
      }
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      this.cells[cell] = grid.measure(grid.across[x] as number, grid.upward[y] as number);
    }
    this.onFill();
    if (!this.isFull) {
      this.#timer = setTimeout(() => this.#fill());
    }
  }
}

/** Place and value of the best cell; null where none has a value. */
export function bestCell(
  cells: readonly (Measured | undefined)[],
): { readonly cell: number; readonly value: number } | null {
  let best: { readonly cell: number; readonly value: number } | null = null;
  cells.forEach((measured, cell) => {
    const value = measured?.value?.value;
    if (value !== undefined && value > (best?.value ?? Number.NEGATIVE_INFINITY)) {
      best = { cell, value };
    }
  });
  return best;
}
