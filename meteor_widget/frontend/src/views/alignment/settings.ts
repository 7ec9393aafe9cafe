/** Everything that can be chosen about a score and its picture. */

import { Checks, Choice, type Option } from "../../controls/choice";
import { NUMBERS, PARAMETER_SLIDERS, Slider, weightSlider } from "../../controls/slider";
import { html } from "../../dom";
import type { Context } from "../../host/model";
import { type Model, parametersOf, type State, type VariantChoice } from "./state";

/** With this both kinds of words count alike, as without delta. */
const NEUTRAL_DELTA = 0.5;

/** Represents null in a list of names. */
const INHERITED = "";

const COLOURS: readonly Option[] = [
  { value: "chunk", label: "chunks" },
  { value: "position", label: "positions in the reference" },
  { value: "stage", label: "stages" },
];

export class Settings {
  readonly element: HTMLDetailsElement;
  readonly #context: Context<State>;
  readonly #changed: () => void;
  readonly #summary = html("span", { class: "mtr-caption" });
  readonly #parts: readonly (() => void)[];

  /** `changed` is called when a trait was set. */
  constructor(context: Context<State>, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
    const [definition, showDefinition] = this.#definition();
    const [parameters, showParameters] = this.#parameters();
    const [picture, showPicture] = this.#picture();
    this.#parts = [showDefinition, showParameters, showPicture];
    this.element = html(
      "details",
      { class: "mtr-alignment-settings", open: context.model.get("show_settings") },
      html("summary", {}, html("span", {}, "Settings"), this.#summary),
      html("div", { class: "mtr-alignment-groups" }, parameters, definition, picture),
    );
    // It is also fired for what was opened here, and not by a person.
    const toggled = (): void => {
      if (this.element.open !== context.model.get("show_settings")) {
        this.#set("show_settings", this.element.open);
      }
    };
    this.element.addEventListener("toggle", toggled, { signal: context.signal });
  }

  show(): void {
    const { model } = this.#context;
    const { variant, language } = model.get("effective");
    const label = variantOf(model, variant)?.label ?? variant;
    this.#summary.textContent = `${label}, ${languageName(language)}`;
    this.element.open = model.get("show_settings");
    for (const show of this.#parts) {
      show();
    }
  }

  #set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    this.#context.model.set(key, value);
    this.#changed();
  }

  #definition(): [HTMLElement, () => void] {
    const { model, signal } = this.#context;
    const choices = model.get("choices");
    const variant = new Choice("Variant", variants(model), signal, (value) => {
      this.#giveUpWhatIsOfOthers(value);
      this.#set("variant", value);
    });
    const summary = html("p", { class: "mtr-note" });
    const language = new Choice("Language", languages(choices.languages), signal, (value) =>
      this.#set("language", value),
    );
    const overrides = (["tokenizer", "align"] as const).map((key) => this.#override(key));
    const [stages, showStages] = this.#stages();
    const element = group(
      "Definition",
      variant.element,
      summary,
      language.element,
      ...overrides.map(([part]) => part),
      stages,
    );
    const show = (): void => {
      const chosen = model.get("variant");
      const { live } = this.#context;
      variant.offer(variants(model));
      variant.show(chosen, live);
      summary.textContent = variantOf(model, chosen)?.summary ?? "";
      language.show(codeOf(model.get("language")), live);
      for (const [, showOverride] of overrides) {
        showOverride();
      }
      showStages();
    };
    return [element, show];
  }

