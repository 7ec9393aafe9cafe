/** The selected segment: its numbers, its diagram, and buttons to the ones before and after. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import type { Corpus } from "./corpus";
import { jsonFrom } from "./json";
import { counted } from "./measure_names";

/** What Python answers of a segment. */
interface Picture {
  readonly alignment?: Alignment;
  /** Tokens of hypothesis and reference. */
  readonly too_long?: readonly [number, number];
  readonly unscored?: true;
  /** How many segments have their picture in this page. */
  readonly left_out?: number;
}

export class Detail {
  /** Called by the buttons. */
  onMove: (by: number) => void = () => {};
  readonly element: HTMLElement;
  readonly #corpus: Corpus;
  readonly #heading = html("h3", { class: "mtr-detail-heading" });
  readonly #words = html("p", { class: "mtr-detail-words" });
  readonly #picture = html("div", { class: "mtr-detail-picture" });
  readonly #diagram: AlignmentDiagram;
  readonly #buttons: readonly [HTMLButtonElement, HTMLButtonElement];
  #drawn: string | null = null;
  #busy = false;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const { signal } = corpus.context;
    this.#diagram = new AlignmentDiagram(this.#picture, signal);
    const button = (text: string, by: number): HTMLButtonElement => {
      const element = html("button", { type: "button", class: "mtr-button" }, text);
      element.addEventListener("click", () => this.onMove(by), { signal });
      return element;
    };
    this.#buttons = [button("← Previous", -1), button("Next →", 1)];
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "selected segment" },
      html("div", { class: "mtr-detail-head" }, this.#heading, ...this.#buttons),
      this.#words,
      this.#picture,
    );
  }

  update(): void {
    const { table } = this.#corpus;
    const selected = this.#corpus.get("selected");
    const position = selected === null ? -1 : table.positionOf(selected);
    this.#buttons[0].disabled = position <= 0;
    this.#buttons[1].disabled = position === table.order.length - 1;
    void this.#load();
  }

  /** Shows the selected segment; of those that were passed quickly, only the last. */
  async #load(): Promise<void> {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    for (let wanted = this.#wanted(); wanted !== this.#drawn; wanted = this.#wanted()) {
      const selected = this.#corpus.get("selected");
      try {
        await this.#show(selected);
      } catch (error) {
        this.#corpus.onError(error);
      }
      this.#drawn = wanted;
    }
    this.#busy = false;
  }

  /** What is to be drawn: a segment, and whether it is scored. */
  #wanted(): string {
    const selected = this.#corpus.get("selected");
    return `${selected} ${selected !== null && selected < this.#corpus.numbers.done}`;
  }

  async #show(segment: number | null): Promise<void> {
    this.#heading.textContent =
      segment === null ? "No segment selected" : `Segment ${counted(segment + 1)}`;
    if (segment === null) {
      this.#say("Choose one in the table to see how its words line up.");
      return;
    }
    const answer = await this.#corpus.context.request("picture", { segment });
    const { alignment, too_long, unscored, left_out } = jsonFrom<Picture>(answer);
    if (alignment !== undefined) {
      this.#say(inWords(alignment), null);
      this.#diagram.draw(alignment);
    } else if (unscored) {
      this.#say("This segment is not scored yet.");
    } else {
      const why =
        too_long === undefined
          ? `This file has the diagrams of ${counted(left_out ?? 0)} segments only: those that ` +
            "stood first in the table when it was saved. The texts:"
          : `Too long to be drawn: ${counted(too_long[0])} and ${counted(too_long[1])} tokens. ` +
            "How the texts begin:";
      this.#say(why, await this.#texts(segment));
    }
  }

  async #texts(segment: number): Promise<HTMLElement> {
    const answer = await this.#corpus.context.request("texts", { segments: [segment] });
    const [[hypothesis, reference] = ["", ""]] = jsonFrom<[string, string][]>(answer);
    return html(
      "dl",
      { class: "mtr-detail-texts" },
      html("dt", {}, "Hypothesis"),
      html("dd", { dir: "auto" }, hypothesis),
      html("dt", {}, "Reference"),
      html("dd", { dir: "auto" }, reference),
    );
  }

  /** Words above the picture; with what stands in place of a diagram, if one does. */
  #say(words: string, instead: HTMLElement | null | undefined = undefined): void {
    this.#words.textContent = words;
    if (instead !== null) {
      this.#picture.replaceChildren(...(instead === undefined ? [] : [instead]));
    }
  }
}

function inWords(alignment: Alignment): string {
  const { score, precision, recall, f_mean, penalty, matches, chunks, optimal } = alignment;
  const shares = [
    `score ${score.toFixed(4)}`,
    `P ${precision.toFixed(3)}`,
    `R ${recall.toFixed(3)}`,
    `F-mean ${f_mean.toFixed(3)}`,
    `penalty ${penalty.toFixed(3)}`,
    `${matches.length} ${matches.length === 1 ? "match" : "matches"} in ` +
      `${chunks.length} ${chunks.length === 1 ? "chunk" : "chunks"}`,
    `reference ${alignment.reference.index + 1}`,
    optimal ? "proved optimal" : "not proved optimal",
  ];
  return shares.join(" · ");
}
