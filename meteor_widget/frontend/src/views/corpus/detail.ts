/** The selected segment: its numbers, its diagram, and buttons to the ones before and after. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { Steps } from "../../segments/steps";
import { textList } from "../../segments/texts";
import { counted, numbersInWords } from "../../segments/wording";
import type { Corpus } from "./corpus";

/** What Python answers of a segment. */
interface Picture {
  readonly alignment?: Alignment;
  /** Tokens of hypothesis and reference. */
  readonly too_long?: readonly [number, number];
  /** Why the segment cannot be scored. */
  readonly problem?: string;
  /** It is not scored yet. */
  readonly unscored?: true;
  /** How many segments have their picture in this page. */
  readonly left_out?: number;
}

export class Detail {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #corpus: Corpus;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #words = html("p", { class: "mtr-muted" });
  readonly #picture = html("div");
  readonly #diagram: AlignmentDiagram;
  #drawn: string | null = null;
  #busy = false;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const { signal } = corpus.context;
    this.#diagram = new AlignmentDiagram(this.#picture, signal);
    this.steps = new Steps(signal);
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#heading, this.steps.element),
      this.#words,
      this.#picture,
    );
  }

  update(): void {
    this.steps.update(this.#corpus.table, this.#corpus.get("selected"));
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
    const { alignment, too_long, problem, unscored, left_out } = jsonFrom<Picture>(answer);
    if (alignment !== undefined) {
      this.#say(numbersInWords(alignment, this.#corpus.about.references), null);
      this.#diagram.draw(alignment);
    } else if (problem !== undefined) {
      this.#say(`Not scored: ${problem}.`, await this.#texts(segment));
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
    return textList({ Hypothesis: hypothesis, Reference: reference });
  }

  /** Words above the picture; with what stands in place of a diagram, if one does. */
  #say(words: string, instead: HTMLElement | null | undefined = undefined): void {
    this.#words.textContent = words;
    if (instead !== null) {
      this.#picture.replaceChildren(...(instead === undefined ? [] : [instead]));
    }
  }
}
