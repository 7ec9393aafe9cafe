/** The score, what it is made of at a glance, and whether the alignment is proved. */

import { html } from "../../dom";
import type { Measures } from "../../format";
import { shortfall } from "../../scoring/measures";
import { signatureWith } from "../../scoring/signature";
import { proofInWords, SHORTFALL } from "../../segments/wording";
import type { Shown } from "./state";
import { measureText, scoreText } from "./terms";

const PARTS: readonly (readonly [keyof Measures, string])[] = [
  ["precision", "Precision"],
  ["recall", "Recall"],
  ["f_mean", "F-mean"],
  ["penalty", "Penalty"],
];

/** Milliseconds of rest after which the score is read out. */
const REST = 800;

export class Summary {
  readonly element: HTMLElement;
  readonly #score = html("div", { class: "mtr-big-score" });
  readonly #proof = html("div", { class: "mtr-proof" });
  readonly #shortfall = html("div", { class: "mtr-proof", title: SHORTFALL });
  readonly #spoken = html("div", { class: "mtr-hidden", role: "status" });
  readonly #parts = PARTS.map(([key, label]) => ({ key, ...part(label) }));
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal) {
    this.element = html(
      "section",
      { class: "mtr-alignment-summary", "aria-label": "Score" },
      html(
        "div",
        {},
        html("div", { class: "mtr-caption" }, "METEOR"),
        this.#score,
        this.#proof,
        this.#shortfall,
        this.#spoken,
      ),
      html("dl", { class: "mtr-parts" }, ...this.#parts.map(({ element }) => element)),
    );
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  show({ measures, reference, alignment }: Shown): void {
    const shown = measures[reference];
    if (shown === undefined) {
      return;
    }
    const score = scoreText(shown.score);
    this.#score.textContent = score;
    this.#proof.textContent = proofInWords(alignment);
    const words = shortfall(alignment.statistics.reference_length, shown.score);
    this.#shortfall.textContent = `shortfall ${words.toFixed(2)} words`;
    this.#proof.classList.toggle("mtr-proved", alignment.optimal);
    for (const { key, bar, value } of this.#parts) {
      bar.style.inlineSize = `${shown[key] * 100}%`;
      value.textContent = measureText(shown[key]);
    }
    this.#speak(`Score ${score}`);
  }

  /** A score on the move would be noise; where it comes to rest is said. */
  #speak(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#spoken.textContent = text;
    }, REST);
  }
}

function part(label: string): { element: HTMLElement; bar: HTMLElement; value: HTMLElement } {
  const bar = html("span", { class: `mtr-part-bar mtr-part-${label.toLowerCase()}` });
  const value = html("dd", {});
  const track = html("span", { class: "mtr-track", "aria-hidden": "true" }, bar);
  const element = html("div", {}, html("dt", {}, label), track, value);
  return { element, bar, value };
}

/** The signature, to be copied. */
export class Signature {
  readonly element: HTMLElement;
  readonly #code = html("code", {});
  readonly #button = html("button", { type: "button", class: "mtr-quiet" }, "Copy");

  constructor(signal: AbortSignal) {
    this.element = html("div", { class: "mtr-alignment-signature" }, this.#code, this.#button);
    this.#button.addEventListener("click", () => void this.#copy(), { signal });
  }

  show({ alignment, parameters }: Shown): void {
    const signature = signatureWith(alignment.signature, parameters);
    if (this.#code.textContent !== signature) {
      this.#code.textContent = signature;
      this.#button.textContent = "Copy";
    }
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#code.textContent ?? "");
      this.#button.textContent = "Copied";
    } catch {
      // Not a secure page, or not allowed: then one copies by hand.
      getSelection()?.selectAllChildren(this.#code);
      this.#button.textContent = "Press Ctrl+C";
    }
  }
}
