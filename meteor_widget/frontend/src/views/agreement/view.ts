/** A metric and people's ratings: how far they agree, while the parameters are moved. */

import { html } from "../../dom";
import type { Context, View } from "../../host/model";
import { problemOf } from "../../segments/problem";
import { type PageData, pageAnswer } from "./page_answers";
import { outputsOf, RatingPlot } from "./rating_plot";
import { Ratings, type State } from "./ratings";
import { Sliders } from "./sliders";
import { Verdict } from "./verdict";
import { plain } from "./wording";

export const agreementView: View<State> = {
  render(context: Context<State>): void {
    const ratings = new Ratings(context);
    const verdict = new Verdict(ratings);
    const sliders = new Sliders(ratings);
    const plot = new Plot(ratings);
    context.element.append(
      html(
        "div",
        { class: "mtr-segments mtr-agreement" },
        verdict.element,
        problemOf(ratings),
        html("div", { class: "mtr-agreement-sides" }, sliders.element),
        plot.element,
      ),
    );
    ratings.onUpdate = () => {
      for (const part of [verdict, sliders, plot]) {
        part.update();
      }
    };
    ratings.onRest = () => {
      verdict.rest();
    };
    ratings.onUpdate();
  },

  answer: (data, buffers, name, parameters) =>
    pageAnswer(data as PageData, buffers, name, parameters),
};

/** Ratings by scores; the outputs of one system stand out. */
class Plot {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #plot: RatingPlot;
  #shown: { readonly system: string; readonly outputs: Uint32Array } | null = null;

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    this.#plot = new RatingPlot(ratings.context.signal);
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
    const { loaded, scored, about } = this.#ratings;
    if (loaded === null) {
      return "";
    }
    const { system, segment, rating } = loaded.outputs.data;
    const name = about.systems[system[output] as number] ?? "";
    const number = loaded.segments[segment[output] as number] ?? "";
    const score = (scored.scores[output] as number).toFixed(4);
    return `${name}, segment ${number}: rated ${plain(rating[output] as number)}, scored ${score}`;
  }
}
