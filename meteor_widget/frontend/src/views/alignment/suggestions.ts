/** Suggestions to raise the score: single edits, each with its gain. */

import { directionOf } from "../../diagram/texts";
import { html } from "../../dom";
import type { Alignment, Range, TokenRow } from "../../format";
import type { Context } from "../../host/model";
import { countsOf, measure } from "../../scoring/measures";
import type { Improvement, Shown, State } from "./state";

/** Tokens shown before and after an edit. */
const CONTEXT = 2;

const UNKNOWN = "There are no suggestions while there is an error.";

const VERBS = { drop: "Drop", add: "Add", move: "Move" } as const;

export interface Gain {
  readonly improvement: Improvement;
  readonly score: number;
  readonly gain: number;
}

export class Suggestions {
  readonly element: HTMLElement;
  /** Called with the suggestion under the pointer or with the focus, and with undefined for nothing. */
  onPreview: (improvement: Improvement | undefined) => void = () => {};
  readonly #context: Context<State>;
  readonly #retype: (text: string) => void;
  readonly #list = html("ol", {});
  readonly #note = html("p", { class: "mtr-note" });
  readonly #undo = html("button", { type: "button", class: "mtr-quiet" }, "Undo");
  readonly #history: { readonly before: string; readonly after: string }[] = [];
  #gains: readonly Gain[] = [];
  #drawn = "";

  /** `retype` makes the hypothesis another text, as if it were typed. */
  constructor(context: Context<State>, retype: (text: string) => void) {
    this.#context = context;
    this.#retype = retype;
    this.element = html(
      "section",
      { class: "mtr-suggestions" },
      html("div", { class: "mtr-text-head" }, html("h4", {}, "What would it take?"), this.#undo),
      this.#note,
      this.#list,
    );
    this.#undo.addEventListener("click", () => this.#takeBack(), { signal: context.signal });
    this.#listen();
  }

  /**
   * Ctrl+Z in this field takes back a suggestion that was made last. Browsers would do so by
   * themselves, but in JupyterLab their history of the field does not last.
   */
  undoFrom(field: HTMLElement): void {
    const undo = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z";
      if (isUndo && this.#context.live && this.#canUndo()) {
        event.preventDefault();
        this.#takeBack();
      }
    };
    field.addEventListener("keydown", undo, { signal: this.#context.signal });
  }

  show(shown: Shown): void {
    const { model, live, isPage } = this.#context;
    const gains = gainsOf(model.get("improvements"), shown);
    const fresh = model.get("hypothesis") === shown.alignment.hypothesis.text;
    this.element.classList.toggle("mtr-stale", !isPage && !fresh);
    this.#undo.hidden = !live || !this.#canUndo();
    const none = model.get("error") === "" ? nothing(shown) : UNKNOWN;
    const note = gains.length > 0 ? this.#explanation(gains) : none;
    if (this.#note.textContent !== note) {
      this.#note.textContent = note;
    }
    const drawn = JSON.stringify([gains, live]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#gains = gains;
      this.#draw(gains, shown.alignment);
    }
  }

  #explanation(gains: readonly Gain[]): string {
    const act = this.#context.live ? " Click an edit to make it." : "";
    const estimated = gains.some(({ improvement }) => improvement.estimated)
      ? " ≈: estimated from the current alignment, because the segment is long."
      : "";
    return `Edits of the hypothesis, each with its own gain.${act}${estimated}`;
  }

  #draw(gains: readonly Gain[], alignment: Alignment): void {
    const focused = [...this.#list.querySelectorAll("button")].findIndex((button) =>
      button.matches(":focus"),
    );
    this.#list.replaceChildren(...gains.map((gain) => this.#item(gain, alignment)));
    if (focused >= 0) {
      const buttons = this.#list.querySelectorAll("button");
      buttons[Math.min(focused, buttons.length - 1)]?.focus();
    }
  }

