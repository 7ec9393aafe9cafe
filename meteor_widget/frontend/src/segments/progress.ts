/** Progress of the kernel's work: its rate, the remaining time, and a button to stop it. */

import { html } from "../dom";
import { isAnswered } from "../host/model";
import type { ViewState } from "./view_state";
import { counted } from "./wording";

/** Work that is under way or was stopped. */
export interface Work {
  /** "scoring" */
  readonly name: string;
  readonly done: number;
  readonly size: number;
  /** The progress: "1,200 of 3,000 segments". */
  readonly place: string;
  /** Whether its rate is shown, in pieces a second. */
  readonly inPieces: boolean;
  readonly running: boolean;
  /** The error that ended it, for people. */
  readonly error: string | null;
}

/** The point from which the rate is measured. */
interface Start {
  readonly name: string;
  readonly done: number;
  readonly time: number;
}

export class ProgressLine {
  readonly element: HTMLElement;
  readonly #view: ViewState<object>;
  readonly #bar = html("progress", { "aria-label": "progress" });
  readonly #words = html("span");
  readonly #button = html("button", { type: "button", class: "mtr-button" });
  #running = false;
  #start: Start | null = null;

  /** @param resumed called after the kernel has resumed. */
  constructor(view: ViewState<object>, resumed: () => void = () => {}) {
    this.#view = view;
    this.element = html(
      "div",
      { class: "mtr-progress", hidden: true },
      this.#bar,
      this.#words,
      this.#button,
    );
    this.#button.addEventListener("click", () => void this.#pressed(resumed), {
      signal: view.context.signal,
    });
  }

  /** @param work null where there is nothing to do any more. */
  show(work: Work | null): void {
    this.element.hidden = work === null;
    if (work !== null) {
      this.#running = work.running;
      this.#bar.max = work.size;
      this.#bar.value = work.done;
      const { context } = this.#view;
      this.#button.hidden = !context.live;
      this.#button.textContent = work.running ? "Cancel" : "Go on";
      this.#words.textContent = isAnswered(context)
        ? this.#report(work, performance.now())
        : `${work.place} when the kernel went`;
    }
  }

  #report(work: Work, time: number): string {
    const { name, done } = work;
    if (!work.running) {
      this.#start = null;
    } else if (this.#start?.name !== name || done < this.#start.done) {
      this.#start = { name, done, time };
    }
    return workInWords(work, this.#start, time);
  }

  async #pressed(resumed: () => void): Promise<void> {
    const { context, onError } = this.#view;
    const running = this.#running;
    try {
      await context.request(running ? "cancel" : "resume");
      if (!running) {
        resumed();
      }
    } catch (error) {
      onError(error);
    }
  }
}

/** Work in words; its rate is known half a second after its start. */
export function workInWords(work: Work, start: Omit<Start, "name"> | null, time: number): string {
  const { name, place, running, error, done, size } = work;
  if (error !== null) {
    return `${place}; ${name} failed: ${error}`;
  }
  if (!running || start === null) {
    return `${place}; ${name} was stopped`;
  }
  const seconds = (time - start.time) / 1000;
  const rate = (done - start.done) / seconds;
  if (seconds < 0.5 || rate <= 0) {
    return place;
  }
  const pace = work.inPieces ? ` · ${counted(Math.round(rate))} a second` : "";
  return `${place}${pace} · ${left((size - done) / rate)}`;
}

function left(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}

/** The scoring of a corpus, until it is done. */
export function scoringWork(
  done: number,
  size: number,
  { running, error, preparing }: Pick<Work, "running" | "error"> & { preparing?: string },
): Work | null {
  const place = preparing || `${counted(done)} of ${counted(size)} segments scored`;
  return done === size && error === null
    ? null
    : { name: "scoring", done, size, place, inPieces: true, running, error };
}
