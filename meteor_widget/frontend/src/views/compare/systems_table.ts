/** The systems with their scores, intervals on one scale, and what the test says of each. */

import { html, longName } from "../../dom";
import { intervalPlot } from "../../plots/axes";
import { type GivenScore, givenNumber } from "../../segments/searched_state";
import { NO_NUMBER, SHORTFALL } from "../../segments/wording";
import type { Comparison } from "./comparison";
import {
  nextSorting,
  percentOf,
  type ScoreScale,
  type SystemColumn,
  type SystemRow,
  scaleOfScores,
  sortedSystems,
} from "./systems";
import { arrow, chance, direction, isSignificant, signed } from "./wording";

export class SystemsTable {
  readonly element = html("div", {
    class: "mtr-compare-systems-window mtr-scrolls",
    tabindex: 0,
    role: "region",
  });
  readonly #comparison: Comparison;
  #drawn = "";

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.element.setAttribute("aria-label", "Systems");
    const { signal } = comparison.context;
    this.element.addEventListener("click", (event) => this.#clicked(event), { signal });
  }

  update(): void {
    const { systems } = this.#comparison.get("comparison");
    const drawn = JSON.stringify([systems, this.#sorting, this.#comparison.get("baseline")]);
    if (this.#drawn !== drawn && systems !== undefined) {
      this.#drawn = drawn;
      const focused = this.#focused();
      this.element.replaceChildren(this.#table(systems));
      this.element.querySelector<HTMLElement>(`[data-column="${focused}"] button`)?.focus();
    }
    const compared = [this.#comparison.get("left"), this.#comparison.get("right")];
    for (const row of this.element.querySelectorAll<HTMLElement>("tbody tr")) {
      row.classList.toggle("mtr-compare-chosen", compared.includes(row.dataset.system ?? ""));
    }
  }

  get #scores(): readonly GivenScore[] {
    return this.#comparison.about.scores;
  }

  get #sorting(): { readonly column: SystemColumn; readonly descending: boolean } {
    return {
      column: this.#comparison.get("systems_by"),
      descending: this.#comparison.get("systems_descending"),
    };
  }

  /** The column whose head has the focus: a new table's is to have it again. */
  #focused(): string | undefined {
    const head = this.element.querySelector<HTMLElement>("th:has(button:focus)");
    return head?.dataset.column;
  }

  #clicked(event: MouseEvent): void {
    const head = (event.target as Element).closest("button")?.closest("th");
    if (head) {
      const wanted = nextSorting(head.dataset.column as SystemColumn, this.#sorting);
      this.#comparison.set({ systems_by: wanted.column, systems_descending: wanted.descending });
    }
  }

  #table(given: readonly SystemRow[]): HTMLElement {
    const scale = scaleOfScores(given);
    const several = given.length > 2;
    const baseline = this.#comparison.get("baseline");
    const base = given.find(({ system }) => system === baseline)?.score ?? 0;
    const rows = sortedSystems(given, this.#sorting.column, this.#sorting.descending);
    return html(
      "table",
      { class: "mtr-compare-systems" },
      html("caption", { class: "mtr-hidden" }, "Corpus scores of the systems"),
      html("thead", {}, this.#heads(scale, several)),
      html(
        "tbody",
        {},
        ...rows.map((row) =>
          html(
            "tr",
            { "data-system": row.system },
            html("th", { scope: "row", title: row.system }, nameOf(row, row.system === baseline)),
            html("td", { class: "mtr-compare-score" }, row.score.toFixed(4)),
            html("td", { class: "mtr-compare-interval-cell" }, interval(row, scale, base)),
            ...against(row, row.system === baseline, several),
            ...[row.precision, row.recall, row.penalty].map((share) =>
              html("td", { class: "mtr-compare-minor" }, share.toFixed(3)),
            ),
            html("td", { class: "mtr-compare-minor" }, row.shortfall.toFixed(2)),
            ...this.#scores.map(({ name }) => {
              const mean = row[`mean ${name}`] ?? null;
              return html("td", {}, mean === null ? NO_NUMBER : givenNumber(mean));
            }),
          ),
        ),
      ),
    );
  }

