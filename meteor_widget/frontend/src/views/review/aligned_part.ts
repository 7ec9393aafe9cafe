/** The alignment of the chosen segment, where somebody wants to see it. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { AnsweredPart } from "../../segments/answered_part";
import type { Review } from "./review";

/** A segment's alignment, or why there is none. */
interface Picture {
  readonly alignment?: Alignment;
  readonly too_long?: readonly number[];
  /** Why the segment cannot be scored. */
  readonly problem?: string;
}

export class AlignedPart {
  readonly element: HTMLDetailsElement;
  readonly #review: Review;
  readonly #picture = html("div", { class: "mtr-review-picture" });
  readonly #instead = html("p", { class: "mtr-muted" });
  readonly #diagram: AlignmentDiagram;
  readonly #part: AnsweredPart<Picture | null>;

  constructor(review: Review) {
    this.#review = review;
    const { context } = review;
    this.#diagram = new AlignmentDiagram(this.#picture, context.signal);
    this.element = html(
      "details",
      { class: "mtr-review-alignment" },
      html("summary", {}, "Alignment"),
      this.#instead,
      this.#picture,
    );
    this.element.addEventListener(
      "toggle",
      () => review.set({ show_alignment: this.element.open }),
      { signal: context.signal },
    );
    this.#part = new AnsweredPart(this.#picture, context, {
      wanted: () => (this.element.open ? JSON.stringify(review.chosen) : "null"),
      ask: async () =>
        !this.element.open || review.chosen === null
          ? null
          : jsonFrom(await context.request("picture", { segment: review.chosen.segment - 1 })),
      show: (picture) => this.#draw(picture),
      instead: (words) => {
        this.#instead.textContent = words;
        this.#picture.hidden = true;
      },
    });
  }

  update(): void {
    this.element.open = this.#review.get("show_alignment");
    this.#part.update();
  }

  #draw(picture: Picture | null): void {
    const alignment = picture?.alignment;
    this.#instead.textContent =
      picture === null || alignment !== undefined ? "" : whyNotDrawn(picture);
    this.#picture.hidden = alignment === undefined;
    if (alignment !== undefined) {
      this.#diagram.draw(alignment);
    }
  }
}

function whyNotDrawn({ problem }: Picture): string {
  return problem === undefined
    ? "The segment is too long to draw its alignment."
    : `Not scored: ${problem}.`;
}
