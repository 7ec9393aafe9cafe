/** Segments one below the other, each with its score and its diagram: a page of `meteorscope align`. */

import { Choice } from "../../controls/choice";
import { AlignmentDiagram } from "../../diagram/diagram";
import { differences } from "../../diagram/differences";
import { html } from "../../dom";
import type { Alignment } from "../../format";
import type { Context, View } from "../../host/model";
import { partsInWords, proofInWords } from "../../segments/wording";

interface State {
  readonly alignments: readonly Alignment[];
}

type Order = (one: Alignment, other: Alignment) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  "as in the file": (one, other) => one.segment - other.segment,
  "lowest score first": (one, other) => one.score - other.score,
  "greatest shortfall first": (one, other) => other.shortfall - one.shortfall,
  "highest score first": (one, other) => other.score - one.score,
  "most fragmented first": (one, other) => other.fragmentation - one.fragmentation,
};

/** Distance from the window, in px, at which a diagram is drawn before it is scrolled into sight. */
const AHEAD = 800;

export const alignmentsView: View<State> = {
  render({ model, element, signal }: Context<State>): void {
    const alignments = model.get("alignments");
    const pictures = new Pictures(signal);
    const articles = new Map(alignments.map((one) => [one, articleOf(one, pictures)]));
    const list = html("div", { class: "mtr-alignments" }, ...articles.values());
    if (alignments.length > 1) {
      const names = Object.keys(ORDERS).map((name) => ({ value: name, label: name }));
      const choice = new Choice("Segments", names, signal, (name) => {
        const sorted = [...alignments].sort(ORDERS[name]);
        list.append(...sorted.map((one) => articles.get(one) ?? ""));
      });
      element.append(choice.element);
    }
    element.append(list, signatureOf(alignments));
  },
};

function articleOf(alignment: Alignment, pictures: Pictures): HTMLElement {
  const picture = html("div", { class: "mtr-alignments-picture" });
  pictures.add(picture, alignment);
  return html(
    "article",
    { class: "mtr-alignments-segment" },
    html(
      "h2",
      {},
      `Segment ${alignment.segment}`,
      html("span", { class: "mtr-alignments-score" }, alignment.score.toFixed(4)),
    ),
    html("p", {}, summaryOf(alignment)),
    picture,
  );
}

function summaryOf(alignment: Alignment): string {
  return [
    ...partsInWords(alignment),
    `reference ${alignment.reference.index + 1}`,
    proofInWords(alignment),
  ].join(" \u00b7 ");
}

/** What makes the numbers reproducible; it is the same for all segments. */
function signatureOf([first]: readonly Alignment[]): HTMLElement | string {
  return first === undefined
    ? ""
    : html("p", { class: "mtr-alignments-signature" }, first.signature);
}

/** Draws diagrams shortly before they are seen, and all of them for a printer. */
class Pictures {
  readonly #waiting = new Map<Element, () => void>();
  readonly #observer: IntersectionObserver;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) {
            this.#draw(target);
          }
        }
      },
      { rootMargin: `${AHEAD}px` },
    );
    signal.addEventListener("abort", () => this.#observer.disconnect());
    const drawAll = (): void => {
      for (const element of [...this.#waiting.keys()]) {
        this.#draw(element);
      }
    };
    window.addEventListener("beforeprint", drawAll, { signal });
  }

  add(element: HTMLElement, alignment: Alignment): void {
    this.#waiting.set(element, () => {
      const diagram = new AlignmentDiagram(element, this.#signal);
      diagram.overlay = differences;
      diagram.draw(alignment);
    });
    this.#observer.observe(element);
  }

  #draw(element: Element): void {
    this.#observer.unobserve(element);
    this.#waiting.get(element)?.();
    this.#waiting.delete(element);
  }
}