  #heads(scale: ScoreScale, several: boolean): HTMLElement {
    const { column: sorted, descending } = this.#sorting;
    const head = (
      column: SystemColumn,
      title: readonly (Node | string)[],
      description: string | null = null,
      kind = "",
    ): HTMLElement =>
      html(
        "th",
        {
          scope: "col",
          class: kind,
          "data-column": column,
          "aria-sort": column !== sorted ? "none" : descending ? "descending" : "ascending",
        },
        html("button", { type: "button", class: "mtr-sorter", title: description }, ...title),
      );
    const ends = [
      html("span", { class: "mtr-hidden" }, "95 % interval, scale "),
      html("span", {}, scale.low.toFixed(3)),
      html("span", {}, scale.high.toFixed(3)),
    ];
    return html(
      "tr",
      {},
      head("system", ["System"]),
      head("score", ["METEOR"], "score of the whole corpus"),
      head(
        "lower",
        ends,
        "95 % interval of the score, by its lower end",
        "mtr-compare-interval-cell",
      ),
      head("difference", ["Difference"], "from the baseline"),
      head(
        "difference_lower",
        ["95 % interval"],
        "of the difference, by its lower end",
        "mtr-compare-range",
      ),
      head("p_value", ["p"], "of the test, two-sided"),
      several
        ? head("holm", ["p, adjusted"], "for the number of comparisons, by Holm's method")
        : null,
      head("precision", ["P"], "precision", "mtr-compare-minor"),
      head("recall", ["R"], "recall", "mtr-compare-minor"),
      head("penalty", ["Penalty"], "for fragmentation", "mtr-compare-minor"),
      head("shortfall", ["Shortfall"], SHORTFALL, "mtr-compare-minor"),
      ...this.#scores.map(({ name, lower_is_better }) =>
        head(
          `mean ${name}`,
          [name],
          `mean, came with the texts; ${lower_is_better ? "lower" : "higher"} is better`,
        ),
      ),
    );
  }
}

function nameOf({ system }: SystemRow, isBaseline: boolean): HTMLElement {
  return html(
    "span",
    {},
    longName(system),
    isBaseline ? html("span", { class: "mtr-compare-tag" }, "baseline") : null,
  );
}

/** A dot at the score on a line from end to end of its interval; the baseline's score behind. */
function interval(
  { score, lower, upper }: SystemRow,
  scale: ScoreScale,
  baseline: number,
): HTMLElement {
  const plot = intervalPlot(score, lower === null || upper === null ? null : [lower, upper], {
    at: (value) => percentOf(scale, value),
    baseline,
  });
  const words =
    lower === null || upper === null ? "" : `${lower.toFixed(4)} to ${upper.toFixed(4)}`;
  return html(
    "span",
    { title: words && `95 % interval: ${words}` },
    plot,
    html("span", { class: "mtr-hidden" }, words),
  );
}

/** Cells about the difference from the baseline. */
function against(row: SystemRow, isBaseline: boolean, several: boolean): HTMLElement[] {
  const { difference, difference_lower, difference_upper, p_value, holm, equal } = row;
  if (difference === null) {
    const words = isBaseline ? "" : "…";
    return ["", "mtr-compare-range", "", ...(several ? [""] : [])].map((kind) =>
      html("td", { class: kind }, words),
    );
  }
  if (equal) {
    return [html("td", { colspan: several ? 4 : 3 }, "the same in every segment")];
  }
  const marked = isSignificant(row);
  const between = `${signed(difference_lower as number)} to ${signed(difference_upper as number)}`;
  return [
    html("td", { class: direction(difference) }, `${arrow(difference)} ${signed(difference)}`),
    html("td", { class: "mtr-compare-range" }, between),
    ...(several ? [html("td", {}, chance(p_value as number))] : []),
    html(
      "td",
      { class: marked ? "mtr-compare-significant" : null },
      chance(holm as number) + (marked ? " *" : ""),
    ),
  ];
}