  /** Clears settings that only the previous variant has. */
  #giveUpWhatIsOfOthers(variant: string): void {
    const { model } = this.#context;
    const program = variantOf(model, variant)?.program ?? "";
    const { tokenizers } = model.get("choices");
    const own = tokenizers.find(({ name }) => name === model.get("tokenizer"))?.of;
    if (own !== undefined && own !== program) {
      model.set("tokenizer", null);
    }
    if (program !== "") {
      return;
    }
    model.set("task", null);
    model.set("corrections", null);
    if (model.get("stages")?.includes("paraphrase")) {
      model.set("stages", null);
      model.set("weights", null);
    }
  }

  /** A list whose first item is the variant's default. */
  #override(key: "tokenizer" | "align"): [HTMLElement, () => void] {
    const { model, signal } = this.#context;
    const { tokenizers, searches } = model.get("choices");
    const names = key === "tokenizer" ? tokenizers.map(({ name }) => name) : searches;
    const options = [
      { value: INHERITED, label: "" },
      ...names.map((name) => ({ value: name, label: name })),
    ];
    const label = key === "tokenizer" ? "Tokenizer" : "Search";
    const choice = new Choice(label, options, signal, (value) =>
      this.#set(key, value === INHERITED ? null : value),
    );
    const show = (): void => {
      const chosen = model.get(key);
      if (key === "tokenizer") {
        const program = variantOf(model, model.get("variant"))?.program;
        const others = tokenizers.filter(({ of }) => of !== undefined && of !== program);
        choice.hide(others.map(({ name }) => name).filter((name) => name !== chosen));
      }
      choice.show(chosen ?? INHERITED, this.#context.live);
      choice.rename(
        INHERITED,
        chosen === null ? `${model.get("effective")[key]} (variant's)` : "variant's",
      );
    };
    return [choice.element, show];
  }

  #stages(): [HTMLElement, () => void] {
    const { model, signal } = this.#context;
    const options = model.get("choices").stages.map((name) => ({ value: name, label: name }));
    const checks = new Checks("Stages", options, signal, (stages) => this.#chooseStages(stages));
    const reset = resetButton("Reset stages", signal, () => this.#chooseStages(null));
    checks.element.append(reset);
    const show = (): void => {
      const { live } = this.#context;
      checks.show(stagesOf(model), live);
      reset.style.visibility = live && model.get("stages") !== null ? "visible" : "hidden";
    };
    return [checks.element, show];
  }

  /** Weights go with their stages. */
  #chooseStages(stages: readonly string[] | null): void {
    const { model } = this.#context;
    const weights = model.get("weights");
    if (weights !== null) {
      const before = stagesOf(model);
      const kept = stages?.map((stage) => weights[before.indexOf(stage)] ?? 1) ?? null;
      model.set("weights", kept);
    }
    this.#set("stages", stages);
  }

  #parameters(): [HTMLElement, () => void] {
    const { model, signal } = this.#context;
    const sliders = NUMBERS.map((name) => ({
      name,
      slider: new Slider(PARAMETER_SLIDERS[name], signal, (value) => this.#set(name, value)),
    }));
    const weigh = html(
      "button",
      { type: "button", class: "mtr-quiet" },
      "+ Weigh content words (delta)",
    );
    weigh.addEventListener("click", () => this.#set("delta", NEUTRAL_DELTA), { signal });
    const weights = html("div", {});
    let shownStages = "";
    let weightSliders: Slider[] = [];
    const show = (): void => {
      const parameters = parametersOf(model);
      for (const { name, slider } of sliders) {
        const value = parameters[name];
        slider.element.hidden = typeof value !== "number";
        if (typeof value === "number") {
          slider.show(value, model.get(name) !== null);
        }
      }
      const { stages, delta_possible } = model.get("effective");
      weigh.hidden = !this.#context.live || !delta_possible || parameters.delta !== null;
      if (shownStages !== stages.join()) {
        shownStages = stages.join();
        weightSliders = stages.map((stage, index) => this.#weight(stage, index));
        weights.replaceChildren(...weightSliders.map(({ element }) => element));
      }
      const inherited = model.get("effective").inherited.weights;
      weightSliders.forEach((slider, index) => {
        const weight = parameters.weights[index] ?? 1;
        slider.show(weight, weight !== inherited[index]);
      });
    };
    const element = group(
      "Parameters",
      ...sliders.map(({ slider }) => slider.element),
      weigh,
      html("h5", {}, "Weights"),
      weights,
    );
    return [element, show];
  }

  #weight(stage: string, index: number): Slider {
    return new Slider(weightSlider(stage), this.#context.signal, (value) => {
      const { model } = this.#context;
      const { weights } = parametersOf(model);
      const inherited = model.get("effective").inherited.weights;
      const chosen = weights.with(index, value ?? inherited[index] ?? 1);
      const isInherited = chosen.every((weight, stage) => weight === inherited[stage]);
      this.#set("weights", isInherited ? null : chosen);
    });
  }

  #picture(): [HTMLElement, () => void] {
    const { model, signal } = this.#context;
    const colour = new Choice("Colours", COLOURS, signal, (value) =>
      this.#set("colour", value as State["colour"]),
    );
    return [group("Picture", colour.element), () => colour.show(model.get("colour"))];
  }
}

/** The stages as they are chosen now; the kernel may not have heard of them yet. */
function stagesOf(model: Model): readonly string[] {
  return model.get("stages") ?? model.get("effective").stages;
}

function group(title: string, ...children: HTMLElement[]): HTMLElement {
  return html("section", { class: "mtr-group" }, html("h4", {}, title), ...children);
}

function resetButton(label: string, signal: AbortSignal, reset: () => void): HTMLButtonElement {
  const button = html(
    "button",
    { type: "button", class: "mtr-quiet", "aria-label": label, title: "Reset" },
    "↺",
  );
  button.addEventListener("click", reset, { signal });
  return button;
}

function variants(model: Model): Option[] {
  return model.get("choices").variants.map(({ name, label }) => ({ value: name, label }));
}

function variantOf(model: Model, name: string): VariantChoice | undefined {
  return model.get("choices").variants.find((choice) => choice.name === name);
}

function languages(codes: readonly string[]): Option[] {
  return codes
    .map((code) => ({ value: code, label: languageName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** pt of pt-BR, as the core has it. */
function codeOf(language: string): string {
  return (language.split(/[-_]/)[0] ?? language).toLowerCase();
}

function languageName(code: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
}
