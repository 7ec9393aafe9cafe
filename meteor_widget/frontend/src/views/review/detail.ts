/** The chosen segment in full: source, translation and post-edit with their edits, alignment. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import { AnsweredPart } from "../../segments/answered_part";
import { counted } from "../../segments/wording";
import type { EditedSegment } from "./edits";
import { editTable, mergedLine, sideLine } from "./line";
import type { Picture, Review } from "./review";
import type { ReviewSteps } from "./steps";
import { percent } from "./summary";

export class Detail {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #body: HTMLElement;
  readonly #title = html("h3", { "aria-live": "polite" });
  readonly #steps: ReviewSteps;
  readonly #words = html("p", { class: "mtr-muted" });
  readonly #texts = html("dl", { class: "mtr-review-texts" });
  readonly #list = html("div");
  readonly #alignment: HTMLDetailsElement;
  readonly #picture = html("div", { class: "mtr-review-picture" });
  readonly #diagram: AlignmentDiagram;
  /** What stands in place of a diagram. */
  readonly #noPicture = html("p", { class: "mtr-muted" });
  readonly #text: AnsweredPart<EditedSegment | null>;
  readonly #aligned: AnsweredPart<Picture | null>;

  constructor(review: Review, steps: ReviewSteps) {
    this.#review = review;
    this.#steps = steps;
    const { signal } = review.context;
    this.#diagram = new AlignmentDiagram(this.#picture, signal);
    this.#alignment = html(
      "details",
      {},
      html("summary", {}, "Alignment"),
      this.#noPicture,
      this.#picture,
    );
    this.#alignment.addEventListener(
      "toggle",
      () => review.set({ show_alignment: this.#alignment.open }),
      { signal },
    );
    this.#body = html(
      "div",
      { class: "mtr-review-body" },
      this.#texts,
      html("details", {}, html("summary", {}, "Edits as a table"), this.#list),
      this.#alignment,
    );
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#title, steps.element),
      this.#words,
      this.#body,
    );
    this.#text = new AnsweredPart(this.element, review.context, {
      wanted: () => String(this.#row),
      ask: async () => (this.#row === null ? null : review.segment(this.#row)),
      show: (segment) => this.#write(segment),
      instead: (words) => this.#instead(words),
    });
    this.#aligned = new AnsweredPart(this.#picture, review.context, {
      wanted: () => String(this.#alignment.open ? this.#row : null),
      ask: async () =>
        this.#row === null || !this.#alignment.open ? null : review.picture(this.#row),
      show: (picture) => this.#draw(picture),
      instead: (words) => {
        this.#noPicture.textContent = words;
        this.#picture.hidden = true;
      },
    });
  }

  update(): void {
    this.#steps.update();
    this.#alignment.open = this.#review.get("show_alignment");
    if (!this.#text.isWaiting) {
      this.#head(); // what counts as rewritten can change
    }
    this.#text.update();
    this.#aligned.update();
  }

  /** The segment to be shown, if its numbers are here. */
  get #row(): number | null {
    const { selected, numbers } = this.#review;
    return selected !== null && selected < numbers.done ? selected : null;
  }

  /** The heading, which belongs to what stands below it. */
  #head(): void {
    const row = this.#row;
    this.#body.hidden = row === null;
    this.#title.textContent = row === null ? "No segment selected" : `Segment ${counted(row + 1)}`;
    this.#words.textContent =
      row === null ? "Choose a segment in the table to read it in full." : this.#inWords(row);
  }

  #inWords(row: number): string {
    const { numbers } = this.#review;
    const share = numbers.columns.share[row] as number;
    if (Number.isNaN(share)) {
      return "not scored: too many possible matches";
    }
    return [
      numbers.extent(row) === "untouched" ? "untouched" : `${percent(share)} edited`,
      ...(numbers.extent(row) === "rewritten" ? ["rewritten"] : []),
      ...(numbers.differs(row) ? ["the texts differ between tokens: spacing, for example"] : []),
      `score ${(numbers.columns.score[row] as number).toFixed(4)}`,
      `shortfall ${(numbers.columns.shortfall[row] as number).toFixed(2)} words`,
    ].join(" · ");
  }

  #write(segment: EditedSegment | null): void {
    this.#head();
    if (segment === null) {
      this.#instead("This page does not have the texts of this segment.");
      return;
    }
    const { source } = segment;
    this.#texts.replaceChildren(
      ...(source === null ? [] : line("Source", [document.createTextNode(source)])),
      ...(segment.edits.every(({ kind }) => kind === "kept")
        ? []
        : line("Edits", mergedLine(segment, false), "mtr-review-merged")),
      ...line("Machine translation", sideLine(segment, "hypothesis")),
      ...line("Post-edit", sideLine(segment, "reference")),
    );
    this.#list.replaceChildren(
      segment.too_long ? "The segment is too long to show its edits." : editTable(segment),
    );
  }

  /** Words in place of the texts. */
  #instead(words: string): void {
    this.#head();
    this.#texts.replaceChildren(html("dd", {}, words));
    this.#list.replaceChildren();
  }

  #draw(picture: Picture | null): void {
    const alignment = picture?.alignment;
    this.#noPicture.textContent =
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

function line(title: string, content: readonly Node[], name = ""): HTMLElement[] {
  const empty = content.every((node) => node.textContent === "");
  return [
    html("dt", {}, title),
    html(
      "dd",
      { dir: "auto", class: name },
      ...(empty ? [html("i", { class: "mtr-muted" }, "empty")] : content),
    ),
  ];
}
