/** The chosen segment: both systems' alignments, one below the other, over the same reference. */

import { Choice } from "../../controls/choice";
import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { Steps } from "../../segments/steps";
import { textList } from "../../segments/texts";
import { counted, numbersInWords } from "../../segments/wording";
import type { Comparison } from "./comparison";
import { arrow, direction, signed } from "./wording";

/** With each reference, by system; null where it is too long to be drawn. */
type Pictures = Readonly<Record<string, readonly (Alignment | null)[]>>;

type Sides = readonly [left: string, right: string];

export class Pair {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #comparison: Comparison;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #reference: Choice;
  readonly #words = html("p", { class: "mtr-muted", role: "status" });
  readonly #panels: readonly [Panel, Panel];
  #loaded: { readonly key: string; readonly pictures: Pictures | null } | null = null;
  #wanted = "";

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    const count = comparison.about.references;
    this.#reference = new Choice(
      "Reference",
      [
        { value: "", label: "each one's best" },
        ...Array.from({ length: count }, (_, index) => ({
          value: String(index),
          label: String(index + 1),
        })),
      ],
      signal,
      (value) => comparison.set({ reference: value === "" ? null : Number(value) }),
    );
    this.#reference.element.hidden = count === 1;
    const [one, other] = [new Panel(signal), new Panel(signal)];
    this.#panels = [one, other];
    one.diagram.onMode = (mode) => other.diagram.choose(mode);
    other.diagram.onMode = (mode) => one.diagram.choose(mode);
    this.steps = new Steps(signal);
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#heading, this.steps.element, this.#reference.element),
      this.#words,
      ...this.#panels.map(({ element }) => element),
    );
  }

  update(): void {
    const { selected, table } = this.#comparison;
    this.element.hidden = selected === null;
    this.steps.update(table, selected);
    if (selected !== null) {
      void this.#show(selected);
    }
  }

  async #show(segment: number): Promise<void> {
    const sides: Sides = [this.#comparison.get("left"), this.#comparison.get("right")];
    const key = JSON.stringify([segment, sides]);
    this.#wanted = key;
    this.#say(segment, sides);
    if (this.#loaded?.key !== key) {
      try {
        const parameters = { segment, names: sides };
        const answer = await this.#comparison.context.request("pictures", parameters);
        if (this.#wanted !== key) {
          return; // another segment was chosen meanwhile
        }
        this.#loaded = { key, pictures: jsonFrom<Pictures | null>(answer) };
      } catch (error) {
        this.#comparison.onError(error);
        return;
      }
    }
    await this.#draw(segment, sides);
  }

  #say(segment: number, [left, right]: Sides): void {
    const difference = this.#comparison.columns.difference?.[segment] ?? 0;
    const word = difference === 0 ? "equal" : `${difference > 0 ? right : left} better`;
    this.#heading.replaceChildren(
      `Segment ${counted(segment + 1)}: `,
      html("span", { class: direction(difference) }, `${arrow(difference)} ${signed(difference)}`),
      ` (${word})`,
    );
    const chosen = this.#comparison.get("reference");
    this.#reference.show(chosen === null ? "" : String(chosen));
    const [one, other] = [left, right].map((name) => this.#comparison.chosen(name, segment));
    this.#words.hidden = one === other || chosen !== null;
    this.#words.textContent =
      `${left} is scored against reference ${(one ?? 0) + 1}, ${right} against reference ` +
      `${(other ?? 0) + 1}. Choose a reference to see both over the same one.`;
  }

  async #draw(segment: number, sides: Sides): Promise<void> {
    const pictures = this.#loaded?.pictures ?? null;
    const { references } = this.#comparison.about;
    const shown = sides.map((name) => {
      const best = this.#comparison.chosen(name, segment);
      const index = this.#comparison.get("reference") ?? best;
      return { name, best, index, alignment: pictures?.[name]?.[index] };
    });
    const isOneReference = shown[0]?.index === shown[1]?.index;
    for (const [place, panel] of this.#panels.entries()) {
      const { name, best, index, alignment } = shown[place] as (typeof shown)[number];
      if (alignment) {
        const other = isOneReference ? shown[1 - place]?.alignment : null;
        const beside = other ? [other] : [];
        panel.draw(name, alignment, { best: index === best ? null : best, references, beside });
      } else {
        const why =
          pictures === null
            ? "This file has no diagrams of this segment, only of those that differ most. The texts:"
            : "Too long to be drawn. How the texts begin:";
        panel.say(name, why, await this.#texts(segment, name, index));
      }
    }
  }

  async #texts(segment: number, name: string, reference: number): Promise<readonly string[]> {
    const answer = await this.#comparison.context.request("texts", { segments: [segment] });
    const [[references, hypotheses] = [[], []]] = jsonFrom<[string[], string[]][]>(answer);
    const place = this.#comparison.about.systems.indexOf(name);
    return [hypotheses[place] ?? "", references[reference] ?? ""];
  }
}

interface Surroundings {
  /** The reference that the system is scored against, if it is another one. */
  readonly best: number | null;
  /** How many there are. */
  readonly references: number;
  /** The other system's, if it is with the same reference. */
  readonly beside: readonly Alignment[];
}

/** One system's alignment with its numbers. */
class Panel {
  readonly element: HTMLElement;
  readonly diagram: AlignmentDiagram;
  readonly #title = html("h4", { dir: "auto" });
  readonly #numbers = html("span", { class: "mtr-muted" });
  readonly #picture = html("div");
  readonly #instead = html("div");

  constructor(signal: AbortSignal) {
    this.element = html(
      "div",
      { class: "mtr-compare-panel" },
      html("div", { class: "mtr-compare-panel-head" }, this.#title, this.#numbers),
      this.#picture,
      this.#instead,
    );
    this.diagram = new AlignmentDiagram(this.#picture, signal);
  }

  draw(name: string, alignment: Alignment, { best, references, beside }: Surroundings): void {
    this.#title.textContent = name;
    const scored = best === null ? "" : ` · scored against reference ${best + 1}`;
    this.#numbers.textContent = numbersInWords(alignment, references) + scored;
    this.#picture.hidden = false;
    this.#instead.replaceChildren();
    this.diagram.draw(alignment, { beside });
  }

  say(name: string, why: string, [hypothesis = "", reference = ""]: readonly string[]): void {
    this.#title.textContent = name;
    this.#numbers.textContent = why;
    this.#picture.hidden = true;
    this.#instead.replaceChildren(textList({ Hypothesis: hypothesis, Reference: reference }));
  }
}
