/** How far the scoring is, at what rate, how long it will take, and a button to stop it. */

import { html } from "../../dom";
import type { Corpus } from "./corpus";
import { counted } from "./measure_names";

export class ProgressLine {
  readonly element: HTMLElement;
  readonly #corpus: Corpus;
  readonly #bar: HTMLProgressElement;
  readonly #words = html("span", { class: "mtr-progress-words" });
  readonly #button = html("button", { type: "button", class: "mtr-button" });
  /** Where the rate is measured from. */
  #from: { readonly done: number; readonly time: number } | null = null;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#bar = html("progress", { max: corpus.about.size, "aria-label": "segments scored" });
    this.element = html(
      "div",
      { class: "mtr-progress", hidden: true },
      this.#bar,
      this.#words,
      this.#button,
    );
    this.#button.addEventListener("click", () => void this.#pressed(), {
      signal: corpus.context.signal,
    });
  }

  update(): void {
    const { numbers, about, progress, context } = this.#corpus;
    const { done } = numbers;
    this.element.hidden = done === about.size && progress.error === null;
    this.#bar.value = done;
    this.#button.textContent = progress.running ? "Cancel" : "Go on";
    this.#button.hidden = !context.live;
    this.#words.textContent = this.#report(done);
  }

  #report(done: number): string {
    const { about, progress } = this.#corpus;
    const place = `${counted(done)} of ${counted(about.size)} segments`;
    if (progress.error !== null) {
      return `${place}; scoring failed: ${progress.error}`;
    }
    if (!progress.running) {
      this.#from = null;
      return `${place}; scoring was stopped`;
    }
    const time = performance.now();
    this.#from ??= { done, time };
    const seconds = (time - this.#from.time) / 1000;
    const rate = (done - this.#from.done) / seconds;
    if (seconds < 0.5 || rate <= 0) {
      return `${place} scored`;
    }
    return `${place} · ${counted(Math.round(rate))} a second · ${left((about.size - done) / rate)}`;
  }

  async #pressed(): Promise<void> {
    const { context, progress, onError } = this.#corpus;
    try {
      await context.request(progress.running ? "cancel" : "resume");
      if (!progress.running) {
        this.#corpus.progress = { running: true, error: null };
        this.update();
      }
    } catch (error) {
      onError(error);
    }
  }
}

function left(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}
