/** The systems by rating, and how often the scores order a pair of them as people do. */

import { html } from "../../dom";
import { counted } from "../../segments/wording";
import { rightOf, type SystemPair, systemPairs } from "./agreement";
import type { Loaded, Ratings } from "./ratings";
import { percent, plain } from "./wording";

/** A system's mean over its outputs. */
interface Means {
  readonly system: number;
  readonly rating: number;
  readonly score: number;
}

export class Systems {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #table = html("table", { class: "mtr-agree-table mtr-agree-systems" });
  #cells: readonly (readonly HTMLElement[])[] = [];
  #scores: readonly HTMLElement[] = [];
  #buttons: readonly HTMLButtonElement[] = [];

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { judgements, systems } = ratings.about;
    this.element = html(
      "section",
      {},
      html("h3", {}, "Systems, best rated first"),
      html(
        "div",
        { class: "mtr-scrolls", tabindex: 0, role: "region", "aria-label": "Systems" },
        this.#table,
      ),
      html(
        "p",
        { class: "mtr-muted" },
        systems.length < 2
          ? "There is one system: pairs of systems need two or more."
          : "By pair of systems: pairwise accuracy in %; 50 is chance.",
      ),
    );
    this.element.hidden = judgements;
  }

  update(): void {
    const { loaded, scored, about } = this.#ratings;
    if (loaded === null || about.judgements) {
      return;
    }
    const means = meansOf(loaded, scored.scores, about.systems.length);
    const { outputs } = loaded;
    const pairs = systemPairs(outputs, (pair) => rightOf(outputs, scored.scores, pair));
    if (this.#cells.length === 0) {
      this.#make(means);
    }
    means.forEach((row, at) => {
      (this.#scores[at] as HTMLElement).textContent = row.score.toFixed(4);
      means.forEach((column, place) => {
        const pair = pairs(row.system, column.system);
        fill(this.#cells[at]?.[place] as HTMLElement, row === column ? undefined : pair);
      });
    });
    const chosen = this.#ratings.get("system");
    for (const button of this.#buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.system === chosen));
    }
  }

  /** The table; later only its numbers change, and the order by rating never does. */
  #make(means: readonly Means[]): void {
    const { about, context } = this.#ratings;
    const several = means.length > 1;
    this.#cells = means.map(() => means.map(() => html("td", { class: "mtr-agree-cell" })));
    this.#scores = means.map(() => html("td"));
    this.#buttons = means.map(({ system }, at) => {
      const name = about.systems[system] ?? "";
      const button = html(
        "button",
        {
          type: "button",
          class: "mtr-agree-system",
          "data-system": name,
          title: name,
        },
        html("span", { class: "mtr-muted" }, `${at + 1}`),
        html("bdi", {}, name),
      );
      button.addEventListener(
        "click",
        () => this.#ratings.set({ system: this.#ratings.get("system") === name ? "" : name }),
        { signal: context.signal },
      );
      return button;
    });
    this.#table.replaceChildren(
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("th", { scope: "col" }, "System"),
          html("th", { scope: "col" }, "rating"),
          html("th", { scope: "col" }, "score"),
          ...means.map(({ system }, at) =>
            html(
              "th",
              {
                scope: "col",
                class: "mtr-agree-cell",
                title: about.systems[system] ?? "",
                hidden: !several,
              },
              String(at + 1),
            ),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        ...means.map(({ rating }, at) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, this.#buttons[at] as HTMLElement),
            html("td", {}, plain(rating)),
            this.#scores[at] as HTMLElement,
            ...(several ? (this.#cells[at] as HTMLElement[]) : []),
          ),
        ),
      ),
    );
  }
}

function fill(cell: HTMLElement, pair: SystemPair | undefined): void {
  if (pair === undefined || pair.pairs === 0) {
    cell.textContent = "\u00b7";
    cell.style.background = "";
    return;
  }
  const share = pair.right / pair.pairs;
  const side = share >= 0.5 ? "--mtr-better" : "--mtr-worse";
  const fullness = Math.round(Math.min(50, 120 * Math.abs(share - 0.5)));
  cell.textContent = (100 * share).toFixed(0);
  cell.style.background = `color-mix(in oklab, var(${side}) ${fullness}%, transparent)`;
  cell.title = `${percent(share)} of ${counted(pair.pairs)} pairs`;
}

/** Of every system, the best rated first. */
function meansOf({ outputs }: Loaded, scores: Float64Array, systems: number): Means[] {
  const { system, rating } = outputs.data;
  const [count, ratings, sums] = [0, 0, 0].map(() => new Float64Array(systems)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let output = 0; output < outputs.size; output++) {
    const of = system[output] as number;
    (count[of] as number)++;
    (ratings[of] as number) += rating[output] as number;
    (sums[of] as number) += scores[output] as number;
  }
  return Array.from(count, (size, of) => ({
    system: of,
    rating: (ratings[of] as number) / size,
    score: (sums[of] as number) / size,
  })).sort((one, other) => other.rating - one.rating || one.system - other.system);
}
