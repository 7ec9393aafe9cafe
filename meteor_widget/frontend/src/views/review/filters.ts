/** Which segments are listed, in what order, and how many they are. */

import { Choice, type Option } from "../../controls/choice";
import { refusedNumber } from "../../controls/slider";
import { html } from "../../dom";
import { isAnswered } from "../../host/model";
import { Downloads, type File, shownFile } from "../../segments/downloads";
import { SearchField } from "../../segments/find_bar";
import { counted, shownInWords } from "../../segments/wording";
import type { Filter, Order, Summary } from "./desk";
import { STATE_NAMES } from "./keys";
import { KINDS } from "./marks";
import type { Review } from "./review";
import { CLASSES, EDIT_KINDS, STATES } from "./review_format";

const ORDERS: readonly (Option & { readonly value: Order })[] = [
  { value: "file", label: "as in the file" },
  { value: "score", label: "lowest score first" },
  { value: "hter", label: "greatest HTER first" },
  { value: "edit-share", label: "most edited first" },
  { value: "time", label: "longest worked on first" },
];

const FILES: readonly File[] = [
  shownFile("review-shown.tsv"),
  {
    format: "tsv",
    label: "TSV",
    content: "the numbers of all segments",
    name: "review.tsv",
    onPages: true,
  },
  {
    format: "json",
    label: "JSON",
    content: "all segments with their edits",
    name: "review.json",
    onPages: false,
  },
];

/** Filters that are a list of names, of which people choose one. */
type Listed = "states" | "classes" | "kinds" | "diagnostics";

const TITLES: Readonly<Record<Listed, string>> = {
  states: "State",
  classes: "Class",
  kinds: "Edit",
  diagnostics: "Finding",
};

export class Filters {
  readonly element: HTMLElement;
  /** Over the list. */
  readonly head: HTMLElement;
  readonly #review: Review;
  readonly #order: Choice;
  readonly #search: SearchField;
  readonly #choices: ReadonlyMap<Listed, Choice>;
  readonly #columns = new Map<string, Choice>();
  readonly #data = html("span", { class: "mtr-row" });
  /** Opened on request, and if one of its filters is set. */
  readonly #more = html("details", {});
  readonly #bounds: readonly [HTMLInputElement, HTMLInputElement];
  readonly #clear = html("button", { type: "button", class: "mtr-button" }, "Show all");
  readonly #count = html("span", { role: "status" });
  readonly #downloads: Downloads;

  #wasSet = false;

