/** The review in sum: measures, classes, how far the work is, and what pay schemes would count. */

import { html } from "../../dom";
import { isAnswered } from "../../host/model";
import { counted } from "../../segments/wording";
import { SIGNS, STATE_NAMES } from "./keys";
import { KINDS } from "./marks";
import type { Review } from "./review";
import { CLASSES, EDIT_KINDS, type PayScheme, STATES, type Total } from "./review_format";

export class Summary {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #headline = html("p", { class: "mtr-review-headline" });
  readonly #bar = html("div", { class: "mtr-review-bar", "aria-hidden": "true" });
  readonly #classes = html("div", {
    class: "mtr-steps",
    role: "group",
    "aria-label": "Segments by how much was edited",
  });
  readonly #states = html("div", {
    class: "mtr-steps",
    role: "group",
    "aria-label": "Segments by state",
  });
  readonly #more = html("div", { class: "mtr-review-tables" });
  readonly #kept = html("p", { class: "mtr-muted" });
  readonly #signature = html("code");
  #drawn: Total | null = null;

  constructor(review: Review) {
    this.#review = review;
    this.element = html(
      "header",
      { class: "mtr-review-summary" },
      this.#headline,
      this.#bar,
      html("div", { class: "mtr-row" }, this.#classes, this.#states),
      html(
        "details",
        {},
        html("summary", {}, "Numbers, edits and pay schemes"),
        this.#more,
        this.#kept,
        html("p", { class: "mtr-signature" }, this.#signature),
      ),
    );
  }

  update(): void {
    const { summary } = this.#review;
    this.element.hidden = !summary?.total;
    if (!summary?.total) {
      return;
    }
    const { total, states } = summary;
    const filter = this.#review.get("filter");
    this.#classes.replaceChildren(
      ...CLASSES.map((name) =>
        this.#button(name, total.classes[name].segments, filter.classes, (classes) =>
          this.#review.filterBy({ classes }),
        )(name, `mtr-review-fill-${name}`),
      ),
    );
    this.#states.replaceChildren(
      ...STATES.filter((state) => states[state]).map((state) =>
        this.#button(state, states[state] ?? 0, filter.states, (chosen) =>
          this.#review.filterBy({ states: chosen }),
        )(`${SIGNS[state]} ${STATE_NAMES[state]}`),
      ),
    );
    this.#kept.textContent = summary.kept;
    this.#signature.textContent = summary.signature;
    if (JSON.stringify(total) !== JSON.stringify(this.#drawn)) {
      this.#drawn = total;
      this.#draw(total);
    }
  }

  /** A button that lists the segments of one name, and lists all when it is pressed again. */
  #button(
    value: string,
    count: number,
    chosen: readonly string[] | undefined,
    choose: (values: readonly string[] | undefined) => void,
  ): (label: string, fill?: string) => HTMLElement {
    return (label, fill) => {
      const pressed = chosen?.length === 1 && chosen[0] === value;
      const disabled = !isAnswered(this.#review.context);
      const button = html(
        "button",
        { type: "button", class: "mtr-button", "aria-pressed": String(pressed), disabled },
        fill === undefined
          ? null
          : html("span", { class: `mtr-review-swatch ${fill}`, "aria-hidden": "true" }),
        html("b", {}, counted(count)),
        ` ${label}`,
      );
      button.addEventListener("click", () => choose(pressed ? undefined : [value]));
      return button;
    };
  }

  #draw(total: Total): void {
    const { ter, edit_distance: distance } = total;
    this.#headline.replaceChildren(
      measure("METEOR", total.score.toFixed(4), "of the MT against its post-edit"),
      measure(
        "HTER",
        total.hter.toFixed(4),
        `${counted(ter.edits)} edits / ${counted(ter.length)} words of the post-edit`,
      ),
      measure("chrF", total.chrf.toFixed(2), "of the MT against its post-edit"),
      measure(
        "characters",
        percent(distance.characters.share),
        `${counted(distance.characters.edits)} edited / ${counted(distance.characters.length)} of the longer texts`,
      ),
    );
    this.#bar.replaceChildren(
      ...CLASSES.map((name) => {
        const part = html("span", { class: `mtr-review-part mtr-review-fill-${name}` });
        part.style.flexGrow = String(total.classes[name].words);
        return part;
      }),
    );
    this.#more.replaceChildren(
      tableOf(
        `Segments and their words, of ${counted(total.words)}`,
        ["class", "segments", "words", "share"],
        CLASSES.map((name) => {
          const { segments, words, share } = total.classes[name];
          return [name, counted(segments), counted(words), percent(share)];
        }),
      ),
      tableOf(
        "Edits",
        ["kind", "edits", "MT words", "post-edit words"],
        EDIT_KINDS.map((kind) => {
          const { edits, mt_tokens, post_edit_tokens } = total.edits[kind];
          return [KINDS[kind], counted(edits), counted(mt_tokens), counted(post_edit_tokens)];
        }),
      ),
      tableOf(
        "Measures",
        ["measure", "edits", "of", "share"],
        [
          ["HTER, words of the post-edit", ter.edits, ter.length, total.hter] as const,
          [
            "words edited, of the longer texts",
            distance.words.edits,
            distance.words.length,
            distance.words.share,
          ] as const,
          [
            "characters edited, of the longer texts",
            distance.characters.edits,
            distance.characters.length,
            distance.characters.share,
          ] as const,
        ].map(([name, edits, length, share]) => [
          name,
          counted(edits),
          counted(length),
          percent(share),
        ]),
      ),
      ...total.pay.map(payTable),
      ...timeOf(total),
    );
  }
}

function measure(name: string, value: string, what: string): HTMLElement {
  return html("span", { title: what }, `${name} `, html("b", {}, value));
}

function payTable({ scheme, after, formula, bands }: PayScheme): HTMLElement {
  const table = tableOf(
    `${scheme}: ${after}`,
    ["band", "segments", "words", "share"],
    bands.map(({ band, segments, words, share }) => [
      band,
      counted(segments),
      counted(words),
      percent(share),
    ]),
  );
  table.append(html("p", { class: "mtr-muted" }, formula, "."));
  return table;
}

function timeOf({ time }: Total): HTMLElement[] {
  if (time === null) {
    return [];
  }
  const minutes = counted(Math.round(time.seconds / 60));
  const words = `${minutes} minutes on ${counted(time.segments)} segments with ${counted(time.words)} words`;
  return [html("p", {}, words)];
}

function tableOf(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement {
  return html(
    "div",
    {},
    html(
      "table",
      { class: "mtr-review-edits" },
      html("caption", {}, caption),
      html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
      html(
        "tbody",
        {},
        ...rows.map(([first, ...others]) =>
          html(
            "tr",
            {},
            html("th", { scope: "row" }, first ?? ""),
            ...others.map((cell) => html("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** A share in percent; one decimal, and never rounded to 0 or 100 where it is neither. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  if (rounded === 0 && share > 0) {
    return "< 0.1 %";
  }
  return `${rounded === 100 && share < 1 ? 99.9 : rounded} %`;
}
