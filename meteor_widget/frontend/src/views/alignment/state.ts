/** The traits of an AlignmentView, and what follows from them without a kernel. */

import type { NumberName } from "../../controls/slider";
import type { DiagramOptions } from "../../diagram/diagram";
import type { Alignment, Measures, Range, Statistics } from "../../format";
import type { Context } from "../../host/model";
import { type Counts, countsOf, measure, type Parameters } from "../../scoring/measures";

export interface Named {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
}

export interface VariantChoice extends Named {
  /** Of a tuned variant the file's name, without its folder. */
  readonly label: string;
  /** The program that it equals, which has options of its own; "" for none. */
  readonly program: string;
}

export interface TokenizerChoice extends Named {
  /** The only program whose variants have it; left out, all have. */
  readonly of?: string;
}

export interface Choices {
  readonly variants: readonly VariantChoice[];
  readonly tokenizers: readonly TokenizerChoice[];
  readonly stages: readonly string[];
  readonly searches: readonly string[];
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
}

/** The settings that the alignments rest on. */
export interface Effective {
  readonly variant: string;
  readonly language: string;
  readonly tokenizer: string;
  readonly stages: readonly string[];
  readonly align: string;
  readonly parameters: Parameters;
  /** The variant's defaults for the language and the task. */
  readonly inherited: Parameters;
  /** Whether function words are distinguished from content words. */
  readonly delta_possible: boolean;
}

/** An edit of the hypothesis that raises its score. */
export interface Improvement {
  /** Index of the reference that it brings it closer to. */
  readonly of: number;
  readonly kind: "drop" | "add" | "move";
  /** The hypothesis after the edit. */
  readonly text: string;
  readonly words: string;
  readonly hypothesis: Range;
  readonly reference: Range;
  /** The token that added or moved words come before. */
  readonly place: number;
  readonly statistics: Statistics;
  readonly estimated: boolean;
}

/** Null means the variant's default. */
export interface State extends Record<NumberName, number | null>, DiagramOptions {
  hypothesis: string;
  references: readonly string[];
  /** Null shows the best. */
  reference: number | null;
  variant: string;
  language: string;
  tokenizer: string | null;
  stages: readonly string[] | null;
  weights: readonly number[] | null;
  align: string | null;
  /** Settings of METEOR 1.5 alone; the view can only clear them. */
  task: string | null;
  corrections: readonly string[] | null;
  mode: DiagramOptions["mode"];
  colour: DiagramOptions["colour"];
  show_settings: boolean;
  readonly choices: Choices;
  readonly effective: Effective;
  /** With each of the references. */
  readonly alignments: readonly Alignment[];
  readonly improvements: readonly Improvement[];
  readonly error: string;
  /** Progress of work of the kernel that takes long. */
  readonly status: string;
  _asked: number;
  readonly _answered: number;
}

export type Model = Context<State>["model"];

/** The results to show. */
export interface Shown {
  readonly parameters: Parameters;
  readonly stages: readonly string[];
  /** With each of the references, by these parameters. */
  readonly measures: readonly Measures[];
  /** Index of the reference with the best score, the first of equals. */
  readonly best: number;
  /** Index of the reference that is shown. */
  readonly reference: number;
  readonly alignment: Alignment;
  readonly counts: Counts;
}

/** What the traits come to now, sliders included; undefined before anything was scored. */
export function shownOf(model: Model): Shown | undefined {
  const alignments = model.get("alignments");
  if (alignments.length === 0) {
    return undefined; // there are no effective settings either
  }
  const { stages } = model.get("effective");
  const parameters = parametersOf(model);
  const counts = alignments.map(({ statistics }) => countsOf(statistics, stages));
  const measures = counts.map((one) => measure(one, parameters));
  const scores = measures.map(({ score }) => score);
  const best = scores.indexOf(Math.max(...scores));
  const reference = Math.min(model.get("reference") ?? best, alignments.length - 1);
  const alignment = alignments[reference];
  const shownCounts = counts[reference];
  if (alignment === undefined || shownCounts === undefined) {
    return undefined;
  }
  return { parameters, stages, measures, best, reference, alignment, counts: shownCounts };
}

/** Whether the drawing is of the current texts and settings; sliders always are. */
export function isOfNow(model: Model, { alignment, reference }: Shown): boolean {
  const effective = model.get("effective");
  const chosen = (["tokenizer", "align", "stages"] as const).every((key) => {
    const value = model.get(key);
    return value === null || String(value) === String(effective[key]);
  });
  return (
    chosen &&
    effective.variant === model.get("variant") &&
    alignment.hypothesis.text === model.get("hypothesis") &&
    alignment.reference.text === model.get("references")[reference] &&
    model.get("alignments").length === model.get("references").length
  );
}

/** The parameters as they are chosen now; the kernel may not have heard of them yet. */
export function parametersOf(model: Model): Parameters {
  const effective = model.get("effective");
  const { inherited } = effective;
  const chosen = (name: NumberName): number | null => model.get(name) ?? inherited[name] ?? null;
  const weights = model.get("weights");
  return {
    ...effective.parameters,
    alpha: chosen("alpha") ?? 0,
    beta: chosen("beta") ?? 0,
    gamma: chosen("gamma") ?? 0,
    delta: effective.delta_possible ? chosen("delta") : null,
    weights: weights?.length === effective.stages.length ? weights : inherited.weights,
  };
}
