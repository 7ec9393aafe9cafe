/**
 * What rows show that is too long to be sent for all of them at once.
 *
 * One request is under way at a time; what was scrolled past meanwhile is never asked for.
 */

/** Rows a request asks for at most. */
const PAGE = 200;

export class PageCache<Text> {
  readonly #fetch: (rows: readonly number[]) => Promise<readonly Text[]>;
  readonly #arrived: (error?: unknown) => void;
  readonly #capacity: number;
  /** The least recently used first. */
  readonly #texts = new Map<number, Text>();
  /** Rows whose texts are shown until newer ones are here. */
  #stale = new Set<number>();
  #wanted: readonly number[] = [];
  #busy = false;
  /** Grows whenever what was asked for before is no longer true. */
  #generation = 0;

  /**
   * @param fetch gives what the rows show, in the order asked.
   * @param arrived called after each answer, with the error where it failed.
   * @param capacity rows that are remembered.
   */
  constructor(
    fetch: (rows: readonly number[]) => Promise<readonly Text[]>,
    arrived: (error?: unknown) => void,
    capacity = 4000,
  ) {
    this.#fetch = fetch;
    this.#arrived = arrived;
    this.#capacity = capacity;
  }

  get(row: number): Text | undefined {
    const text = this.#texts.get(row);
    if (text !== undefined) {
      this.#texts.delete(row);
      this.#texts.set(row, text);
    }
    return text;
  }

  /** Replaces the list of the rows that are needed now, the most urgent first. */
  want(rows: readonly number[]): void {
    this.#wanted = rows;
    if (!this.#busy) {
      void this.#load();
    }
  }

  clear(): void {
    this.#generation++;
    this.#texts.clear();
    this.#stale.clear();
  }

  /** Asks for all texts anew, and shows those that are here meanwhile, so that nothing flickers. */
  renew(): void {
    this.#generation++;
    this.#stale = new Set(this.#texts.keys());
  }

  async #load(): Promise<void> {
    this.#busy = true;
    for (let rows = this.#missing(); rows.length > 0; rows = this.#missing()) {
      const generation = this.#generation;
      try {
        const texts = await this.#fetch(rows);
        if (generation === this.#generation) {
          this.#keep(rows, texts);
          this.#arrived();
        }
      } catch (error) {
        this.#wanted = []; // asked for again when the table is scrolled
        this.#arrived(error);
      }
    }
    this.#busy = false;
  }

  #missing(): number[] {
    return this.#wanted
      .filter((row) => !this.#texts.has(row) || this.#stale.has(row))
      .slice(0, PAGE);
  }

  #keep(rows: readonly number[], texts: readonly Text[]): void {
    rows.forEach((row, index) => {
      this.#texts.set(row, texts[index] as Text);
      this.#stale.delete(row);
    });
    for (const row of this.#texts.keys()) {
      if (this.#texts.size <= this.#capacity) {
        return;
      }
      this.#texts.delete(row);
    }
  }
}