  #item({ improvement, score, gain }: Gain, alignment: Alignment): HTMLElement {
    const about = improvement.estimated ? "≈ " : "";
    const button = html(
      "button",
      {
        type: "button",
        class: "mtr-suggestion",
        "aria-disabled": this.#context.live ? null : "true",
      },
      html("span", { class: "mtr-gain" }, `${about}+${gain.toFixed(3)}`),
      html("span", { class: "mtr-verb" }, VERBS[improvement.kind]),
      html(
        "span",
        { class: "mtr-edit", dir: directionOf(alignment.hypothesis.text) },
        ...preview(improvement, alignment),
      ),
      html("span", { class: "mtr-after" }, `→ ${score.toFixed(3)}`),
    );
    return html("li", {}, button);
  }

  /** On the list, whose items come and go with every key. */
  #listen(): void {
    const on = (type: string, work: (pointed: Improvement | undefined) => void): void =>
      this.#list.addEventListener(type, ({ target }) => work(this.#at(target)), {
        signal: this.#context.signal,
      });
    on("pointerover", (pointed) => this.onPreview(pointed));
    on("pointerleave", () => this.onPreview(undefined));
    on("focusin", (pointed) => this.onPreview(pointed));
    on("focusout", () => this.onPreview(undefined));
    on("click", (pointed) => pointed && this.#apply(pointed));
  }

  #at(target: EventTarget | null): Improvement | undefined {
    const item = target instanceof Element ? target.closest("li") : null;
    return item === null
      ? undefined
      : this.#gains[[...this.#list.children].indexOf(item)]?.improvement;
  }

  #apply({ text }: Improvement): void {
    const before = this.#context.model.get("hypothesis");
    if (this.#context.live && !this.element.classList.contains("mtr-stale")) {
      this.#history.push({ before, after: text });
      this.onPreview(undefined);
      this.#retype(text);
    }
  }

  /** Whether nothing was typed since the last suggestion was made. */
  #canUndo(): boolean {
    return this.#history.at(-1)?.after === this.#context.model.get("hypothesis");
  }

  #takeBack(): void {
    const last = this.#history.pop();
    if (last !== undefined) {
      this.#retype(last.before);
    }
  }
}

function nothing({ counts }: Shown): string {
  return counts.perfect_segments > 0
    ? "The hypothesis equals the reference, word for word."
    : "None of the single edits that were tried raises the score.";
}

/** What each edit gains by the parameters as they are now, the most first. */
export function gainsOf(improvements: readonly Improvement[], shown: Shown): Gain[] {
  const before = shown.measures[shown.reference]?.score ?? 0;
  return improvements
    .filter((improvement) => improvement.of === shown.reference)
    .map((improvement) => {
      const counts = countsOf(improvement.statistics, shown.stages);
      const { score } = measure(counts, shown.parameters);
      return { improvement, score, gain: score - before };
    })
    .filter(({ gain }) => gain >= 0.0005)
    .sort((one, other) => other.gain - one.gain);
}

/** The place of the edit in the hypothesis, with what goes struck and what comes underlined. */
function preview(improvement: Improvement, { hypothesis }: Alignment): (Node | string)[] {
  const { kind, words, place } = improvement;
  const [start, end] = improvement.hypothesis;
  const gone = kind === "add" ? [] : [html("del", {}, words)];
  const come = kind === "drop" ? [] : [html("ins", {}, words)];
  const first = Math.min(start, place);
  const last = Math.max(end, place);
  const between =
    kind === "move" ? [shortened(hypothesis, place < start ? [place, start] : [end, place])] : [];
  const middle = place < start ? [...come, ...between, ...gone] : [...gone, ...between, ...come];
  const parts = [
    stretch(hypothesis, [Math.max(0, first - CONTEXT), first]),
    ...middle,
    stretch(hypothesis, [last, Math.min(hypothesis.tokens.length, last + CONTEXT)]),
  ];
  // Spaces everywhere: letters would join with those of the next part, as in Arabic.
  return parts.filter((part) => part !== "").flatMap((part, index) => (index ? [" ", part] : part));
}

function shortened(row: TokenRow, [start, end]: Range): string {
  return end - start <= 2 * CONTEXT
    ? stretch(row, [start, end])
    : `${stretch(row, [start, start + CONTEXT])} … ${stretch(row, [end - CONTEXT, end])}`;
}

function stretch({ text, tokens }: TokenRow, [start, end]: Range): string {
  const from = tokens[start]?.[0] ?? 0;
  const to = tokens[end - 1]?.[1] ?? 0;
  return start < end ? Array.from(text).slice(from, to).join("") : "";
}