  constructor(review: Review) {
    this.#review = review;
    const { signal } = review.context;
    this.#order = new Choice("Order", ORDERS, signal, (order) =>
      review.set({ order: order as Order }),
    );
    this.#search = new SearchField("source, MT and post-edit", signal, (found) =>
      review.filterBy({ text: found || undefined }),
    );
    const names = Object.keys(TITLES) as Listed[];
    this.#choices = new Map(
      names.map((name) => [
        name,
        new Choice(TITLES[name], [], signal, (value) =>
          review.filterBy({ [name]: value === "" ? undefined : valuesOf(value) } as Filter),
        ),
      ]),
    );
    this.#bounds = [this.#bound("scoreFrom", "least"), this.#bound("scoreBelow", "below")];
    this.#clear.addEventListener(
      "click",
      () => {
        this.#search.clear();
        review.set({ filter: {} });
      },
      { signal },
    );
    this.#downloads = new Downloads(review, review.desk.canDownload ? FILES : []);
    const [least, below] = this.#bounds;
    const [states, ...others] = [...this.#choices.values()].map(({ element }) => element);
    this.#more.append(
      html("summary", {}, "More filters"),
      html(
        "div",
        { class: "mtr-row" },
        ...others,
        html("span", { class: "mtr-select" }, html("span", {}, "Score"), least, "to", below),
        this.#data,
      ),
    );
    this.element = html(
      "div",
      { class: "mtr-row mtr-review-filters", role: "group", "aria-label": "Filters" },
      this.#search.element,
      states as HTMLElement,
      this.#order.element,
      this.#clear,
      this.#more,
    );
    this.head = html("div", { class: "mtr-list-head" }, this.#count, this.#downloads.element);
  }

  update(): void {
    const { table, summary, context } = this.#review;
    const filter = this.#review.get("filter");
    const enabled = isAnswered(context);
    this.#order.show(this.#review.get("order"), enabled);
    this.#search.show(filter.text ?? "", enabled);
    for (const [name, choice] of this.#choices) {
      const chosen = filter[name];
      choice.offer(optionsOf(name, summary, chosen));
      choice.show(chosen === undefined ? "" : chosen.join(" "), enabled);
    }
    this.#showColumns(summary, filter.columns ?? {});
    for (const [at, name] of (["scoreFrom", "scoreBelow"] as const).entries()) {
      const input = this.#bounds[at] as HTMLInputElement;
      input.disabled = !enabled;
      if (!input.matches(":focus")) {
        input.value = filter[name] === undefined ? "" : String(filter[name]);
      }
    }
    const { states: _, text: __, ...hidden } = filter;
    if (Object.keys(hidden).length > 0 && !this.#wasSet) {
      this.#more.open = true;
    }
    this.#wasSet = Object.keys(hidden).length > 0;
    this.#clear.disabled = !enabled;
    this.#clear.hidden = Object.keys(filter).length === 0;
    const size = summary?.reviewed ?? 0;
    this.#downloads.update(table.order.length < size);
    const all = summary?.carried === undefined ? "" : `; this page has ${counted(summary.carried)}`;
    const words = shownInWords(table.size, Math.max(table.size, size)) + all;
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
  }

  #bound(name: "scoreFrom" | "scoreBelow", label: string): HTMLInputElement {
    const input = html("input", {
      type: "number",
      class: "mtr-input mtr-review-bound",
      min: 0,
      max: 1,
      step: 0.05,
      "aria-label": `Score, ${label}`,
    });
    const change = (): void => {
      const { rangeUnderflow, rangeOverflow } = input.validity;
      if (rangeUnderflow || rangeOverflow) {
        this.#review.onError(`${refusedNumber(input, "The score")}.`);
        input.value = String(this.#review.get("filter")[name] ?? "");
        return;
      }
      const value = input.valueAsNumber;
      this.#review.filterBy({ [name]: Number.isNaN(value) ? undefined : value });
    };
    input.addEventListener("change", change, { signal: this.#review.context.signal });
    return input;
  }

  /** A choice for each further column of the data that has few values. */
  #showColumns(summary: Summary | null, chosen: Readonly<Record<string, string>>): void {
    for (const [name, values] of Object.entries(summary?.columns ?? {})) {
      const known = this.#columns.get(name) ?? this.#column(name);
      known.offer([
        { value: "", label: "any" },
        ...values.map((value) => ({ value: `=${value}`, label: value || "empty" })),
      ]);
      known.show(chosen[name] === undefined ? "" : `=${chosen[name]}`);
    }
  }

  #column(name: string): Choice {
    const choice = new Choice(name, [], this.#review.context.signal, (value) => {
      const { [name]: _, ...others } = this.#review.get("filter").columns ?? {};
      const columns = value === "" ? others : { ...others, [name]: value.slice(1) };
      this.#review.filterBy({ columns: Object.keys(columns).length > 0 ? columns : undefined });
    });
    this.#columns.set(name, choice);
    this.#data.append(choice.element);
    return choice;
  }
}

/** The names in the value of an option. */
function valuesOf(value: string): string[] {
  return value.split(" ");
}

/** What can be chosen, with how many segments or edits there are of it. */
function optionsOf(
  name: Listed,
  summary: Summary | null,
  chosen: readonly string[] | undefined,
): Option[] {
  const total = summary?.total;
  const options = [{ value: "", label: "any" }, ...OFFERED[name](summary, total)];
  const value = chosen?.join(" ") ?? "";
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: chosen?.join(" or ") ?? "" }]; // chosen elsewhere
}

function option(value: string, label: string, count: number | undefined): Option {
  return { value, label: count === undefined ? label : `${label} (${counted(count)})` };
}

const OFFERED: Readonly<
  Record<Listed, (summary: Summary | null, total: Summary["total"] | undefined) => Option[]>
> = {
  states: (summary) => [
    { value: "to-do in-work", label: "not reviewed" },
    ...STATES.map((state) => option(state, STATE_NAMES[state], summary?.states[state] ?? 0)),
  ],
  classes: (_, total) => CLASSES.map((name) => option(name, name, total?.classes[name].segments)),
  kinds: (_, total) =>
    EDIT_KINDS.filter((kind) => kind !== "kept").map((kind) =>
      option(kind, KINDS[kind], total?.edits[kind].edits),
    ),
  diagnostics: (_, total) => [
    { value: "any", label: "any finding" },
    ...Object.entries(total?.diagnostics ?? {}).map(([code, count]) => option(code, code, count)),
  ],
};
