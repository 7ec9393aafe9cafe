/** The alignment of the chosen segment, shown on request. */

import { Choice } from "../../controls/choice";
import { EMPHASES } from "../../diagram/colours";
import { AlignmentDiagram } from "../../diagram/diagram";
import { differences } from "../../diagram/differences";
import { html } from "../../dom";
import type { Alignment, Emphasis, TokenRow } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { AnsweredPart } from "../../segments/answered_part";
import type { Side as MarkedSide } from "./marks";
import type { Review } from "./review";
import type { Segment } from "./review_format";

const NAMES = { hypothesis: "MT", reference: "Post-edit" };

/** A segment's alignment, or why it is missing. */
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
  readonly #emphasis: Choice;
  #marked: Emphasis["marked"] = "differences";
  #alignment: Alignment | null = null;

  constructor(review: Review) {
    this.#review = review;
    const { context } = review;
    this.#diagram = new AlignmentDiagram(this.#picture, context.signal, { names: NAMES });
    this.#diagram.overlay = differences;
    this.#emphasis = new Choice("Marked", EMPHASES, context.signal, (marked) => {
      this.#marked = marked as Emphasis["marked"];
      this.#show();
    });
    this.#emphasis.show(this.#marked);
    this.element = html(
      "details",
      { class: "mtr-review-alignment" },
      html("summary", {}, "Alignment"),
      this.#instead,
      this.#emphasis.element,
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
    this.#alignment = alignment ?? null;
    this.#picture.hidden = this.#emphasis.element.hidden = alignment === undefined;
    this.#show();
  }

  /** Draws the alignment with the edits of the segment, which may have changed meanwhile. */
  #show(): void {
    const { chosen } = this.#review;
    if (this.#alignment !== null && chosen !== null) {
      const emphasis = emphasisOf(this.#alignment, chosen, this.#marked);
      this.#diagram.draw({ ...this.#alignment, emphasis });
    }
  }
}

/** The kind of edit of each word. */
function emphasisOf(
  { hypothesis, reference }: Alignment,
  { edits }: Segment,
  marked: Emphasis["marked"],
): Emphasis {
  const kindsOf = (row: TokenRow, side: MarkedSide): string[] =>
    row.tokens.map(
      ([start, end]) =>
        edits.find(({ [side]: range }) => range[0] < end && start < range[1])?.kind ?? "kept",
    );
  return {
    marked,
    hypothesis: kindsOf(hypothesis, "mt"),
    reference: kindsOf(reference, "post_edit"),
  };
}

function whyNotDrawn({ problem }: Picture): string {
  return problem === undefined
    ? "The segment is too long to draw its alignment."
    : `Not scored: ${problem}.`;
}
