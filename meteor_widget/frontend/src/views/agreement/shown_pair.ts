/** Two outputs of a segment, the better rated above, each with its alignment. */

import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { countsOf, measure } from "../../scoring/measures";
import { signatureWith } from "../../scoring/signature";
import { AnsweredPart } from "../../segments/answered_part";
import { Panel, Steps } from "../../segments/panel";
import { numbersInWords } from "../../segments/wording";
import type { Pair } from "./disagreement";
import type { Ratings } from "./ratings";
import { plain } from "./wording";
import { type OutputTexts, textsOf } from "./worst_segments";

/** With each reference; null if missing, or it is too long to be drawn. */
type Pictures = readonly (Alignment | null)[] | null;

interface Found {
  readonly key: string;
  /** Of both outputs; null on a page that does not have them. */
  readonly pictures: readonly Pictures[];
  /** Empty where every picture is there. */
  readonly texts: readonly OutputTexts[];
}

export class ShownPair {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #ratings: Ratings;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #words = html("p", { class: "mtr-muted", role: "status" });
  readonly #panels: readonly [Panel, Panel];
  readonly #part: AnsweredPart<Found | null>;
  #found: Found | null = null;

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { signal } = ratings.context;
    const [one, other] = [new Panel(signal), new Panel(signal)];
    this.#panels = [one, other];
    one.diagram.onMode = (mode) => other.diagram.choose(mode);
    other.diagram.onMode = (mode) => one.diagram.choose(mode);
    this.steps = new Steps(signal);
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#heading, this.steps.element),
      this.#words,
      one.element,
      other.element,
    );
    this.#part = new AnsweredPart(this.element, ratings.context, {
      wanted: () => JSON.stringify([this.#key, ratings.pairParameters]),
      ask: () => this.#ask(),
      show: (found) => this.#draw(found),
      instead: (words) => this.#blank(words),
    });
  }

  update(): void {
    const { segment, order, loaded } = this.#ratings;
    this.element.hidden = loaded === null || segment === null;
    this.steps.update({ order, positionOf: (one) => order.indexOf(one) }, segment);
    this.#part.update();
  }

  get #key(): string {
    const { pair, segment } = this.#ratings;
    return JSON.stringify([segment, pair?.better, pair?.worse]);
  }

  async #ask(): Promise<Found | null> {
    const { pair, context } = this.#ratings;
    const key = this.#key;
    if (pair === undefined || this.#found?.key === key) {
      return pair === undefined ? null : this.#found; // only the parameters are others
    }
    const outputs = [pair.better, pair.worse];
    const pictures = jsonFrom<Pictures[]>(await context.request("pictures", { outputs }));
    const isWhole = pictures.every((one) => one !== null && !one.includes(null));
    return { key, pictures, texts: isWhole ? [] : await textsOf(this.#ratings, outputs) };
  }

  #say(words: string): void {
    const { segment, pair } = this.#ratings;
    this.#heading.replaceChildren("Segment ", html("bdi", {}, this.#ratings.nameOf(segment ?? 0)));
    this.#words.textContent = words || (pair === undefined ? NO_PAIR : this.#inWords(pair));
  }

  #blank(words: string): void {
    this.#say(words);
    for (const { element } of this.#panels) {
      element.hidden = true;
    }
  }

  #draw(found: Found | null): void {
    const { pair } = this.#ratings;
    if (found === null || pair === undefined) {
      this.#blank("");
      return;
    }
    this.#found = found;
    this.#say("");
    const sides = [pair.better, pair.worse].map((output, index) => {
      const reference = this.#ratings.scored.best[output] ?? 0;
      const alignment = found.pictures[index]?.[reference] ?? null;
      return { output, reference, alignment: alignment && this.#now(alignment) };
    });
    sides.forEach(({ output, reference, alignment }, index) => {
      const panel = this.#panels[index] as Panel;
      const other = sides[1 - index];
      panel.element.hidden = false;
      const title = this.#title(output, index === 0 ? "Rated higher" : "Rated lower");
      if (alignment !== null) {
        const beside = other?.reference === reference && other.alignment ? [other.alignment] : [];
        const numbers = numbersInWords(alignment, this.#ratings.about.references);
        panel.draw(title, numbers, alignment, beside);
        return;
      }
      const why =
        found.pictures[index] === null
          ? "This page has diagrams only of the segments that disagree most. The texts:"
          : "Too long to be drawn. The texts begin:";
      const [hypothesis, references] = found.texts[index] ?? ["", []];
      panel.say(title, why, { Hypothesis: hypothesis, Reference: references[reference] ?? "" });
    });
  }

  /** An alignment with the measures that it has with the parameters as they are now. */
  #now(alignment: Alignment): Alignment {
    const { about, parameters } = this.#ratings;
    return {
      ...alignment,
      ...measure(countsOf(alignment.statistics, about.stages), parameters),
      signature: signatureWith(alignment.signature, parameters),
    };
  }

  #inWords({ rating, score, size }: Pair): string {
    const { judgements } = this.#ratings.about;
    const first = judgements ? "prefer the first" : `rate the first ${plain(rating)} higher`;
    const metric =
      size > 0
        ? `the metric scores the second ${score.toFixed(4)} higher`
        : score === 0
          ? "the metric has a tie"
          : `so does the metric, by ${(-score).toFixed(4)}`;
    return `People ${first}; ${metric}.`;
  }

  #title(output: number, place: string): string {
    const { loaded, about } = this.#ratings;
    const rating = loaded?.outputs.data.rating[output] ?? 0;
    return about.judgements
      ? place
      : `${place}, ${plain(rating)}: ${this.#ratings.systemOf(output)}`;
  }
}

const NO_PAIR = "No two outputs of this segment are rated differently.";
