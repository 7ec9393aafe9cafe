/** Work that only counts if nothing newer is to be done. */

/**
 * Runs a task again and again, never twice at once. Whoever asks while it runs has it run once
 * more, however often they ask: a key that is held down leaves no queue behind.
 */
export class Latest {
  #running = false;
  #again = false;

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
      } catch {
        // The server went away or was overtaken by an edit; what it says next asks again.
      }
    } while (this.#again);
    this.#running = false;
  }
}
