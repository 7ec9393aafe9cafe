/**
 * Keeps a kernel in step with what a person does without ever flooding it: the first change is
 * sent at once, and while one message is unanswered all further changes wait to go together in the
 * next. A slow kernel so gets few messages, each with the newest state.
 */

import type { Model } from "../../host/model";

/** Milliseconds between two messages, at least. */
const MIN_INTERVAL_MS = 50;

/** Milliseconds after which an answer counts as late, and is reported. */
const LATE_MS = 400;

/** Milliseconds after which an answer counts as lost, and the next message is sent. */
const TIMEOUT_MS = 30_000;

export interface Clock {
  now(): number;
  /** Calls back later; the result calls that off. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Sender {
  /** Called when the answer becomes late, and when it is no longer waited for. */
  onLate: (late: boolean) => void = () => {};
  readonly #send: () => void;
  readonly #clock: Clock;
  #changed = false;
  #waiting = false;
  #sent = Number.NEGATIVE_INFINITY;
  #timers: (() => void)[] = [];

  /** `send` sends all that has changed; it is answered by a call of `answered`. */
  constructor(send: () => void, signal: AbortSignal, clock = browserClock) {
    this.#send = send;
    this.#clock = clock;
    signal.addEventListener("abort", () => this.#callOff());
  }

  /** Something has changed that the kernel has to know. */
  changed(): void {
    this.#changed = true;
    this.#next();
  }

  /** The kernel has answered the last message. */
  answered(): void {
    this.onLate(false);
    this.#goOn();
  }

  /** Without a kernel nothing is awaited and nothing sent. */
  giveUp(): void {
    this.#changed = false;
    this.answered();
  }

  #goOn(): void {
    this.#callOff();
    this.#waiting = false;
    this.#next();
  }

  #next(): void {
    if (!this.#changed || this.#waiting) {
      return;
    }
    const pause = this.#sent + MIN_INTERVAL_MS - this.#clock.now();
    this.#callOff();
    if (pause > 0) {
      this.#timers = [this.#clock.after(pause, () => this.#next())];
      return;
    }
    this.#changed = false;
    this.#waiting = true;
    this.#sent = this.#clock.now();
    this.#timers = [
      this.#clock.after(LATE_MS, () => this.onLate(true)),
      this.#clock.after(TIMEOUT_MS, () => this.#goOn()), // the drawing stays stale
    ];
    this.#send();
  }

  #callOff(): void {
    for (const stop of this.#timers) {
      stop();
    }
    this.#timers = [];
  }
}

export class Drafts<State extends object> implements Model<State> {
  readonly on: Model<State>["on"];
  readonly off: Model<State>["off"];
  readonly #model: Model<State>;
  #drafts: Partial<State> = {};

  constructor(model: Model<State>) {
    this.#model = model;
    this.on = model.on.bind(model);
    this.off = model.off.bind(model);
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    // Null is a value of its own, so it is asked whether there is a draft, not what it is.
    return key in this.#drafts ? (this.#drafts[key] as State[Key]) : this.#model.get(key);
  }

  set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    this.#drafts = { ...this.#drafts, [key]: value };
  }

  /** Sends the drafts, all in one message. */
  save_changes(): void {
    for (const [key, value] of Object.entries(this.#drafts)) {
      this.#model.set(key as keyof State & string, value as State[keyof State & string]);
    }
    this.#drafts = {};
    this.#model.save_changes();
  }
}
