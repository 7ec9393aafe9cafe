/** Errors that people marked in a hypothesis, as MQM and ESA have them. */

import { html } from "../dom";
import type { TokenRow } from "../format";
import type { AlignmentDiagram } from "./diagram";
import { visible } from "./texts";

export interface MarkedError {
  /** Code points of the text, half-open; equal where nothing is marked, as of an omission. */
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly category: string;
}

const KINDS = ["minor", "major", "critical"] as const;

/** Marks the words of a diagram's hypothesis that errors cover, and lists the errors. */
export class ErrorMarks {
  readonly element = html("ul", {
    class: "mtr-errors",
    "aria-label": "Marked errors",
    hidden: true,
  });
  #row: TokenRow | null = null;
  #errors: readonly MarkedError[] = [];
  #picture: Element | null = null;

  constructor(diagram: AlignmentDiagram) {
    diagram.onDrawn = (picture) => {
      this.#picture = picture;
      this.#mark();
    };
    diagram.noteOn = ({ side, token }) =>
      this.#errors
        .filter((error) => side === "hypothesis" && this.#covered(error).includes(token))
        .map((error) => ` \u00b7 ${inWords(error)}`)
        .join("");
  }

  /** Takes the errors of the alignment that is drawn next. */
  take(row: TokenRow, errors: readonly MarkedError[]): void {
    [this.#row, this.#errors] = [row, errors];
    this.#mark(); // a picture that stays as it is is not drawn again
    const characters = Array.from(row.text);
    this.element.hidden = errors.length === 0;
    this.element.replaceChildren(
      ...errors.map((error) => {
        const covered = visible(characters.slice(error.start, error.end).join("")) || "\u2205";
        return html(
          "li",
          {},
          html("bdi", { class: classOf(error) }, covered),
          ` ${inWords(error)}`,
        );
      }),
    );
  }

  #mark(): void {
    for (const word of this.#picture?.querySelectorAll(".mtr-error") ?? []) {
      word.classList.remove(...KINDS.map((kind) => `mtr-error-${kind}`), "mtr-error");
    }
    for (const error of this.#errors) {
      for (const token of this.#covered(error)) {
        const word = `.mtr-picture-word[data-side="hypothesis"][data-token="${token}"]`;
        this.#picture?.querySelector(word)?.classList.add(...classOf(error).split(" "));
      }
    }
  }

  /** The tokens that an error covers, as far as it goes. */
  #covered({ start, end }: MarkedError): number[] {
    const tokens = this.#row?.tokens ?? [];
    return tokens.flatMap(([from, to], token) => (from < end && start < to ? [token] : []));
  }
}

/** The class of what an error covers: lines of three kinds, so that no colour is needed. */
function classOf({ severity }: MarkedError): string {
  const kind = KINDS.find((name) => severity.toLowerCase().startsWith(name.slice(0, 3)));
  return `mtr-error mtr-error-${kind ?? "minor"}`;
}

/** "major error: accuracy/mistranslation" */
function inWords({ severity, category }: MarkedError): string {
  return visible(`${severity} error${category && `: ${category}`}`.trim());
}
