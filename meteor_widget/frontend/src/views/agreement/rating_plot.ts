/** Ratings by scores: a point each, of which one can be picked. */

import { fill, html, svg } from "../../dom";
import type { Context } from "../../host/model";
import { axisBelow, axisBeside, HEIGHT, MARGIN, plane } from "../../plots/axes";
import { PointCanvas } from "../../plots/point_canvas";
import type { Edges } from "../../plots/range_handles";
import { everyRow, niceStep, type Scale, toPixel } from "../../plots/scale";

export interface RatingPlotData {
  readonly scores: Float64Array;
  readonly ratings: Float64Array;
  /** Highlighted outputs. */
  readonly shown: Uint32Array;
  /** Outputs that are shown in full. */
  readonly marked: readonly number[];
}

/** Pixels within which the pointer finds a point. */
const REACH = 12;

export class RatingPlot {
  readonly element: HTMLElement;
  /** Called when a person picks an output. */
  onPick: (output: number) => void = () => {};
  /** Says what an output is. */
  describe: (output: number) => string = () => "";
  readonly #points = new PointCanvas();
  readonly #picture = svg("svg", { class: "mtr-plot-picture", height: HEIGHT });
  readonly #back = svg("g", { "aria-hidden": "true" });
  readonly #front = svg("g", { "aria-hidden": "true" });
  readonly #area = svg("rect", { class: "mtr-plot-area" });
  readonly #figure: HTMLElement;
  readonly #caption = html("p", { class: "mtr-agree-caption", role: "status" });
  #data: RatingPlotData | null = null;
  #scales: { readonly x: Scale; readonly y: Scale } | null = null;
  #frame = 0;
  /** The output under the pointer or the keyboard. */
  #at: number | null = null;

  constructor({ signal, element: root }: Pick<Context<object>, "signal" | "element">) {
    this.#picture.append(this.#back, this.#area, this.#front);
    this.#figure = html(
      "div",
      {
        class: "mtr-plot",
        tabindex: 0,
        role: "application",
        "aria-roledescription": "scatter plot",
        "aria-label":
          "Ratings by scores: left and right go by score, up and down by rating, Enter shows one",
      },
      this.#points.element,
    );
    this.#figure.append(this.#picture);
    this.element = html("div", {}, this.#figure, this.#caption);
    this.#listen(signal, root);
  }

  draw(data: RatingPlotData): void {
    this.#data = data;
    this.#schedule();
  }

  #listen(signal: AbortSignal, root: HTMLElement): void {
    const options = { signal };
    this.#area.addEventListener("pointermove", (event) => this.#go(this.#near(event)), options);
    this.#area.addEventListener("pointerleave", () => this.#go(null), options);
    this.#area.addEventListener("click", (event) => this.#pick(this.#near(event)), options);
    this.#figure.addEventListener("keydown", (event) => this.#pressed(event), options);
    this.#figure.addEventListener("blur", () => this.#go(null), options);
    const resized = new ResizeObserver(() => this.#schedule());
    resized.observe(this.#figure);
    const themed = new MutationObserver(() => this.#schedule());
    signal.addEventListener("abort", () => {
      resized.disconnect();
      themed.disconnect();
      cancelAnimationFrame(this.#frame);
    });
    themed.observe(root, { attributes: true, attributeFilter: ["data-mtr-theme"] });
  }

  #schedule(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  #draw(): void {
    const data = this.#data;
    const width = this.#figure.clientWidth;
    if (data === null || width === 0) {
      return;
    }
    const { x, y } = plane(width, [0, 1], rangeOf(data.ratings));
    this.#scales = { x, y };
    this.#picture.setAttribute("width", String(width));
    this.#back.replaceChildren(
      axisBeside(y, x, "signed", "rating"),
      axisBelow(x, "share", "score"),
    );
    fill(this.#area, {
      x: x.start - 6,
      y: y.end - 6,
      width: x.end - x.start + 12,
      height: HEIGHT - MARGIN.bottom - y.end + 12,
    });
    this.#points.draw(width, {
      x: { scale: x, column: data.scores },
      y: { scale: y, column: data.ratings },
      size: data.scores.length,
      shown: data.shown,
    });
    this.#mark();
  }

  #mark(): void {
    if (this.#data === null || this.#scales === null) {
      return;
    }
    const { marked } = this.#data;
    const ring = (output: number, kind: string, r: number): SVGElement => {
      const { x, y } = this.#place(output);
      return svg("circle", { class: kind, cx: x, cy: y, r });
    };
    this.#front.replaceChildren(
      ...marked.map((output) => ring(output, "mtr-plot-selected", 5.5)),
      ...(this.#at === null ? [] : [ring(this.#at, "mtr-agree-at", 6.5)]),
    );
    const [words = ""] = this.#at === null ? marked : [this.#at];
    const said = words === "" ? "" : this.describe(words);
    if (this.#caption.textContent !== said) {
      this.#caption.textContent = said;
    }
  }

  #place(output: number): { readonly x: number; readonly y: number } {
    const { x, y } = this.#scales as { x: Scale; y: Scale };
    const { scores, ratings } = this.#data as RatingPlotData;
    return {
      x: toPixel(x, scores[output] as number),
      y: toPixel(y, ratings[output] as number),
    };
  }

  #near(event: MouseEvent): number | null {
    if (this.#data === null || this.#scales === null) {
      return null;
    }
    const box = this.#picture.getBoundingClientRect();
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    let nearest: number | null = null;
    let least = REACH;
    for (const output of this.#data.shown) {
      const { x, y } = this.#place(output);
      const distance = Math.hypot(x - left, y - top);
      if (distance < least) {
        [nearest, least] = [output, distance];
      }
    }
    return nearest;
  }

  #go(output: number | null): void {
    if (output !== this.#at) {
      this.#at = output;
      this.#mark();
    }
  }

  #pick(output: number | null): void {
    if (output !== null) {
      this.onPick(output);
    }
  }

  #pressed(event: KeyboardEvent): void {
    const data = this.#data;
    if (data === null || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const at = this.#at ?? data.marked[0] ?? null;
    if (event.key === "Enter" || event.key === " ") {
      this.#pick(at);
      event.preventDefault();
      return;
    }
    const way = WAYS[event.key];
    if (way === undefined) {
      return;
    }
    event.preventDefault();
    const numbers = way.by === "score" ? data.scores : data.ratings;
    const rows = data.shown.slice().sort((one, other) => {
      return (numbers[one] as number) - (numbers[other] as number) || one - other;
    });
    const place = at === null ? -1 : rows.indexOf(at);
    const next = place === -1 ? 0 : Math.min(Math.max(place + way.step, 0), rows.length - 1);
    this.#go(rows[next] ?? null);
  }
}

const WAYS: Readonly<Record<string, { readonly by: "score" | "rating"; readonly step: number }>> = {
  ArrowLeft: { by: "score", step: -1 },
  ArrowRight: { by: "score", step: 1 },
  ArrowUp: { by: "rating", step: 1 },
  ArrowDown: { by: "rating", step: -1 },
};

/** From a round number below the least to one above the greatest. */
export function rangeOf(numbers: Float64Array): Edges {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  if (!(most > least)) {
    const middle = Number.isFinite(least) ? least : 0;
    return [middle - 1, middle + 1];
  }
  const step = niceStep(most - least, 20);
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step + 0]; // not -0
}

/** The outputs of a system, or all. */
export function outputsOf(system: Int32Array, chosen: number): Uint32Array {
  const every = everyRow(system.length);
  return chosen === -1 ? every : every.filter((output) => system[output] === chosen);
}
