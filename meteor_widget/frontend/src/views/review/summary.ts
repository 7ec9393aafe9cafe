/** What the editors did, in sum: the score, a bar of all tokens, and segments by extent. */

import { html } from "../../dom";
import { counted, SHORTFALL } from "../../segments/wording";
import { EDIT_KINDS, type EditKind } from "./edits";
import { EXTENTS, type Extent, type Tokens } from "./numbers";
import type { Review } from "./review";

export class Summary {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #score = html("output", { class: "mtr-review-score" });
  readonly #shortfall = html("span", { class: "mtr-muted", title: SHORTFALL });
  readonly #about = html("p", { class: "mtr-muted" });
  readonly #bar = html("div", { class: "mtr-review-bar", "aria-hidden": "true" });
  readonly #threshold = html("input", {
    class: "mtr-input mtr-review-threshold",
    type: "number",
    min: 5,
    max: 100,
    step: 5,
  });
  readonly #kinds: ReadonlyMap<EditKind, HTMLButtonElement>;
  readonly #extents: ReadonlyMap<Extent | "all", HTMLButtonElement>;

  constructor(review: Review) {
    this.#review = review;
    const button = () => html("button", { type: "button", class: "mtr-button" });
    this.#kinds = new Map(EDIT_KINDS.map((kind) => [kind, button()]));
    this.#extents = new Map((["all", ...EXTENTS] as const).map((extent) => [extent, button()]));
    this.#listen();
    const { signature } = review.about;
    this.element = html(
      "header",
      { class: "mtr-review-summary" },
      html(
        "p",
        { class: "mtr-review-headline" },
        html("span", {}, "METEOR ", this.#score),
        muted("machine translation against its post-edit"),
        this.#shortfall,
      ),
      this.#bar,
      row("Edits: press one to list the segments with it", this.#kinds),
      this.#about,
      html(
        "div",
        { class: "mtr-row" },
        row("Segments by how much was edited", this.#extents),
        html("label", { class: "mtr-muted" }, "rewritten: from ", this.#threshold, " % edited"),
      ),
      html("p", { class: "mtr-signature" }, html("code", {}, signature)),
    );
  }

  update(): void {
    const { total } = this.#review;
    this.#score.textContent = total === null ? "" : total.score.toFixed(4);
    const words = total?.shortfall.toFixed(2);
    this.#shortfall.textContent = words === undefined ? "" : `shortfall ${words} words`;
    this.#drawKinds();
    this.#drawExtents();
  }

  #listen(): void {
    const { signal } = this.#review.context;
    for (const [kind, button] of this.#kinds) {
      const press = (): void => {
        const pressed = this.#review.get("containing") === kind;
        this.#review.set({ containing: pressed ? "" : kind });
      };
      button.addEventListener("click", press, { signal });
    }
    for (const [extent, button] of this.#extents) {
      button.addEventListener("click", () => this.#review.set({ show: extent }), { signal });
    }
    this.#threshold.addEventListener("change", () => this.#setThreshold(), { signal });
  }

  #setThreshold(): void {
    const share = this.#threshold.valueAsNumber / 100;
    if (share > 0 && share <= 1) {
      this.#review.set({ rewritten_from: share });
    }
  }

  #drawKinds(): void {
    const sums = EDIT_KINDS.map((kind) => [kind, this.#review.numbers.sum(kind)] as const);
    const mt = sums.reduce((all, [, tokens]) => all + tokens.mt, 0);
    const postEdit = sums.reduce((all, [, tokens]) => all + tokens.post_edit, 0);
    const share = ({ mt: old, post_edit }: Tokens): number =>
      (old + post_edit) / Math.max(mt + postEdit, 1);
    this.#bar.replaceChildren(
      ...sums.map(([kind, tokens]) => {
        const part = html("span", { class: `mtr-review-part mtr-review-fill-${kind}` });
        part.style.flexGrow = String(share(tokens));
        return part;
      }),
    );
    for (const [kind, tokens] of sums) {
      const button = this.#kinds.get(kind) as HTMLButtonElement;
      button.setAttribute("aria-pressed", String(this.#review.get("containing") === kind));
      button.title = `List the segments with something ${kind}`;
      button.replaceChildren(
        html("span", { class: `mtr-review-swatch mtr-review-fill-${kind}`, "aria-hidden": "true" }),
        html("b", {}, kind),
        ` ${percent(share(tokens))} `,
        muted(tokensOf(kind, tokens)),
      );
    }
    this.#about.textContent =
      `Shares are of all ${counted(mt + postEdit)} tokens: ${counted(mt)} of the machine translation, ` +
      `${counted(postEdit)} of the post-edit.`;
  }

  #drawExtents(): void {
    const { numbers } = this.#review;
    const from = this.#review.get("rewritten_from");
    if (document.activeElement !== this.#threshold) {
      this.#threshold.value = String(Math.round(from * 1000) / 10);
    }
    const { differing } = numbers;
    for (const [extent, button] of this.#extents) {
      const number = extent === "all" ? numbers.done : numbers.extents[extent];
      button.setAttribute("aria-pressed", String(this.#review.get("show") === extent));
      button.replaceChildren(
        html("b", {}, counted(number)),
        ` ${extent}`,
        ...(extent === "untouched" && differing > 0
          ? [muted(` (${counted(differing)} except for spacing)`)]
          : []),
      );
    }
  }
}

function muted(words: string): HTMLElement {
  return html("span", { class: "mtr-muted" }, words);
}

function row(label: string, buttons: ReadonlyMap<string, HTMLElement>): HTMLElement {
  return html(
    "div",
    { class: "mtr-steps", role: "group", "aria-label": label },
    ...buttons.values(),
  );
}

function tokensOf(kind: EditKind, { mt, post_edit }: Tokens): string {
  return kind === "changed"
    ? `${counted(mt)} → ${counted(post_edit)}`
    : counted(Math.max(mt, post_edit));
}

/** A share in percent; one decimal, and never rounded to 0 or 100 where it is neither. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  if (rounded === 0 && share > 0) {
    return "< 0.1 %";
  }
  return `${rounded === 100 && share < 1 ? 99.9 : rounded} %`;
}
