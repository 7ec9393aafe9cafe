/** When work is done that is asked for often: once a frame, or only for the latest request. */

/**
 * A function that has `work` done when the present task ends, so that the next frame shows it; or
 * before that frame is painted, if it was done since the last one.
 */
export function oncePerFrame(work: () => void, signal: AbortSignal): () => void {
  let asked = false;
  let isDone = false;
  const run = (): void => {
    asked = false;
    if (!signal.aborted) {
      work();
    }
  };
  return () => {
    if (asked || signal.aborted) {
      return;
    }
    asked = true;
    if (isDone) {
      requestAnimationFrame(run);
      return;
    }
    isDone = true;
    queueMicrotask(run);
    requestAnimationFrame(() => {
      isDone = false;
    });
  };
}

/** How often a task that failed is tried again, and after how many milliseconds. */
const RETRIES = 3;
const RETRY_MS = 250;

/**
 * Runs a task again and again, never twice at once. A request while it runs has it run once more,
 * however many requests there are: a key that is held down leaves no queue behind.
 */
export class Latest {
  #isRunning = false;
  #again = false;
  #failures = 0;

  /** @param onError handles a failure; without it the task is tried again a few times. */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly onError?: (error: unknown) => void,
  ) {}

  request(): void {
    this.#again = true;
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.task();
        this.#failures = 0;
      } catch (error) {
        this.#failures += 1;
        if (this.onError !== undefined) {
          this.onError(error);
        } else if (this.#failures <= RETRIES) {
          // An edit overtook the request, or the server ended. Usually the server soon reports a
          // change, but not always.
          setTimeout(() => this.request(), RETRY_MS);
        }
      }
    }
    this.#isRunning = false;
  }
}
