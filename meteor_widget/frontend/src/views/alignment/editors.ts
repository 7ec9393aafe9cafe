/** The texts of a segment: edited in place, and one of the references chosen. */

import { uniqueName } from "../../controls/choice";
import { TextArea } from "../../controls/text_area";
import { html } from "../../dom";
import type { Context } from "../../host/model";
import type { Shown, State } from "./state";
import { scoreText } from "./terms";

export class Editors {
  readonly element: HTMLElement;
  readonly hypothesis: TextArea;
  readonly #context: Context<State>;
  readonly #changed: () => void;
  readonly #group = uniqueName();
  readonly #list = html("div", { class: "mtr-references" });
  readonly #best: HTMLInputElement;
  readonly #automatic: HTMLElement;
  readonly #adder: HTMLElement;
  #rows: ReferenceRow[] = [];

  /** `changed` is called when a trait was set. */
  constructor(context: Context<State>, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
    const { signal, isPage, model } = context;
    this.hypothesis = new TextArea("Hypothesis", signal, (text) => {
      model.set("hypothesis", text);
      changed();
    });
    this.#best = html("input", { type: "radio", name: this.#group });
    this.#best.addEventListener("change", () => this.#choose(null), { signal });
    this.#adder = this.#makeAdder();
    this.#automatic = html(
      "label",
      { class: "mtr-automatic" },
      this.#best,
      "show the reference with the best score",
    );
    this.element = html(
      "div",
      { class: "mtr-editors" },
      html(
        "div",
        { class: "mtr-text" },
        html("div", { class: "mtr-text-head" }, html("span", {}, "Hypothesis")),
        this.hypothesis.element,
      ),
      this.#list,
      html("div", { class: "mtr-editors-foot" }, isPage ? note() : this.#adder, this.#automatic),
    );
  }

  show(shown: Shown | undefined): void {
    const { model } = this.#context;
    const references = model.get("references");
    const { live } = this.#context;
    this.hypothesis.readOnly = !live;
    this.#adder.hidden = !live;
    this.hypothesis.show(model.get("hypothesis"));
    this.#match(references.length);
    const several = references.length > 1;
    this.#automatic.hidden = !several;
    this.#best.checked = model.get("reference") === null;
    this.#rows.forEach((row, index) => {
      row.show({
        index,
        several,
        live,
        text: references[index] ?? "",
        score: shown?.measures[index]?.score,
        best: shown?.best === index,
        chosen: model.get("reference") === index,
        visible: shown?.reference === index,
      });
    });
  }

  /** As many rows as there are references. */
  #match(count: number): void {
    while (this.#rows.length > count) {
      this.#rows.pop()?.element.remove();
    }
    while (this.#rows.length < count) {
      const row: ReferenceRow = new ReferenceRow(this.#context, this.#group, {
        edit: (text) => this.#edit(this.#rows.indexOf(row), text),
        remove: () => this.#remove(this.#rows.indexOf(row)),
        choose: () => this.#choose(this.#rows.indexOf(row)),
      });
      this.#rows.push(row);
      this.#list.append(row.element);
    }
  }

  #makeAdder(): HTMLElement {
    const button = html("button", { type: "button", class: "mtr-quiet" }, "+ Add a reference");
    button.addEventListener(
      "click",
      () => {
        const references = this.#context.model.get("references");
        this.#set([...references, ""], this.#context.model.get("reference"));
        this.#match(references.length + 1);
        this.#rows.at(-1)?.area.focus();
      },
      { signal: this.#context.signal },
    );
    return button;
  }

  #edit(index: number, text: string): void {
    const { model } = this.#context;
    this.#set(model.get("references").with(index, text), model.get("reference"));
  }

  #remove(index: number): void {
    const { model } = this.#context;
    const chosen = model.get("reference");
    const kept = chosen === null || chosen === index ? null : chosen - (chosen > index ? 1 : 0);
    this.#rows.splice(index, 1)[0]?.element.remove();
    this.#set(model.get("references").toSpliced(index, 1), kept);
    this.#rows[Math.max(0, index - 1)]?.area.focus();
  }

  #choose(index: number | null): void {
    this.#context.model.set("reference", index);
    this.#changed();
  }

  #set(references: readonly string[], reference: number | null): void {
    this.#context.model.set("references", references);
    this.#context.model.set("reference", reference);
    this.#changed();
  }
}

function note(): HTMLElement {
  return html(
    "span",
    { class: "mtr-note" },
    "This page has no kernel, so its texts cannot be edited.",
  );
}

interface RowState {
  readonly index: number;
  /** Whether there are other references. */
  readonly several: boolean;
  /** Whether it can be edited. */
  readonly live: boolean;
  readonly text: string;
  readonly score: number | undefined;
  readonly best: boolean;
  /** By hand. */
  readonly chosen: boolean;
  readonly visible: boolean;
}

interface RowActions {
  edit(text: string): void;
  remove(): void;
  choose(): void;
}

class ReferenceRow {
  readonly element: HTMLElement;
  readonly area: TextArea;
  readonly #radio: HTMLInputElement;
  readonly #name = document.createTextNode("");
  readonly #score = html("span", { class: "mtr-text-score" });
  readonly #remove = html("button", { type: "button", class: "mtr-quiet" }, "✕");

  constructor({ signal }: Context<State>, group: string, actions: RowActions) {
    this.area = new TextArea("Reference", signal, actions.edit);
    this.#radio = html("input", { type: "radio", name: group });
    this.element = html(
      "div",
      { class: "mtr-text" },
      html(
        "div",
        { class: "mtr-text-head" },
        html("label", {}, this.#radio, html("span", {}, this.#name), this.#score),
        this.#remove,
      ),
      this.area.element,
    );
    this.#radio.addEventListener("change", actions.choose, { signal });
    this.#remove.addEventListener("click", actions.remove, { signal });
  }

  show({ index, several, live, text, score, best, chosen, visible }: RowState): void {
    const name = several ? `Reference ${index + 1}` : "Reference";
    this.#name.data = name;
    this.area.label = name;
    this.area.readOnly = !live;
    this.area.show(text);
    this.#radio.hidden = !several;
    this.#radio.checked = chosen;
    this.#remove.hidden = !several || !live;
    this.#remove.setAttribute("aria-label", `Remove ${name.toLowerCase()}`);
    this.#score.textContent =
      several && score !== undefined ? `${scoreText(score)}${best ? " · best" : ""}` : "";
    this.element.classList.toggle("mtr-shown", several && visible);
  }
}
