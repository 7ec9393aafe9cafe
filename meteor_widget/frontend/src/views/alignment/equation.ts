/**
 * The score's arithmetic with the segment's own numbers in it. Every number says what it is when
 * it is pointed at, or reached with the arrow keys.
 */

import { html } from "../../dom";
import type { Shown } from "./state";
import { explain, numbersOf, spoken, TERMS, type Term } from "./terms";

const RESTING = "Point at a number, or use the arrow keys, to read what it is.";

export class Equation {
  readonly element: HTMLElement;
  readonly #rows = html("div", { class: "mtr-equation-rows mtr-scrolls" });
  readonly #words = html("p", { class: "mtr-hidden" });
  readonly #explanation = html(
    "p",
    { class: "mtr-equation-words", "aria-live": "polite" },
    RESTING,
  );
  readonly #numbers = new Map<Term, Element[]>();
  readonly #reachable: readonly HTMLElement[];
  #shown: Shown | undefined;
  #pointed: Term | undefined;
  #focused: Term | undefined;

  constructor(signal: AbortSignal) {
    this.#build();
    this.element = html(
      "section",
      { class: "mtr-equation", "aria-label": "How the score is computed" },
      this.#words,
      this.#rows,
      this.#explanation,
    );
    this.#reachable = [...this.#rows.querySelectorAll<HTMLElement>("[data-mtr-term]")];
    this.#reachable[0]?.setAttribute("tabindex", "0");
    this.#listen(signal);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#rows.hidden = shown.counts.chunks === 0; // 0 by 0 would only puzzle
    const numbers = numbersOf(shown);
    for (const [term, elements] of this.#numbers) {
      for (const element of elements) {
        if (element.textContent !== numbers[term]) {
          element.textContent = numbers[term];
        }
      }
    }
    const words = spoken(shown);
    if (this.#words.textContent !== words) {
      this.#words.textContent = words;
    }
    this.#explain();
  }

  #build(): void {
    const n = (term: Term): Element => this.#number(term);
    this.#row("P", "precision", frac(text("matches"), text("hypothesis length")), [
      frac(n("precisionMatched"), n("hypothesisLength")),
      n("precision"),
    ]);
    this.#row("R", "recall", frac(text("matches"), text("reference length")), [
      frac(n("recallMatched"), n("referenceLength")),
      n("recall"),
    ]);
    this.#row(
      "F",
      "F-mean",
      frac(
        row(name("P"), times(), name("R")),
        row(name("α"), name("P"), sign("+"), bracketed(one(), sign("−"), name("α")), name("R")),
      ),
      [
        frac(
          row(n("precision"), times(), n("recall")),
          row(n("alpha"), times(), n("precision"), sign("+"), n("alphaRest"), times(), n("recall")),
        ),
        n("f_mean"),
      ],
    );
    this.#row(
      "Pen",
      "penalty",
      row(name("γ"), times(), power(row(text("chunks"), over(), text("matches")), name("β"))),
      [
        row(n("gamma"), times(), power(row(n("chunks"), over(), n("matches")), n("beta"))),
        n("penalty"),
      ],
    );
    this.#row("Score", "", row(name("F"), times(), bracketed(one(), sign("−"), name("Pen"))), [
      row(n("f_mean"), times(), bracketed(one(), sign("−"), n("penalty"))),
      n("score"),
    ]);
  }

  #row(symbol: string, label: string, formula: Element, [filled, value]: [Element, Element]): void {
    this.#rows.append(
      html(
        "div",
        { class: "mtr-equation-name" },
        math(name(symbol)),
        label === "" ? null : html("span", { class: "mtr-caption" }, label),
      ),
      html("div", { class: "mtr-equation-formula" }, math(sign("="), formula)),
      html("div", { class: "mtr-equation-filled" }, math(sign("="), filled)),
      html("div", { class: "mtr-equation-value" }, math(sign("="), value)),
    );
  }

  #number(term: Term): Element {
    const element = mathml("mn");
    element.setAttribute("data-mtr-term", term);
    element.setAttribute("tabindex", "-1");
    this.#numbers.set(term, [...(this.#numbers.get(term) ?? []), element]);
    return element;
  }

  #listen(signal: AbortSignal): void {
    const rows = this.#rows;
    const on = <Name extends keyof HTMLElementEventMap>(
      type: Name,
      work: (event: HTMLElementEventMap[Name]) => void,
    ): void => rows.addEventListener(type, work, { signal });
    on("pointerover", ({ target }) => {
      this.#pointed = termOf(target);
      this.#explain();
    });
    on("pointerleave", () => {
      this.#pointed = undefined;
      this.#explain();
    });
    on("focusin", ({ target }) => {
      this.#focused = termOf(target);
      for (const element of this.#reachable) {
        element.setAttribute("tabindex", element === target ? "0" : "-1");
      }
      this.#explain();
    });
    on("focusout", () => {
      this.#focused = undefined;
      this.#explain();
    });
    on("keydown", (event) => this.#step(event));
  }

  #step(event: KeyboardEvent): void {
    const here = this.#reachable.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      ArrowLeft: here - 1,
      ArrowUp: here - 1,
      Home: 0,
      End: this.#reachable.length - 1,
    };
    const next = this.#reachable[steps[event.key] ?? -1];
    if (next !== undefined) {
      event.preventDefault();
      next.focus();
    }
  }

  #explain(): void {
    const term = this.#pointed ?? this.#focused;
    const words = this.#sentence(term);
    if (this.#explanation.textContent !== words) {
      this.#explanation.textContent = words;
    }
    for (const [other, elements] of this.#numbers) {
      for (const element of elements) {
        element.classList.toggle("mtr-same", other === term);
      }
    }
  }

  #sentence(term: Term | undefined): string {
    if (this.#shown?.counts.chunks === 0) {
      return spoken(this.#shown);
    }
    return term === undefined || !this.#shown ? RESTING : explain(term, this.#shown);
  }
}

function termOf(target: EventTarget | null): Term | undefined {
  const element = target instanceof Element ? target.closest("[data-mtr-term]") : null;
  const term = element?.getAttribute("data-mtr-term");
  return TERMS.find((known) => known === term);
}

function mathml(tag: string, ...children: (Node | string)[]): Element {
  const element = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  element.append(...children);
  return element;
}

const math = (...children: Element[]): Element => {
  const element = mathml("math", row(...children));
  element.setAttribute("displaystyle", "true"); // fractions as large as the text
  return element;
};
const row = (...children: Element[]): Element => mathml("mrow", ...children);
const frac = (above: Element, below: Element): Element => mathml("mfrac", above, below);
const name = (symbol: string): Element => mathml("mi", symbol);
const sign = (symbol: string): Element => mathml("mo", symbol);
const times = (): Element => sign("·");
const over = (): Element => sign("/");
const one = (): Element => mathml("mn", "1");
const text = (words: string): Element => mathml("mtext", words);
const bracketed = (...children: Element[]): Element => row(sign("("), ...children, sign(")"));
const power = (base: Element, exponent: Element): Element =>
  mathml("msup", bracketed(base), exponent);
