/** How far the scores agree with people: both measures with intervals, and what they are worth. */

import { html } from "../../dom";
import { intervalPlot } from "../../plots/axes";
import { counted, segments } from "../../segments/wording";
import type { Measured } from "./agreement";
import type { Ratings } from "./ratings";
import type { Estimate } from "./resampling";
import { directionOf, percent, points, signed, verdict } from "./wording";

/** A measure on the screen. */
interface Row {
  readonly title: string;
  readonly hint: string;
  /** Ends of its scale. */
  readonly least: number;
  readonly most: number;
  readonly written: (value: number) => string;
  readonly change: (difference: number) => string;
}

const PAIRWISE: Row = {
  title: "Pairwise accuracy",
  hint: "pairs of outputs of a segment that the scores order as people do",
  least: 0,
  most: 1,
  written: percent,
  change: (difference) => points(difference),
};

const PEARSON: Row = {
  title: "Pearson’s r",
  hint: "correlation of scores and ratings over all outputs",
  least: -1,
  most: 1,
  written: (r) => signed(r).replace("+", ""),
  change: (difference) => signed(difference),
};

/** On each side of the untuned variant's interval, as a share of the scale. */
const AIR = 0.06;

export class Verdict {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #body = html("tbody");
  readonly #change = html("th", { scope: "col", colspan: 2 });
  readonly #words = html("p", { class: "mtr-agree-words", role: "status" });
  /** The scale of each measure, which stays during a drag. */
  readonly #scales = new Map<Row, readonly [low: number, high: number]>();

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { name, systems, judgements, outputs, unequal, notes } = ratings.about;
    const sizes = [
      ...(judgements ? [] : [`${counted(systems.length)} systems`]),
      segments(ratings.about.segments),
      ...(judgements ? [] : [`${counted(outputs)} outputs`]),
      `${counted(unequal)} pairs with unequal ratings`,
    ];
    this.element = html(
      "section",
      { class: "mtr-agree-verdict", "aria-label": "Agreement with people" },
      html(
        "p",
        { class: "mtr-agree-set" },
        html("strong", { dir: "auto" }, name),
        html("span", { class: "mtr-muted" }, sizes.join(" · ")),
      ),
      html(
        "div",
        { class: "mtr-scrolls", tabindex: 0, role: "region", "aria-label": "Measures" },
        html(
          "table",
          { class: "mtr-agree-table" },
          html(
            "thead",
            {},
            html(
              "tr",
              {},
              html("th", { scope: "col" }, "Agreement with people"),
              html("th", { scope: "col" }, "value"),
              html("th", { scope: "col", colspan: 2 }, "95 % interval"),
              this.#change,
            ),
          ),
          this.#body,
        ),
      ),
      this.#words,
      notes.length === 0
        ? null
        : html(
            "ul",
            { class: "mtr-agree-notes" },
            ...notes.map((note) => html("li", { dir: "auto" }, note)),
          ),
    );
    this.#change.textContent = `less ${this.#untuned}`;
  }

  get #untuned(): string {
    return this.#ratings.about.untuned;
  }

  update(): void {
    const { agreement, about } = this.#ratings;
    if (agreement === null) {
      return;
    }
    const rows = [this.#row(PAIRWISE, agreement.pairwise)];
    if (!about.judgements) {
      rows.push(this.#row(PEARSON, agreement.pearson));
    }
    this.#body.replaceChildren(...rows);
  }

  /** The verdict in a sentence, which screen readers say when nothing moves any more. */
  rest(): void {
    const { agreement, isUntuned } = this.#ratings;
    const words = agreement === null ? "" : sentence(agreement.pairwise, isUntuned, this.#untuned);
    if (this.#words.textContent !== words) {
      this.#words.textContent = words;
    }
  }

  #row(row: Row, measured: Measured): HTMLElement {
    const { value, difference } = measured;
    const head = html("th", { scope: "row", title: row.hint }, row.title);
    if (value === null) {
      return html("tr", {}, head, html("td", { colspan: 5 }, "these ratings give no value"));
    }
    const { low, high } = value;
    const untuned = value.value - (difference?.value ?? 0);
    const [least, most] = this.#scale(row, value, untuned);
    const plot = intervalPlot(value.value, [low, high], {
      at: (number) => (100 * (number - least)) / (most - least),
      baseline: untuned,
    });
    const cells =
      difference === null
        ? [html("td", { colspan: 2, class: "mtr-muted" }, "nothing is moved")]
        : [
            html("td", { class: directionOf(difference) }, row.change(difference.value)),
            html(
              "td",
              { class: "mtr-muted" },
              `${row.change(difference.low)} to ${row.change(difference.high)}`.replace(
                " points to",
                " to",
              ),
              html(
                "span",
                { class: `mtr-agree-said ${directionOf(difference)}` },
                verdict(measured, this.#untuned),
              ),
            ),
          ];
    return html(
      "tr",
      {},
      head,
      html("td", { class: "mtr-agree-value" }, row.written(value.value)),
      html("td", { class: "mtr-agree-plot" }, plot),
      html("td", { class: "mtr-muted" }, `${row.written(low)} to ${row.written(high)}`),
      ...cells,
    );
  }

  #scale(row: Row, { low, high }: Estimate, untuned: number): readonly [number, number] {
    const air = AIR * (row.most - row.least);
    const [least, most] = this.#scales.get(row) ?? [low - air, high + air];
    const scale = [
      Math.max(row.least, Math.min(least, low, untuned)),
      Math.min(row.most, Math.max(most, high, untuned)),
    ] as const;
    this.#scales.set(row, scale);
    return scale;
  }
}

/** The verdict about pairwise accuracy. */
function sentence({ value, difference }: Measured, isUntuned: boolean, untuned: string): string {
  if (value === null) {
    return "No pair of outputs of a segment has unequal ratings: there is no order to agree with.";
  }
  const orders = `orders ${percent(value.value)} of the pairs as people do`;
  if (isUntuned || difference === null) {
    const chance =
      value.low > 0.5
        ? ""
        : value.high < 0.5
          ? ", which is worse than chance"
          : ", not distinguishable from chance";
    return `The ${untuned} ${orders}${chance}.`;
  }
  const by = `${(100 * Math.abs(difference.value)).toFixed(2)} points`;
  if (difference.low <= 0 && difference.high >= 0) {
    return `With these parameters METEOR ${orders}: not distinguishable from the ${untuned}.`;
  }
  return difference.value < 0
    ? `With these parameters METEOR ${orders}: ${by} fewer than the ${untuned}.`
    : `With these parameters METEOR ${orders}: ${by} more than the ${untuned}. They were chosen ` +
        "on these ratings; only ratings that were left out can confirm a gain.";
}
