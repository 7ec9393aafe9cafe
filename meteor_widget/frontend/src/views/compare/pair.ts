/** The chosen segment: both systems' alignments, one below the other, over the same reference. */

import { Choice } from "../../controls/choice";
import { AlignmentDiagram } from "../../diagram/diagram";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import { jsonFrom } from "../corpus/json";
import type { Comparison } from "./comparison";
import { arrow, direction, signed } from "./wording";

/** With each reference, by system; null where it is too long to be drawn. */
type Pictures = Readonly<Record<string, readonly (Alignment | null)[]>>;

type Sides = readonly [left: string, right: string];

export class Pair {
  readonly element: HTMLElement;
  /** Called to go to another segment of the table. */
  onMove: (by: number) => void = () => {};
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
    this.#panels = [new Panel(signal), new Panel(signal)];
    const step = (by: number, sign: string, name: string): HTMLElement => {
      const button = html(
        "button",
        { type: "button", class: "mtr-button", "aria-label": name, title: name },
        sign,
      );
      button.addEventListener("click", () => this.onMove(by), { signal });
      return button;
    };
    this.element = html(
      "section",
      { class: "mtr-pair", "aria-label": "selected segment" },
      html(
        "div",
        { class: "mtr-settings" },
        this.#heading,
        step(-1, "↑", "previous segment of the table"),
        step(1, "↓", "next segment of the table"),
        this.#reference.element,
      ),
      this.#words,
      ...this.#panels.map(({ element }) => element),
    );
  }

  update(): void {
    const { selected } = this.#comparison;
    this.element.hidden = selected === null;
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
      `Segment ${(segment + 1).toLocaleString("en")}: `,
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
    for (const [place, panel] of this.#panels.entries()) {
      const name = sides[place] as string;
      const best = this.#comparison.chosen(name, segment);
      const index = this.#comparison.get("reference") ?? best;
      const alignment = pictures?.[name]?.[index];
      if (alignment) {
        panel.draw(
          name,
          alignment,
          index === best ? null : best,
          this.#comparison.about.references,
        );
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

/** One system's alignment with its numbers. */
class Panel {
  readonly element: HTMLElement;
  readonly #title = html("h4", { dir: "auto" });
  readonly #numbers = html("span", { class: "mtr-muted" });
  readonly #picture = html("div");
  readonly #instead = html("div");
  readonly #diagram: AlignmentDiagram;

  constructor(signal: AbortSignal) {
    this.element = html(
      "div",
      { class: "mtr-panel" },
      html("div", { class: "mtr-panel-head" }, this.#title, this.#numbers),
      this.#picture,
      this.#instead,
    );
    this.#diagram = new AlignmentDiagram(this.#picture, signal);
  }

  /** @param best the reference that the system is scored against, if it is another one. */
  draw(name: string, alignment: Alignment, best: number | null, references: number): void {
    const { score, precision, recall, penalty, matches, chunks, reference } = alignment;
    this.#title.textContent = name;
    this.#numbers.textContent = [
      `score ${score.toFixed(4)}`,
      `P ${precision.toFixed(3)}`,
      `R ${recall.toFixed(3)}`,
      `penalty ${penalty.toFixed(3)}`,
      `${matches.length} ${matches.length === 1 ? "match" : "matches"} in ` +
        `${chunks.length} ${chunks.length === 1 ? "chunk" : "chunks"}`,
      ...(references > 1 ? [`reference ${reference.index + 1}`] : []),
      ...(best === null ? [] : [`scored against reference ${best + 1}`]),
    ].join(" · ");
    this.#picture.hidden = false;
    this.#instead.replaceChildren();
    this.#diagram.draw(alignment);
  }

  say(name: string, why: string, [hypothesis = "", reference = ""]: readonly string[]): void {
    this.#title.textContent = name;
    this.#numbers.textContent = why;
    this.#picture.hidden = true;
    this.#instead.replaceChildren(
      html("p", { dir: "auto" }, hypothesis),
      html("p", { dir: "auto", class: "mtr-muted" }, reference),
    );
  }
}
