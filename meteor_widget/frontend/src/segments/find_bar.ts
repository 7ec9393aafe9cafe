/** What segments have to contain, and the values of metadata that they have to have. */

import { Choice } from "../controls/choice";
import { html } from "../dom";
import { isAnswered } from "../host/model";
import type { SearchedState, SearchState } from "./searched_state";

/** Of a choice: no value. No text is it. */
const ALL = "\0";

export class FindBar<State extends SearchState> {
  readonly element: HTMLElement;
  readonly #view: SearchedState<State>;
  readonly #field: SearchField;
  readonly #regular = html(
    "button",
    {
      type: "button",
      class: "mtr-button",
      title: "Regular expression",
      "aria-label": "Regular expression",
    },
    ".*",
  );
  readonly #problem = html("span", { class: "mtr-find-problem", role: "alert" });
  readonly #choices: Readonly<Record<string, Choice>>;

  /** @param where it looks, for screen readers. */
  constructor(view: SearchedState<State>, where: string) {
    this.#view = view;
    const { signal } = view.context;
    const { metadata, ids } = view.get("about");
    const places = ids ? `${where} and ids` : where;
    this.#field = new SearchField(places, signal, (find) => this.#ask(find, view.get("regular")));
    this.#regular.addEventListener(
      "click",
      () => this.#ask(this.#field.element.value, !view.get("regular")),
      { signal },
    );
    this.#choices = Object.fromEntries(
      Object.entries(metadata).map(([name, values]) => {
        const options = values.map((value) => ({ value, label: value || "(none)" }));
        const all = { value: ALL, label: "all" };
        const choose = (value: string): void => view.choose(name, value);
        return [name, new Choice(name, [all, ...options], signal, choose)];
      }),
    );
    this.element = html(
      "span",
      { class: "mtr-row" },
      html("span", { class: "mtr-find" }, this.#field.element, this.#regular),
      ...Object.values(this.#choices).map(({ element }) => element),
      this.#problem,
    );
  }

  update(): void {
    const enabled = isAnswered(this.#view.context);
    this.#field.show(this.#view.get("find"), enabled);
    this.#regular.setAttribute("aria-pressed", String(this.#view.get("regular")));
    this.#regular.disabled = !enabled;
    const { problem } = this.#view.search;
    this.#field.element.setAttribute("aria-invalid", String(problem !== ""));
    if (this.#problem.textContent !== problem) {
      this.#problem.textContent = problem;
    }
    for (const [name, choice] of Object.entries(this.#choices)) {
      choice.show(this.#view.get("where")[name] ?? ALL);
    }
  }

  #ask(find: string, regular: boolean): void {
    void this.#view.search.ask({ find, regular });
  }

  /** Empties the field. */
  clear(): void {
    this.#field.clear();
  }

  focus(): void {
    this.#field.element.focus();
  }
}

/** Milliseconds without a key. */
const DEBOUNCE_MS = 200;

export class SearchField {
  readonly element: HTMLInputElement;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** @param where it looks, for screen readers. */
  constructor(where: string, signal: AbortSignal, search: (text: string) => void) {
    this.element = html("input", {
      type: "search",
      class: "mtr-input mtr-search",
      placeholder: "Search in texts",
      "aria-label": `Search in ${where}`,
    });
    const begin = (): void => {
      this.#pause = undefined;
      search(this.element.value);
    };
    const typed = (): void => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(begin, DEBOUNCE_MS);
    };
    this.element.addEventListener("input", typed, { signal });
  }

  /** Shows the current search, unless a person is typing another one. */
  show(text: string, enabled: boolean): void {
    this.element.disabled = !enabled;
    if (this.#pause === undefined && !this.element.matches(":focus")) {
      this.element.value = text;
    }
  }

  /** Empties the field. */
  clear(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.element.value = "";
  }
}
