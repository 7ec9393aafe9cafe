/** Controls: how to test, which two systems to compare, in what order, and how to plot them. */

import { Checks, Choice, Menu, type Option } from "../../controls/choice";
import { refusedNumber } from "../../controls/slider";
import { html } from "../../dom";
import type { Comparison, Method, State } from "./comparison";

const METHODS: readonly Option[] = [
  { value: "bootstrap", label: "paired bootstrap" },
  { value: "randomisation", label: "approximate randomisation" },
];

/** Baseline, method, samples and seed: the kernel computes anew. */
export class TestSettings {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #baseline: Choice;
  readonly #method: Choice;
  readonly #samples: HTMLInputElement;
  readonly #seed: HTMLInputElement;
  readonly #problem = html("span", { class: "mtr-find-problem", role: "alert" });

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    this.#baseline = new Choice("Baseline", namesOf(comparison), signal, (baseline) =>
      comparison.set({ baseline }),
    );
    this.#method = new Choice("Test", METHODS, signal, (method) =>
      comparison.set({ method: method as Method }),
    );
    this.#samples = html("input", {
      class: "mtr-input",
      type: "number",
      min: 1,
      step: 1,
      required: true,
    });
    this.#seed = html("input", {
      class: "mtr-input",
      type: "number",
      min: 0,
      step: 1,
      placeholder: "none",
    });
    this.#samples.addEventListener("change", () => this.#changed("samples"), { signal });
    this.#seed.addEventListener("change", () => this.#changed("seed"), { signal });
    this.element = html(
      "div",
      { class: "mtr-row" },
      this.#baseline.element,
      this.#method.element,
      html("label", { class: "mtr-select" }, html("span", {}, "Samples"), this.#samples),
      html("label", { class: "mtr-select" }, html("span", {}, "Seed"), this.#seed),
      this.#problem,
    );
  }

  update(): void {
    const { live } = this.#comparison.context;
    this.#baseline.show(this.#comparison.get("baseline"), live);
    this.#method.show(this.#comparison.get("method"), live);
    for (const [field, value] of [
      [this.#samples, this.#comparison.get("samples")],
      [this.#seed, this.#comparison.get("seed")],
    ] as const) {
      field.disabled = !live;
      if (!field.matches(":focus")) {
        field.value = value === null ? "" : String(value);
      }
    }
  }

  #changed(name: "samples" | "seed"): void {
    const field = name === "samples" ? this.#samples : this.#seed;
    const why = refusedNumber(field, name === "samples" ? "Samples" : "Seed");
    const known = this.#comparison.get(name);
    this.#problem.textContent = why && `${why}; it is still ${known ?? "none"}.`;
    if (why !== "") {
      field.value = known === null ? "" : String(known);
    } else {
      const value = field.value === "" ? null : field.valueAsNumber;
      this.#comparison.set({ [name]: value } as Partial<State>);
    }
  }
}

/** Left, right and the plot. */
export class PairSettings {
  readonly element: HTMLElement;
  readonly #comparison: Comparison;
  readonly #choices: Readonly<Record<"left" | "right" | "plot" | "order", Choice>>;
  readonly #also: Checks;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { signal } = comparison.context;
    const swap = html(
      "button",
      {
        type: "button",
        class: "mtr-button",
        title: "Swap the two systems",
        "aria-label": "Swap the two systems",
      },
      "⇄",
    );
    swap.addEventListener("click", () => comparison.swap(), { signal });
    const pick = (label: string, side: "left" | "right"): Choice =>
      new Choice(label, namesOf(comparison), signal, (name) => this.#choose(side, name));
    this.#choices = {
      left: pick("Compare", "left"),
      right: pick("with", "right"),
      plot: new Choice("Plot", plotsOf(comparison), signal, (plot) =>
        comparison.set({ plot, filters: {} }),
      ),
      order: new Choice("Order", ORDERS, signal, (order) => this.#sort(order)),
    };
    const { left, right, plot, order } = this.#choices;
    const names = namesOf(comparison);
    this.#also = new Checks("Also draw", names, signal, (also) => comparison.set({ also }), 0);
    const menu = names.length > 2 ? new Menu("Also draw", this.#also.element, signal) : null;
    this.element = html(
      "div",
      { class: "mtr-row" },
      left.element,
      swap,
      right.element,
      menu?.element ?? null,
      plot.element,
      order.element,
    );
  }

  update(): void {
    const { left, right, plot, order } = this.#choices;
    const [first, second] = [this.#comparison.get("left"), this.#comparison.get("right")];
    left.show(first);
    right.show(second);
    this.#also.show(this.#comparison.get("also"));
    plot.show(this.#comparison.get("plot"));
    order.rename("difference descending", `${second} better first`);
    order.rename("difference ascending", `${first} better first`);
    order.rename("shortfall ascending", `${second} better first, in words`);
    order.rename("shortfall descending", `${first} better first, in words`);
    const down = this.#comparison.get("descending") ? "descending" : "ascending";
    const sorting = `${this.#comparison.get("sort_by")} ${down}`;
    order.show(ORDERS.some(({ value }) => value === sorting) ? sorting : "");
  }

  /** Choosing the system of the other side swaps the two. */
  #choose(side: "left" | "right", name: string): void {
    const other = side === "left" ? "right" : "left";
    if (name === this.#comparison.get(other)) {
      this.#comparison.swap();
    } else {
      this.#comparison.set({ [side]: name, filters: {} } as Partial<State>);
    }
  }

  #sort(order: string): void {
    const [sort_by = "size", direction] = order.split(" ");
    this.#comparison.set({ sort_by, descending: direction === "descending" });
  }
}

const PLOTS: readonly Option[] = [
  { value: "scatter", label: "score by score" },
  { value: "length", label: "difference by length" },
];

/** Orders by name; a header of the table can choose others. */
const ORDERS: readonly Option[] = [
  { value: "size descending", label: "largest differences first" },
  { value: "difference descending", label: "" },
  { value: "difference ascending", label: "" },
  { value: "shortfall ascending", label: "" },
  { value: "shortfall descending", label: "" },
  { value: "segment ascending", label: "as in the files" },
];

/** The plots, and differences by those of each score that came with the texts. */
function plotsOf({ about }: Comparison): Option[] {
  const given = about.scores.map(({ name }) => ({ value: name, label: `difference by ${name}` }));
  return [...PLOTS, ...given];
}

function namesOf({ about }: Comparison): Option[] {
  return about.systems.map((name) => ({ value: name, label: name }));
}
