/** From segment to segment, and from one rewritten segment to the next; by buttons and by keys. */

import { html } from "../../dom";
import { Steps, stepButton } from "../../segments/steps";
import type { WindowedTable } from "../../table/windowed_table";
import type { EditedSegment } from "./edits";
import type { Review } from "./review";

export class ReviewSteps {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #table: WindowedTable<EditedSegment>;
  readonly #steps: Steps;
  readonly #rewritten: readonly HTMLButtonElement[];

  constructor(review: Review, table: WindowedTable<EditedSegment>) {
    this.#review = review;
    this.#table = table;
    const { signal } = review.context;
    this.#steps = new Steps(signal, ["p", "n"]);
    this.#steps.onMove = (by) => table.move(by);
    this.#rewritten = [
      stepButton("← Rewritten", "Shift+P", () => this.#toRewritten(-1), signal),
      stepButton("Rewritten →", "Shift+N", () => this.#toRewritten(1), signal),
    ];
    const rewritten = html("span", { class: "mtr-steps" }, ...this.#rewritten);
    this.element = html("span", { class: "mtr-row" }, this.#steps.element, rewritten);
  }

  update(): void {
    const { table, selected, numbers } = this.#review;
    this.#steps.update(table, selected);
    for (const button of this.#rewritten) {
      button.disabled = numbers.extents.rewritten === 0;
    }
  }

  /** Takes the keys n and p, with Shift for the next rewritten segment, from all of the view. */
  listenTo(root: HTMLElement): void {
    const steps: Readonly<Record<string, () => void>> = {
      n: () => this.#table.move(1),
      p: () => this.#table.move(-1),
      N: () => this.#toRewritten(1),
      P: () => this.#toRewritten(-1),
    };
    const pressed = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      const typing = event.target instanceof Element && event.target.matches("input, select");
      if (step !== undefined && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        step();
      }
    };
    root.addEventListener("keydown", pressed, { signal: this.#review.context.signal });
  }

  /** To the next rewritten segment of those listed, round about. */
  #toRewritten(by: number): void {
    const { order } = this.#review.table;
    const { selected } = this.#table;
    const at = selected === null ? -1 : this.#review.table.positionOf(selected);
    for (let step = 1; step <= order.length; step++) {
      const position = (((at + by * step) % order.length) + order.length) % order.length;
      if (this.#review.numbers.extent(order[position] as number) === "rewritten") {
        this.#table.move(position - at);
        return;
      }
    }
  }
}
