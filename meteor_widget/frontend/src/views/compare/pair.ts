/** The chosen segment: the systems' alignments, one below the other, over the same reference. */

import { Choice } from "../../controls/choice";
import { ErrorMarks, type MarkedError } from "../../diagram/errors";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../../host/bytes";
import { AnsweredPart } from "../../segments/answered_part";
import { Panel, Steps } from "../../segments/panel";
import { counted, numbersInWords } from "../../segments/wording";
import type { Comparison } from "./comparison";
import type { Texts } from "./segment_table";
import { arrow, direction, signed } from "./wording";

/** Of one system. */
interface Picture {
  /** With each reference; null where it is too long to be drawn. */
  readonly alignments: readonly (Alignment | null)[];
  /** What people marked in its hypothesis. */
  readonly errors: readonly MarkedError[];
  /** Of the segment. */
  readonly id: string | null;
}

type Pictures = Readonly<Record<string, Picture>>;

/** Python's answer about a segment and some systems. */
interface Found {
  readonly key: string;
  /** Null on a page that does not have them. */
  readonly pictures: Pictures | null;
  /** Empty where no text has to replace a picture. */
  readonly texts: Texts;
}

export class Pair {
  readonly element: HTMLElement;
  readonly steps: Steps;
  readonly #comparison: Comparison;
  readonly #heading = html("h3", { "aria-live": "polite" });
  readonly #reference: Choice;
  readonly #words = html("p", { class: "mtr-muted", role: "status" });
  readonly #panels: ErrorPanel[] = [];
  readonly #place = html("div", { class: "mtr-detail" });
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
    this.steps = new Steps(signal);
    this.element = html(
      "section",
      { class: "mtr-detail", "aria-label": "Selected segment" },
      html("div", { class: "mtr-row" }, this.#heading, this.steps.element, this.#reference.element),
      this.#words,
      this.#place,
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
    this.element.hidden = selected === null || table.isEmptied;
    this.steps.update(table, selected);
    this.#part.update();
  }

  /** The systems that are drawn: the two, and others. */
  get #names(): string[] {
    const two = [this.#comparison.get("left"), this.#comparison.get("right")];
    return [...new Set([...two, ...this.#comparison.get("also")])];
  }

  /** As many panels as there are systems; all are drawn in the same way. */
  #panelsFor(count: number): ErrorPanel[] {
    while (this.#panels.length < count) {
      const panel = new ErrorPanel(this.#comparison.context.signal);
      panel.diagram.onMode = (mode) => {
        for (const { diagram } of this.#panels.filter((other) => other !== panel)) {
          diagram.choose(mode);
        }
      };
      this.#panels.push(panel);
      this.#place.append(panel.element);
    }
    this.#panels.forEach(({ element }, place) => {
      element.hidden = place >= count;
    });
    return this.#panels;
  }

  /** A key of the choice, and whether its numbers have arrived. */
  #wanted(): string {
    const { selected, loaded } = this.#comparison;
    const isScored = selected !== null && selected < loaded;
    return JSON.stringify([selected, this.#names, this.#comparison.get("reference"), isScored]);
  }

  async #ask(): Promise<Found | null> {
    const { selected: segment, context } = this.#comparison;
    const names = this.#names;
    const key = JSON.stringify([segment, names]);
    if (segment === null || this.#found?.key === key) {
      return segment === null ? null : this.#found; // another reference was chosen
    }
    const pictures = jsonFrom<Pictures | null>(
      await context.request("pictures", { segment, names }),
    );
    const all = names.flatMap((name) => pictures?.[name]?.alignments ?? [null]);
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
    const [left, right] = [this.#comparison.get("left"), this.#comparison.get("right")];
    const difference = columns.difference?.[segment] ?? 0;
    const word = difference === 0 ? "equal" : `${difference > 0 ? right : left} better`;
    const { key, pictures } = this.#found ?? {};
    const isOf = key === JSON.stringify([selected, this.#names]);
    const id = isOf ? Object.values(pictures ?? {})[0]?.id : null;
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
      id ? html("bdi", { class: "mtr-id" }, id) : "",
    );
    const chosen = this.#comparison.get("reference");
    this.#reference.show(chosen === null ? "" : String(chosen));
    this.#words.hidden = words === "";
    this.#words.textContent = words;
  }

  /** Words in place of the alignments. */
  #blank(words: string): void {
    this.#say(words);
    this.#panelsFor(0);
  }

  #draw(found: Found | null): void {
    const { selected } = this.#comparison;
    if (found === null || selected === null) {
      return; // the element is hidden
    }
    this.#found = found;
    const chosen = this.#comparison.get("reference");
    const sides = this.#names.map((name): Side => {
      const best = this.#comparison.chosen(name, selected);
      const index = chosen ?? best;
      const picture = found.pictures?.[name];
      return { name, best, index, alignment: picture?.alignments[index], errors: picture?.errors };
    });
    const [first, ...others] = sides as [Side, ...Side[]];
    this.#say(
      others.every(({ index }) => index === first.index)
        ? ""
        : `${sides.map(({ name, index }) => `${name} is scored against reference ${index + 1}`).join(", ")}. ` +
            "Choose a reference to see all over the same one.",
    );
    const panels = this.#panelsFor(sides.length);
    sides.forEach((side, place) => {
      this.#drawSide(panels[place] as ErrorPanel, side, sides, found);
    });
  }

  #drawSide(panel: ErrorPanel, side: Side, sides: readonly Side[], found: Found): void {
    const { about } = this.#comparison;
    const { name, best, index, alignment, errors } = side;
    if (alignment) {
      const beside = sides
        .filter((other) => other !== side && other.index === index)
        .flatMap((other) => other.alignment ?? []);
      const scored = index === best ? "" : ` · scored against reference ${best + 1}`;
      const numbers = numbersInWords(alignment, about.references) + scored;
      panel.marks.take(alignment.hypothesis, errors ?? []);
      panel.draw(name, numbers, alignment, beside);
    } else {
      const why =
        found.pictures === null
          ? "This page has diagrams only of the segments that differ most. The texts:"
          : "Too long to be scored or drawn. The texts begin:";
      const [references, hypotheses] = found.texts;
      const hypothesis = hypotheses[about.systems.indexOf(name)] ?? "";
      panel.marks.take({ text: "", tokens: [] }, []);
      panel.say(name, why, { Hypothesis: hypothesis, Reference: references[index] ?? "" });
    }
  }
}

/** With what people marked. */
class ErrorPanel extends Panel {
  readonly marks = new ErrorMarks(this.diagram);

  constructor(signal: AbortSignal) {
    super(signal);
    this.element.append(this.marks.element);
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
  readonly errors: readonly MarkedError[] | undefined;
}
