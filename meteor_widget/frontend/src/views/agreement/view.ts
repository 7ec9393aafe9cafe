/** A metric and people's ratings: how far they agree, while the parameters are moved. */

import { html } from "../../dom";
import { jsonAnswer } from "../../host/bytes";
import type { Answer, Context, View } from "../../host/model";
import { signatureWith } from "../../scoring/signature";
import { answerOf, type PageBlocks, pageRows } from "../../segments/page_answers";
import { problemOf } from "../../segments/view_state";
import { counted, segments } from "../../segments/wording";
import { HeatMap } from "./heat_map";
import { OutputTable } from "./output_table";
import { outputsOf, RatingPlot } from "./rating_plot";
import { Ratings, type State } from "./ratings";
import { ShownPair } from "./shown_pair";
import { Sliders } from "./sliders";
import { Systems } from "./systems";
import { Verdict } from "./verdict";
import { plain } from "./wording";
import { WorstSegments } from "./worst_segments";

export const agreementView: View<State> = {
  render(context: Context<State>): void {
    const ratings = new Ratings(context);
    const verdict = new Verdict(ratings);
    const sliders = new Sliders(ratings);
    const map = new HeatMap(ratings);
    const plot = new Plot(ratings);
    const systems = new Systems(ratings);
    const list = new WorstSegments(ratings);
    const pair = new ShownPair(ratings);
    const table = new OutputTable(ratings);
    const explanation = new Explanation(ratings);
    pair.steps.onMove = (by) => list.move(by);
    context.element.append(
      html(
        "div",
        { class: "mtr-segments mtr-agreement" },
        verdict.element,
        problemOf(ratings),
        html("div", { class: "mtr-agree-sides" }, sliders.element, map.element),
        html("div", { class: "mtr-agree-sides" }, plot.element, systems.element),
        html("div", { class: "mtr-agree-worst" }, list.element, pair.element),
        table.element,
        explanation.element,
      ),
    );
    ratings.onUpdate = () => {
      for (const part of [verdict, sliders, map, plot, systems, list, pair, explanation]) {
        part.update();
      }
    };
    ratings.onRest = () => {
      verdict.rest();
      table.update();
    };
    ratings.onUpdate();
  },

  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, parameters),
};

/** Ratings by scores; the outputs of one system are highlighted. */
class Plot {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #plot: RatingPlot;
  #shown: { readonly system: string; readonly outputs: Uint32Array } | null = null;

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    this.#plot = new RatingPlot(ratings.context);
    this.#plot.onPick = (output) =>
      ratings.set({ selected: ratings.loaded?.outputs.data.segment[output] ?? null, output });
    this.#plot.describe = (output) => this.#describe(output);
    this.element = html("section", {}, html("h3", {}, "Ratings by score"), this.#plot.element);
    this.element.hidden = ratings.about.judgements;
  }

  update(): void {
    const { loaded, scored, about, pair } = this.#ratings;
    if (loaded === null || about.judgements) {
      return;
    }
    const system = this.#ratings.get("system");
    const { data } = loaded.outputs;
    if (this.#shown?.system !== system) {
      this.#shown = { system, outputs: outputsOf(data.system, about.systems.indexOf(system)) };
    }
    this.#plot.draw({
      scores: scored.scores,
      ratings: data.rating,
      shown: this.#shown.outputs,
      marked: pair === undefined ? [] : [pair.better, pair.worse],
    });
  }

  #describe(output: number): string {
    const { loaded, scored } = this.#ratings;
    const { segment, rating } = loaded?.outputs.data ?? { segment: [], rating: [] };
    const score = (scored.scores[output] ?? 0).toFixed(4);
    return (
      `${this.#ratings.systemOf(output)}, segment ` +
      `${this.#ratings.nameOf(segment[output] ?? 0)}: rated ${plain(rating[output] ?? 0)}, ` +
      `scored ${score}`
    );
  }
}

/** How the intervals are made, and what makes the scores reproducible. */
class Explanation {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #signature = html("code");
  readonly #samples = html("p");

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    this.element = html(
      "div",
      { class: "mtr-agree-explanation" },
      this.#samples,
      html("div", { class: "mtr-signature" }, this.#signature),
    );
  }

  update(): void {
    const { loaded, about, parameters } = this.#ratings;
    const samples = counted(loaded?.meter.samples.count ?? 0);
    this.#samples.textContent =
      `Intervals hold 95 % of the values in ${samples} samples of ${segments(about.segments)}, ` +
      "drawn with replacement, the same for all parameters. A tie of scores counts one half.";
    this.#signature.textContent = signatureWith(about.signature, parameters);
  }
}

/** What Python writes; the rows of the table are outputs. */
interface PageData extends PageBlocks {
  /** How many buffers are columns. */
  readonly columns: number;
}

function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: object,
): Promise<Answer> {
  const rows = pageRows(data, buffers, data.columns);
  const answers = {
    outputs: () => ({ result: null, buffers: buffers.slice(0, data.columns) }),
    texts: async ({ outputs }: { outputs: readonly number[] }) =>
      jsonAnswer(await rows.texts(outputs)),
    pictures: async ({ outputs }: { outputs: readonly number[] }) =>
      jsonAnswer(await Promise.all(outputs.map((output) => rows.picture(output)))),
  };
  return answerOf(answers, name, parameters);
}
