/** The chosen segment in full: source, both texts with their edits, findings, comments. */

import { html } from "../../dom";
import { counted } from "../../segments/wording";
import { isReviewed } from "./desk";
import { SIGNS, STATE_NAMES } from "./keys";
import { KINDS, sideNodes, sourceNodes } from "./marks";
import type { Review } from "./review";
import type { Comment, Diagnostic, Segment, State } from "./review_format";

/** The action of a button or a key. */
export interface Deed {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  /** Returns false where keys that were pressed meanwhile have nothing to be about. */
  readonly run: () => unknown;
  /** Whether it writes something, which a page cannot do. */
  readonly writes: boolean;
}

export class Detail {
  readonly element: HTMLElement;
  readonly #review: Review;
  readonly #title = html("h3", { "aria-live": "polite" });
  readonly #numbers = html("p", { class: "mtr-muted" });
  readonly #body = html("div", { class: "mtr-review-body" });
  readonly #buttons: readonly (readonly [Deed, HTMLButtonElement])[];
  readonly #comment: HTMLTextAreaElement;
  readonly #form: HTMLFormElement;
  readonly #about = html("span", { class: "mtr-muted" });
  /** The comment that is being changed; null where a new one is written. */
  #changed: Comment | null = null;
  /** The segment that the comment is about. */
  #segment: number | null = null;
  /** Called when the field is left, whether or not the comment is kept. */
  #then: () => unknown = () => {};
  #shown: Segment | null = null;

  constructor(review: Review, deeds: readonly Deed[]) {
    this.#review = review;
    const { signal } = review.context;
    this.#buttons = deeds.map((deed) => {
      const attributes = { title: `${deed.title} (${deed.key})`, "aria-keyshortcuts": deed.key };
      const button = html(
        "button",
        { type: "button", class: "mtr-button", ...attributes },
        deed.label,
      );
      button.addEventListener("click", deed.run, { signal });
      return [deed, button] as const;
    });
    this.#comment = html("textarea", { rows: 2, "aria-label": "Comment" });
    const cancel = html("button", { type: "button", class: "mtr-button" }, "Cancel");
    this.#form = html(
      "form",
      { class: "mtr-review-form-of-comment", hidden: true },
      this.#comment,
      html(
        "span",
        { class: "mtr-steps" },
        html("button", { type: "submit", class: "mtr-button" }, "Save comment"),
        cancel,
        this.#about,
      ),
    );
    cancel.addEventListener("click", () => this.#leave(), { signal });
    this.#form.addEventListener("submit", (event) => void this.#save(event), { signal });
    this.#comment.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.element = html(
      "section",
      { class: "mtr-detail mtr-review-detail", "aria-label": "Selected segment" },
      html(
        "div",
        { class: "mtr-row" },
        this.#title,
        html(
          "span",
          { class: "mtr-steps", role: "group", "aria-label": "Review" },
          ...this.#buttons.map(([, button]) => button),
        ),
      ),
      this.#numbers,
      this.#body,
      this.#form,
    );
  }

  update(): void {
    const { chosen, desk, place } = this.#review;
    for (const [{ writes }, button] of this.#buttons) {
      button.hidden = writes && !desk.canAct;
      button.disabled = writes && chosen === null;
    }
    if (chosen === this.#shown && chosen !== null) {
      return;
    }
    const isAboutAnother = this.#segment !== null && this.#segment !== chosen?.segment;
    if (isAboutAnother && this.#comment.value.trim() === "") {
      this.close(); // a draft stays, and stays about its segment
    }
    this.#shown = chosen;
    this.#body.hidden = this.#numbers.hidden = chosen === null;
    this.#title.replaceChildren(
      ...(chosen === null
        ? ["No segment"]
        : [`Segment ${chosen.segment}`, stateOf(chosen), place === null ? " · not listed" : ""]),
    );
    if (chosen !== null) {
      this.#numbers.textContent = numbersOf(chosen);
      this.#body.replaceChildren(...this.#parts(chosen));
    }
  }

  /** Opens the field for a comment on the chosen segment. */
  writeComment(changed: Comment | null = null): void {
    this.#open("Comment", changed, () => {});
  }

  /** Opens it for the reason why the segment is rejected, which may be left out. */
  writeReason(then: () => unknown): void {
    this.#open("Why it is rejected", null, then);
  }

  #open(what: string, changed: Comment | null, then: () => unknown): void {
    this.#segment = this.#review.chosen?.segment ?? null;
    this.#changed = changed;
    this.#then = then;
    this.#comment.value = changed?.text ?? "";
    this.#comment.placeholder = what;
    this.#about.textContent = `${what}, segment ${this.#segment}. Ctrl+Enter saves, Escape leaves it`;
    this.#form.hidden = false;
    this.#comment.focus();
  }

  #parts(segment: Segment): HTMLElement[] {
    const { source, diagnostics, comments } = segment;
    return [
      ...(source === undefined ? [] : [block("Source", sourceNodes(segment), "source")]),
      html(
        "div",
        { class: "mtr-review-sides" },
        block("Machine translation", sideNodes(segment, "mt", false), "mt"),
        block("Post-edit", sideNodes(segment, "post_edit", false), "post-edit"),
      ),
      ...(diagnostics.length === 0
        ? []
        : [html("ol", { class: "mtr-review-findings" }, ...diagnostics.map(findingNode))]),
      ...comments.map((comment) => this.#commentNode(segment, comment)),
    ];
  }

  #commentNode(segment: Segment, comment: Comment): HTMLElement {
    const { name } = comment;
    const buttons: HTMLElement[] = [];
    if (name !== undefined && this.#review.desk.canAct) {
      const change = html("button", { type: "button", class: "mtr-quiet" }, "Change");
      change.addEventListener("click", () => this.writeComment(comment));
      const remove = html("button", { type: "button", class: "mtr-quiet" }, "Remove");
      const number = segment.segment;
      remove.addEventListener(
        "click",
        () => void this.#review.act({ do: "comment", segment: number, text: null, name }),
      );
      buttons.push(change, remove);
    }
    const when = new Date(comment.when);
    return html(
      "div",
      { class: "mtr-review-comment" },
      html("span", { class: "mtr-review-said", dir: "auto" }, comment.text),
      html(
        "span",
        { class: "mtr-muted" },
        [comment.who, Number.isNaN(when.getTime()) ? "" : when.toLocaleString()]
          .filter((words) => words !== "")
          .join(", "),
      ),
      ...buttons,
    );
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.#leave();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.#form.requestSubmit();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    const segment = this.#segment;
    const text = this.#comment.value.trim();
    const name = this.#changed?.name;
    if (segment === null || text === "") {
      this.#leave();
      return;
    }
    const action = { do: "comment", segment, text } as const;
    if (await this.#review.act(name === undefined ? action : { ...action, name })) {
      this.#leave();
    }
  }

  #leave(): void {
    const then = this.#then;
    this.close();
    then();
  }

  /** Closes the field without a comment. */
  close(): void {
    const hadFocus = this.#form.contains(document.activeElement);
    this.#form.hidden = true;
    this.#comment.value = "";
    this.#segment = null;
    this.#then = () => {};
    if (hadFocus) {
      this.onLeft();
    }
  }

  /** Called when the field for comments is left: keys belong to the list again. */
  onLeft: () => void = () => {};
}

