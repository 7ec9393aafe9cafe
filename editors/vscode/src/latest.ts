/** Work of which only the latest request matters. */

/** How often what failed is tried again, and after how many milliseconds. */
const TRIES = 3;
const PAUSE = 250;

/**
 * Runs a task again and again, never twice at once. Whoever asks while it runs has it run once
 * more, however often they ask: a key that is held down leaves no queue behind.
 */
export class Latest {
  #running = false;
  #again = false;
  #failures = 0;

  constructor(private readonly task: () => Promise<void>) {}

  ask(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.task();
        this.#failures = 0;
      } catch {
        // An edit overtook the request, or the server ended. Usually the server soon reports a
        // change, but not always.
        this.#failures += 1;
        if (this.#failures <= TRIES) {
          setTimeout(() => this.ask(), PAUSE);
        }
      }
    } while (this.#again);
    this.#running = false;
  }
}
