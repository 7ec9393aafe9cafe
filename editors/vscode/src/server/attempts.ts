/** When a server that ended is started again, and when it is left alone. */

/** Milliseconds before it is started again, for the first, second ... time. */
const PAUSES_MS = [500, 2000, 5000, 15_000, 30_000];
/** The number of restarts of a program that never answered: its problem seldom goes away. */
const RESTARTS_WITHOUT_ANSWER = 2;
/** Milliseconds after which a running server counts as stable, and earlier ends are forgotten. */
const STABLE_MS = 60_000;

/**
 * The ends of a server since a person last had it started.
 *
 * One that dies while it starts and one that dies as soon as it runs are counted together: which of
 * the two it is depends on how fast the machine is.
 */
export class Attempts {
  #ends = 0;
  #hasSpoken = false;
  #runningSince: number | undefined;

  /** How many times it ended. */
  get ends(): number {
    return this.#ends;
  }

  /** Whether it ever spoke as a server does. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** Forgets all ends. */
  forget(): void {
    this.#ends = 0;
    this.#hasSpoken = false;
    this.#runningSince = undefined;
  }

  /** @param now in milliseconds, of a clock that only runs forward. */
  runs(now: number): void {
    this.#runningSince = now;
  }

  /**
   * Notes that it ended unexpectedly.
   *
   * @param now as above.
   * @param hasSpoken whether it spoke as a server does before.
   * @returns milliseconds until it is to be started again; undefined if it is to be left alone.
   */
  ended(now: number, hasSpoken: boolean): number | undefined {
    if (this.#runningSince !== undefined && now - this.#runningSince >= STABLE_MS) {
      this.forget();
    }
    this.#runningSince = undefined;
    this.#hasSpoken ||= hasSpoken;
    const pauses = this.#hasSpoken ? PAUSES_MS : PAUSES_MS.slice(0, RESTARTS_WITHOUT_ANSWER);
    const pause = pauses[this.#ends];
    this.#ends += 1;
    return pause;
  }
}
