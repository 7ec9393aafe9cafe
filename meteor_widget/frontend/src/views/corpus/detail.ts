/** The selected segment: its numbers, its diagram, and buttons to the ones before and after. */

import { AlignmentDiagram } from "../../diagram/diagram";
import { ErrorMarks, type MarkedError } from "../../diagram/errors";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { AnsweredPart } from "../../segments/answered_part";
import { Steps, textList } from "../../segments/panel";
import { counted, numbersInWords } from "../../segments/wording";
import type { Corpus } from "./corpus";
import type { Texts } from "./segment_table";

/** Python's answer about a segment. */
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
  /** What people marked in the hypothesis. */
  readonly errors?: readonly MarkedError[];
  readonly id?: string;
}

/** Null where no segment is selected. */
type Found = (Picture & { readonly texts?: Texts }) | null;

export class Detail {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #corpus: Corpus;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #words = html("p", { class: "mtr-muted" });
  readonly #picture = html("div");
  /** Texts in place of a diagram. */
  readonly #instead = html("div");
  readonly #diagram: AlignmentDiagram;
  readonly #marks: ErrorMarks;
  readonly #part: AnsweredPart<Found>;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const { context } = corpus;
    this.#diagram = new AlignmentDiagram(this.#picture, context.signal);
    this.#marks = new ErrorMarks(this.#diagram);
    this.steps = new Steps(context.signal);
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#heading, this.steps.element),
      this.#words,
      this.#picture,
      this.#marks.element,
      this.#instead,
    );
    this.#part = new AnsweredPart(this.element, context, {
      wanted: () => `${this.#selected} ${(this.#selected ?? 0) < corpus.numbers.done}`,
      ask: () => this.#ask(this.#selected),
      show: (found) => this.#show(found),
      instead: (words) => this.#say(words),
    });
  }

  update(): void {
    this.element.hidden = this.#corpus.table.isEmptied;
    this.steps.update(this.#corpus.table, this.#selected);
    this.#part.update();
  }

  get #selected(): number | null {
    return this.#corpus.get("selected");
  }

  /** The picture of a segment, or its texts where that is not drawn. */
  async #ask(segment: number | null): Promise<Found> {
    if (segment === null) {
      return null;
    }
    const { request } = this.#corpus.context;
    const picture = jsonFrom<Picture>(await request("picture", { segment }));
    if (picture.alignment !== undefined || picture.unscored) {
      return picture;
    }
    const [texts = ["", ""]] = jsonFrom<Texts[]>(await request("texts", { segments: [segment] }));
    return { ...picture, texts };
  }

  #show(found: Found): void {
    if (found === null) {
      this.#say("Choose a segment in the table to see its alignment.");
    } else if (found.alignment !== undefined) {
      const { alignment, errors = [], id } = found;
      this.#say(numbersInWords(alignment, this.#corpus.about.references), undefined, id);
      this.#picture.hidden = false;
      this.#marks.take(alignment.hypothesis, errors);
      this.#diagram.draw(alignment);
    } else if (found.unscored) {
      this.#say("This segment is not scored yet.");
    } else if (found.problem !== undefined) {
      this.#say(`Not scored: ${found.problem}.`, found.texts);
    } else {
      const { too_long, left_out, texts } = found;
      const why =
        too_long === undefined
          ? `This page has diagrams of only ${counted(left_out ?? 0)} segments, the first in ` +
            "the table when it was saved. The texts:"
          : `Too long to be drawn: ${counted(too_long[0])} and ${counted(too_long[1])} tokens. ` +
            "The texts begin:";
      this.#say(why, texts);
    }
  }

  /** The heading of the selection, and words in place of a picture, with texts if need be. */
  #say(words: string, texts?: Texts, id = texts?.[2]): void {
    const selected = this.#selected;
    this.#heading.replaceChildren(
      selected === null ? "No segment selected" : `Segment ${counted(selected + 1)}`,
      id === undefined ? "" : html("bdi", { class: "mtr-id" }, id),
    );
    this.#words.textContent = words;
    this.#picture.hidden = true;
    this.#marks.element.hidden = true;
    this.#instead.replaceChildren(
      texts === undefined ? "" : textList({ Hypothesis: texts[0], Reference: texts[1] }),
    );
  }
}
