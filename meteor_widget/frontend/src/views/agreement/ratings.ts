/** Ratings as their view knows them: the traits, and what follows from them without a kernel. */

import { NUMBERS, type NumberName } from "../../controls/slider";
import { bytesFrom, jsonFrom } from "../../host/bytes";
import { type Context, onChange } from "../../host/model";
import type { Parameters } from "../../scoring/measures";
import { ViewState } from "../../segments/view_state";
import { type Agreement, AgreementMeter } from "./agreement";
import { disagreements, type Pair, worstPair } from "./disagreement";
import { RatedOutputs, type ReferenceColumns, type Scored } from "./rated_outputs";

/** The widget's traits; meteor_widget/agreement/view.py documents them. */
export interface State extends Record<NumberName, number | null> {
  readonly about: About;
  weights: readonly number[] | null;
  across: string;
  upward: string;
  system: string;
  selected: number | null;
  output: number | null;
}

/** What does not change. */
export interface About {
  readonly name: string;
  readonly outputs: number;
  readonly segments: number;
  readonly pairs: number;
  /** Pairs with unequal ratings. */
  readonly unequal: number;
  readonly systems: readonly string[];
  /** Whether people chose the better of two, so that there are no systems. */
  readonly judgements: boolean;
  readonly references: number;
  readonly notes: readonly string[];
  /** The variant with its own parameters, in words: "untuned classic". */
  readonly untuned: string;
  readonly stages: readonly string[];
  /** The variant's own. */
  readonly parameters: Parameters;
  readonly delta_possible: boolean;
  readonly signature: string;
}

/** What Python sends of all outputs. */
interface Head {
  readonly segments: readonly string[];
  /** Name and type of each column, by reference. */
  readonly references: readonly (readonly (readonly [string, keyof typeof TYPES])[])[];
}

/** Milliseconds without a move after which tables and words follow. */
const REST = 250;

/** The state once the outputs have arrived. */
export interface Loaded {
  readonly outputs: RatedOutputs;
  readonly meter: AgreementMeter;
  readonly segments: readonly string[];
  /** With the variant's own parameters. */
  readonly baseline: Float64Array;
}