function stateOf({ state }: Segment): HTMLElement {
  return html(
    "span",
    { class: `mtr-review-state mtr-review-is-${state}` },
    ` ${SIGNS[state as State]} ${STATE_NAMES[state as State]}`,
  );
}

function numbersOf(segment: Segment): string {
  if (segment.score === null) {
    return `not scored: ${segment.problem ?? ""}`;
  }
  const { edit_distance: distance, id, seconds } = segment;
  return [
    ...(id === null ? [] : [id]),
    segment.class,
    `METEOR ${segment.score.toFixed(4)}`,
    `HTER ${segment.hter.toFixed(4)}`,
    `chrF ${segment.chrf.toFixed(1)}`,
    `${counted(distance.characters)} ${distance.characters === 1 ? "character" : "characters"} and ` +
      `${counted(distance.words)} ${distance.words === 1 ? "word" : "words"} edited`,
    ...(seconds === null ? [] : [`${Math.round(seconds)} s`]),
    ...(isReviewed(segment) || segment.class !== "untouched" ? [] : ["nobody has changed it"]),
  ].join(" · ");
}

function block(title: string, content: readonly Node[], name: string): HTMLElement {
  const empty = content.every((node) => node.textContent === "");
  return html(
    "div",
    { class: `mtr-review-text mtr-review-of-${name}` },
    html("h4", {}, title),
    html("p", { dir: "auto" }, ...(empty ? [html("i", { class: "mtr-muted" }, "empty")] : content)),
  );
}

function findingNode({ code, message }: Diagnostic): HTMLElement {
  return html("li", {}, html("code", {}, code), ` ${message}`);
}

/** What each mark means; drawn with the marks themselves. */
export function legend(): HTMLElement {
  const kinds = [
    "replaced",
    "form",
    "synonym",
    "moved",
    "added",
    "dropped",
    "number-or-code",
    "punctuation",
  ] as const;
  return html(
    "p",
    { class: "mtr-review-legend mtr-muted" },
    ...kinds.flatMap((kind) => {
      const name = kind === "dropped" ? "del" : "ins";
      const mark = html(
        "span",
        { class: `mtr-review-edit mtr-review-${kind}` },
        html(name, {}, KINDS[kind]),
      );
      return [mark, " "];
    }),
    html("span", { class: "mtr-review-finding" }, "finding"),
  );
}
