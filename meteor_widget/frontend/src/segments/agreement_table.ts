/** How well METEOR agrees with the scores that came with the texts. */

import { html } from "../dom";
import { counted, NO_NUMBER } from "./wording";

/** Null where one side is constant. */
export interface Correlations {
  readonly outputs: number;
  readonly pearson: number | null;
  readonly spearman: number | null;
  readonly kendall: number | null;
  readonly pairwise: number | null;
}

const HEADS = ["METEOR and", "outputs", "pairwise", "Kendall", "Pearson", "Spearman"];

/** Shows them by the names of scores; @param pairs which two outputs are compared. */
export class AgreementTable {
  readonly element = html("div", {
    class: "mtr-scrolls",
    hidden: true,
    tabindex: 0,
    role: "region",
    "aria-label": "Agreement",
  });
  readonly #pairs: string;
  #shown = "";

  constructor(pairs: string) {
    this.#pairs = pairs;
  }

  show(found: Readonly<Record<string, Correlations>>): void {
    const shown = JSON.stringify(found);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.element.hidden = Object.keys(found).length === 0;
    const digits = (value: number | null): string => value?.toFixed(3) ?? NO_NUMBER;
    const rows = Object.entries(found).map(([name, one]) => [
      name,
      counted(one.outputs),
      one.pairwise === null ? NO_NUMBER : `${(100 * one.pairwise).toFixed(1)} %`,
      ...[one.kendall, one.pearson, one.spearman].map(digits),
    ]);
    const meaning =
      `pairwise: share of the ${this.#pairs} with unequal numbers that METEOR orders as they ` +
      "do, a tie one half. Kendall: tau-b of the same pairs. Of scores of which lower is better, " +
      "agreement is positive, too.";
    const cells = (kind: "th" | "td", texts: readonly string[]): HTMLElement[] =>
      texts.map((text, place) => html(place === 0 ? "th" : kind, {}, html("bdi", {}, text)));
    this.element.replaceChildren(
      html(
        "table",
        { class: "mtr-agreement-table" },
        html("caption", { class: "mtr-hidden" }, "Agreement of METEOR with other scores"),
        html("tr", {}, ...cells("th", HEADS)),
        ...rows.map((row) => html("tr", {}, ...cells("td", row))),
      ),
      html("p", { class: "mtr-muted" }, meaning),
    );
  }
}
