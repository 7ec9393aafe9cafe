/**
 * A part of a view that shows what the kernel answers about the current choice. An older answer
 * is never shown below another heading: it is dimmed while an answer is on its
 * way, and makes room for words where that takes long, or where no answer comes.
 */

import type { Context } from "../host/model";

/** Milliseconds for which what was shown before stays, so that nothing flickers. */
const DIM_AFTER_MS = 250;

const WAITING = "Waiting for the kernel …";

/** The request of such a part, and the ways to show its answer. */
export interface Content<Value> {
  /** A key of the choice; a new key sends a new request. */
  readonly wanted: () => string;
  readonly ask: () => Promise<Value>;
  /** Shows the answer, heading and all. */
  readonly show: (value: Value) => void;
  /** Shows these words in place of an answer, below the heading of the current choice. */
  readonly instead: (words: string) => void;
}

export class AnsweredPart<Value> {
  readonly #element: HTMLElement;
  readonly #content: Content<Value>;
  #answered: string | null = null;
  #busy = false;
  #late = false;
  #failed = false;

  /** @param element the element to dim. */
  constructor(
    element: HTMLElement,
    context: Pick<Context<object>, "live" | "onLive">,
    content: Content<Value>,
  ) {
    this.#element = element;
    this.#content = content;
    context.onLive(() => {
      if (context.live && this.#failed) {
        this.#answered = null;
        this.update();
      }
    });
  }

  /** Whether an answer is on its way: the shown answer may be stale. */
  get isWaiting(): boolean {
    return this.#busy;
  }

  /** Follows the choice; of quick changes only the last is requested. */
  update(): void {
    if (this.#late) {
      this.#content.instead(WAITING); // the heading may be another one
    }
    void this.#follow();
  }

  async #follow(): Promise<void> {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    const { wanted } = this.#content;
    for (let key = wanted(); key !== this.#answered; key = wanted()) {
      await this.#answer(key);
      this.#answered = key;
    }
    this.#busy = false;
  }

  async #answer(key: string): Promise<void> {
    const { wanted, ask, show, instead } = this.#content;
    const dimmed = this.#element.classList;
    const late = (): void => {
      this.#late = true;
      dimmed.remove("mtr-waiting");
      instead(WAITING);
    };
    dimmed.add("mtr-waiting");
    const timer = setTimeout(late, DIM_AFTER_MS);
    this.#failed = false;
    try {
      const value = await ask();
      if (key === wanted()) {
        show(value);
      }
    } catch (error) {
      this.#failed = true;
      if (key === wanted()) {
        instead(error instanceof Error ? error.message : String(error));
      }
    } finally {
      clearTimeout(timer);
      this.#late = false;
      dimmed.remove("mtr-waiting");
    }
  }
}
