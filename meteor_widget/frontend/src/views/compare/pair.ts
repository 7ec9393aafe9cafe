/** The chosen segment: both systems' alignments, one below the other, over the same reference. */

import { Choice } from "../../controls/choice";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { AnsweredPart } from "../../segments/answered_part";
import { Panel } from "../../segments/panel";
import { Steps } from "../../segments/steps";
import { counted, numbersInWords } from "../../segments/wording";
import type { Comparison } from "./comparison";
import { arrow, direction, signed } from "./wording";

/** With each reference, by system; null where it is too long to be drawn. */
type Pictures = Readonly<Record<string, readonly (Alignment | null)[]>>;

type Texts = readonly [references: readonly string[], hypotheses: readonly string[]];

/** Python's answer about a segment and two systems. */
interface Found {
  readonly key: string;
  /** Null on a page that does not have them. */
  readonly pictures: Pictures | null;
  /** Empty where no text has to stand for a picture. */
  readonly texts: Texts;
}

type Sides = readonly [left: string, right: string];

export class Pair {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #comparison: Comparison;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #reference: Choice;
  readonly #words = html("p", { class: "mtr-muted", role: "status" });
  readonly #panels: readonly [Panel, Panel];
  readonly #part: AnsweredPart<Found | null>;
  /** The last answer. */
  #found: Found | null = null;

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
    this.#part = new AnsweredPart(this.element, comparison.context, {
      wanted: () => this.#wanted(),
      ask: () => this.#ask(),
      show: (found) => this.#draw(found),
      instead: (words) => this.#blank(words),
    });
  }

  update(): void {
    const { selected, table } = this.#comparison;
    this.element.hidden = selected === null;
    this.steps.update(table, selected);
    this.#part.update();
  }

  get #sides(): Sides {
    return [this.#comparison.get("left"), this.#comparison.get("right")];
  }

  /** A key of the choice, and whether its numbers have arrived. */
  #wanted(): string {
    const { selected, loaded } = this.#comparison;
    const isScored = selected !== null && selected < loaded;
    return JSON.stringify([selected, this.#sides, this.#comparison.get("reference"), isScored]);
  }

  async #ask(): Promise<Found | null> {
    const { selected: segment, context } = this.#comparison;
    const names = this.#sides;
    const key = JSON.stringify([segment, names]);
    if (segment === null || this.#found?.key === key) {
      return segment === null ? null : this.#found; // another reference was chosen
    }
    const pictures = jsonFrom<Pictures | null>(
      await context.request("pictures", { segment, names }),
    );
    const all = names.flatMap((name) => pictures?.[name] ?? [null]);
    if (!all.includes(null)) {
      return { key, pictures, texts: [[], []] };
    }
    const answer = await context.request("texts", { segments: [segment] });
    const [texts = [[], []]] = jsonFrom<Texts[]>(answer);
    return { key, pictures, texts };
  }

  /** The heading, and controls that belong to it. */
  #say(words: string): void {
    const { selected, loaded, columns } = this.#comparison;
    const segment = selected ?? 0;
    const [left, right] = this.#sides;
    const difference = columns.difference?.[segment] ?? 0;
    const word = difference === 0 ? "equal" : `${difference > 0 ? right : left} better`;
    this.#heading.replaceChildren(
      `Segment ${counted(segment + 1)}`,
      ...(segment < loaded && Number.isNaN(difference) ? [": not scored"] : []),
      ...(segment < loaded && !Number.isNaN(difference)
        ? [
            ": ",
            html(
              "span",
              { class: direction(difference) },
              `${arrow(difference)} ${signed(difference)}`,
            ),
            ` (${word})`,
          ]
        : []),
    );
    const chosen = this.#comparison.get("reference");
    this.#reference.show(chosen === null ? "" : String(chosen));
    this.#words.hidden = words === "";
    this.#words.textContent = words;
  }

  /** Words in place of the alignments. */
  #blank(words: string): void {
    this.#say(words);
    for (const panel of this.#panels) {
      panel.element.hidden = true;
    }
  }

  #draw(found: Found | null): void {
    const { selected } = this.#comparison;
    if (found === null || selected === null) {
      return; // the element is hidden
    }
    this.#found = found;
    const chosen = this.#comparison.get("reference");
    const [left, right] = this.#sides.map((name) => {
      const best = this.#comparison.chosen(name, selected);
      const index = chosen ?? best;
      return { name, best, index, alignment: found.pictures?.[name]?.[index] };
    }) as [Side, Side];
    this.#say(
      left.index === right.index
        ? ""
        : `${left.name} is scored against reference ${left.index + 1}, ${right.name} against ` +
            `reference ${right.index + 1}. Choose a reference to see both over the same one.`,
    );
    this.#drawSide(this.#panels[0], left, right, found);
    this.#drawSide(this.#panels[1], right, left, found);
  }

  #drawSide(panel: Panel, side: Side, other: Side, found: Found): void {
    const { about } = this.#comparison;
    const { name, best, index, alignment } = side;
    panel.element.hidden = false;
    if (alignment) {
      const beside = index === other.index && other.alignment ? [other.alignment] : [];
      const scored = index === best ? "" : ` · scored against reference ${best + 1}`;
      panel.draw(name, numbersInWords(alignment, about.references) + scored, alignment, beside);
    } else {
      const why =
        found.pictures === null
          ? "This page has diagrams only of the segments that differ most. The texts:"
          : "Too long to be scored or drawn. The texts begin:";
      const [references, hypotheses] = found.texts;
      const hypothesis = hypotheses[about.systems.indexOf(name)] ?? "";
      panel.say(name, why, { Hypothesis: hypothesis, Reference: references[index] ?? "" });
    }
  }
}

/** One system with the reference that it is shown with. */
interface Side {
  readonly name: string;
  /** Index of the reference that it is scored against. */
  readonly best: number;
  /** Index of the reference that is shown. */
  readonly index: number;
  /** Missing or null where it is not drawn. */
  readonly alignment: Alignment | null | undefined;
}
