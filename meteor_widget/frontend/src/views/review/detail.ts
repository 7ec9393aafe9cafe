/** The chosen segment in full: source, translation and post-edit with their edits, alignment. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import { counted } from "../../segments/wording";
import type { EditedSegment } from "./edits";
import { editTable, mergedLine, sideLine } from "./line";
import type { Review } from "./review";
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
  #shown: number | null = null;
  #pictured: number | null = null;

  constructor(review: Review, steps: ReviewSteps) {
    this.#review = review;
    this.#steps = steps;
    const { signal } = review.context;
    this.#diagram = new AlignmentDiagram(this.#picture, signal);
    this.#alignment = html("details", {}, html("summary", {}, "Alignment"), this.#picture);
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
  }

  update(): void {
    this.#steps.update();
    const row = this.#review.selected;
    const known = row !== null && row < this.#review.numbers.done;
    this.#body.hidden = !known;
    if (!known) {
      this.#title.textContent = "No segment selected";
      this.#words.textContent = "Choose one in the table to read it in full.";
      return;
    }
    this.#alignment.open = this.#review.get("show_alignment");
    this.#title.textContent = `Segment ${counted(row + 1)}`;
    this.#words.textContent = this.#inWords(row);
    if (this.#shown !== row) {
      this.#shown = row;
      void this.#fill(row);
    }
    if (this.#alignment.open && this.#pictured !== row) {
      this.#pictured = row;
      void this.#align(row);
    }
  }

  #inWords(row: number): string {
    const { numbers } = this.#review;
    const share = numbers.columns.share[row] as number;
    return [
      numbers.extent(row) === "untouched" ? "untouched" : `${percent(share)} edited`,
      ...(numbers.extent(row) === "rewritten" ? ["rewritten"] : []),
      ...(numbers.differs(row) ? ["the texts differ between tokens: spacing, for example"] : []),
      `score ${(numbers.columns.score[row] as number).toFixed(4)}`,
    ].join(" · ");
  }

  async #fill(row: number): Promise<void> {
    try {
      const segment = await this.#review.segment(row);
      if (row === this.#shown) {
        this.#write(segment);
      }
    } catch (error) {
      this.#shown = null;
      this.#review.onError(error);
    }
  }

  #write(segment: EditedSegment | null): void {
    if (segment === null) {
      this.#texts.replaceChildren(html("dd", {}, "This file does not carry this segment's texts."));
      this.#list.replaceChildren();
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
      segment.too_long ? "This segment is too long for its edits to be shown." : editTable(segment),
    );
  }

  async #align(row: number): Promise<void> {
    try {
      const picture = await this.#review.picture(row);
      if (row !== this.#pictured) {
        return;
      }
      if (picture?.alignment === undefined) {
        this.#picture.replaceChildren(
          picture?.problem === undefined
            ? "This segment is too long for its alignment to be drawn."
            : `Not scored: ${picture.problem}.`,
        );
      } else {
        this.#diagram.draw(picture.alignment);
      }
    } catch (error) {
      this.#pictured = null;
      this.#review.onError(error);
    }
  }
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