export class Ratings extends ViewState<State> {
  readonly about: About;
  /** Called when nothing has moved for a moment. */
  onRest: () => void = () => {};
  loaded: Loaded | null = null;
  /** With the parameters as they are now. */
  scored: Scored = { scores: new Float64Array(), best: new Uint8Array() };
  agreement: Agreement | null = null;
  /** The pair of outputs that is shown in full, and with which parameters. */
  pair: Pair | undefined;
  pairParameters: Parameters;
  /** Of each segment, as of the last rest. */
  worst: readonly (Pair | undefined)[] = [];
  /** The segments in which a pair is ordered otherwise than people do, the worst first. */
  order: readonly number[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Context<State>) {
    super(context);
    this.about = context.model.get("about");
    this.pairParameters = this.parameters;
    onChange(context, [...NUMBERS, "weights"], () => this.#score());
    onChange(context, ["across", "upward", "system"], () => this.changed());
    onChange(context, ["selected", "output"], () => this.#choosePair());
    context.signal.addEventListener("abort", () => clearTimeout(this.#rest));
    void this.#load();
  }

  /** The parameters as they are now. */
  get parameters(): Parameters {
    const own = this.about.parameters;
    const chosen = (name: NumberName): number | null => this.get(name) ?? own[name] ?? null;
    const weights = this.get("weights");
    return {
      ...own,
      alpha: chosen("alpha") ?? 0,
      beta: chosen("beta") ?? 0,
      gamma: chosen("gamma") ?? 0,
      delta: this.about.delta_possible ? chosen("delta") : null,
      weights: weights?.length === own.weights.length ? weights : own.weights,
    };
  }

  /** Whether they are the variant's own. */
  get isUntuned(): boolean {
    return JSON.stringify(this.parameters) === JSON.stringify(this.about.parameters);
  }

  /** Sets parameters by the names of sliders: numbers, and stages for their weights. */
  move(changes: Readonly<Record<string, number | null>>): void {
    const { parameters: own } = this.about;
    const { weights } = this.moved(changes, this.parameters);
    const same = weights.every((weight, stage) => weight === own.weights[stage]);
    const numbers = Object.entries(changes).filter(([name]) => !this.#isStage(name));
    const hasWeights = numbers.length < Object.keys(changes).length;
    this.set({
      ...Object.fromEntries(numbers),
      ...(hasWeights ? { weights: same ? null : weights } : {}),
    } as Partial<State>);
  }

  /** Parameters with some of them changed; null restores the variant's own. */
  moved(changes: Readonly<Record<string, number | null>>, parameters: Parameters): Parameters {
    const { stages, parameters: own } = this.about;
    const weights = stages.map((stage, index) => {
      const value = stage in changes ? changes[stage] : parameters.weights[index];
      return value ?? own.weights[index] ?? 1;
    });
    const numbers = Object.entries(changes).filter(([name]) => !this.#isStage(name));
    return { ...parameters, ...Object.fromEntries(numbers), weights };
  }

  /** A parameter's value by the name of its slider. */
  parameter(name: string, parameters = this.parameters): number | null {
    const stage = this.about.stages.indexOf(name);
    return stage === -1
      ? (parameters[name as NumberName] ?? null)
      : (parameters.weights[stage] ?? 1);
  }

  /** The name of a segment. */
  nameOf(segment: number): string {
    return this.loaded?.segments[segment] ?? "";
  }

  /** The name of an output's system. */
  systemOf(output: number): string {
    return this.about.systems[this.loaded?.outputs.data.system[output] ?? -1] ?? "";
  }

  /** The segment that is shown in full; by itself, the first of the table. */
  get segment(): number | null {
    return this.get("selected") ?? this.order[0] ?? null;
  }

  #isStage(name: string): boolean {
    return this.about.stages.includes(name);
  }

  async #load(): Promise<void> {
    try {
      const answer = await this.context.request("outputs");
      const head = jsonFrom<Head>(answer);
      const [segment, system, rating, ...columns] = answer.buffers.slice(1).map(bytesFrom);
      const references = head.references.map((layout): ReferenceColumns => {
        const named = layout.map(([name, type]) => {
          return [name, new TYPES[type](columns.shift() as ArrayBuffer)] as const;
        });
        const { there, ...counts } = Object.fromEntries(named);
        return { there: there as Uint8Array, counts };
      });
      const data = {
        segment: new Int32Array(segment as ArrayBuffer),
        system: new Int32Array(system as ArrayBuffer),
        rating: new Float64Array(rating as ArrayBuffer),
        references,
      };
      const { stages, parameters } = this.about;
      const outputs = new RatedOutputs(data, stages, parameters.waive_perfect);
      const meter = new AgreementMeter(outputs);
      const baseline = outputs.scored(parameters).scores;
      meter.compareWith(baseline);
      this.loaded = { outputs, meter, segments: head.segments, baseline };
      this.#score();
      this.#follow();
    } catch (error) {
      this.onError(error);
    }
  }

  #score(): void {
    if (this.loaded !== null) {
      const { outputs, meter } = this.loaded;
      this.scored = outputs.scored(this.parameters);
      this.agreement = meter.measure(this.scored.scores, this.isUntuned);
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#follow(), REST);
      this.changed();
    }
  }

  /** Tables follow when nothing moves any more: rows that jump about cannot be read. */
  #follow(): void {
    if (this.loaded === null) {
      return;
    }
    clearTimeout(this.#rest);
    const worst = disagreements(this.loaded.outputs, this.scored.scores);
    this.worst = worst;
    const size = (segment: number): number => worst[segment]?.size ?? 0;
    this.order = [...worst.keys()]
      .filter((segment) => size(segment) > 0)
      .sort((one, other) => size(other) - size(one) || one - other);
    this.#choosePair();
    this.onRest();
  }

  #choosePair(): void {
    const { segment, loaded } = this;
    if (loaded !== null && segment !== null) {
      const { outputs } = loaded;
      const output = this.get("output");
      const isHere = output !== null && outputs.data.segment[output] === segment;
      this.pair = worstPair(outputs, this.scored.scores, segment, isHere ? output : null);
      this.pairParameters = this.parameters;
    }
    this.changed();
  }
}

const TYPES = { uint8: Uint8Array, uint16: Uint16Array, int32: Int32Array } as const;
