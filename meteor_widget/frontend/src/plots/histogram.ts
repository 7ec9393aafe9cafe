/** How a measure is distributed: over all rows, and over those that the filters leave. */

import { html, svg } from "../dom";
import type { Bounds, Column } from "../table/table_model";
import { axisBelow, axisBeside, boundsOf, edgesOf, HEIGHT, MARGIN, plane } from "./axes";
import { type Edges, onDrag, RangeHandles, snap } from "./range_handles";
import {
  type Bins,
  binned,
  binsFor,
  binsOf,
  edge,
  everyRow,
  type Kind,
  type Scale,
  toPixel,
  toValue,
} from "./scale";

export interface HistogramData {
  readonly title: string;
  readonly kind: Kind;
  readonly column: Column;
  /** Rows from 0. */
  readonly size: number;
  /** Those that the filters leave. */
  readonly shown: Uint32Array;
  /** Of the filter on this measure. */
  readonly bounds: Bounds;
}

export class Histogram {
  /** Called when a person brushes; null for no filter. */
  onBrush: (bounds: Bounds | null) => void = () => {};
  readonly #picture = svg("svg", { class: "mtr-plot-picture", height: HEIGHT });
  readonly #back = svg("g", { "aria-hidden": "true" });
  readonly #area = svg("rect", { class: "mtr-plot-area" });
  readonly #handles: RangeHandles;
  readonly #figure: HTMLElement;
  readonly #table = html("table");
  #data: HistogramData | null = null;
  #scale: Scale | null = null;
  #bins: Bins = binsFor("share", 1);
  #all: { column: Column; size: number; counts: Uint32Array } | null = null;

  constructor(element: HTMLElement, signal: AbortSignal) {
    this.#handles = new RangeHandles(this.#picture, signal, (edges) => this.#brushed(edges));
    this.#picture.append(this.#back, this.#area, this.#handles.element);
    this.#figure = html(
      "div",
      { class: "mtr-plot", role: "group" },
      html("div", { class: "mtr-hidden" }, this.#table),
    );
    this.#figure.append(this.#picture);
    element.append(this.#figure);
    const range = (from: number, to: number): Edges => [Math.min(from, to), Math.max(from, to)];
    onDrag(
      this.#area,
      this.#picture,
      signal,
      (from, to) => this.#brushed(range(this.#near(from.x), this.#near(to.x))),
      (from, _, dragged) => !dragged && this.#clicked(from.x),
    );
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(this.#figure);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  draw(data: HistogramData): void {
    this.#data = data;
    this.#draw();
  }

  #draw(): void {
    const data = this.#data;
    const width = this.#figure.clientWidth;
    if (data === null || width === 0) {
      return;
    }
    const all = this.#binAll(data);
    const shown = binned(this.#bins, data.column, data.shown);
    const whole = this.#whole();
    const { x, y } = plane(width, whole, [0, Math.max(1, ...all)]);
    this.#scale = x;
    this.#picture.setAttribute("width", String(width));
    this.#back.replaceChildren(
      axisBeside(y, x, "whole", "segments"),
      ...[...all].map((count, bin) => this.#bar(x, y, bin, count, "mtr-bar-all")),
      ...[...shown].map((count, bin) => this.#bar(x, y, bin, count, "mtr-bar")),
      axisBelow(x, data.kind, data.title),
    );
    this.#cover(x);
    this.#handles.draw({
      scale: x,
      step: this.#bins.step,
      vertical: false,
      across: [MARGIN.top, HEIGHT - MARGIN.bottom],
      edges: edgesOf(data.bounds, whole, data.kind),
      label: data.title,
    });
    this.#describe(data, all, shown);
  }

  /** The bars of all rows, which filters leave as they are. */
  #binAll(data: HistogramData): Uint32Array {
    const { column, size } = data;
    if (this.#all === null || this.#all.column !== column || this.#all.size !== size) {
      this.#bins = binsOf(data.kind, column, size);
      this.#all = { column, size, counts: binned(this.#bins, column, everyRow(size)) };
    }
    return this.#all.counts;
  }

  #bar(x: Scale, y: Scale, bin: number, count: number, kind: string): SVGElement {
    const left = toPixel(x, edge(this.#bins, bin));
    const right = toPixel(x, edge(this.#bins, bin + 1));
    const top = toPixel(y, count);
    const width = Math.max(1, right - left - 1);
    return svg("rect", { class: kind, x: left + 0.5, y: top, width, height: y.start - top });
  }

  #cover(x: Scale): void {
    this.#area.setAttribute("x", String(x.start));
    this.#area.setAttribute("y", String(MARGIN.top));
    this.#area.setAttribute("width", String(x.end - x.start));
    this.#area.setAttribute("height", String(HEIGHT - MARGIN.top - MARGIN.bottom));
  }

  /** For screen readers: the same in numbers. */
  #describe(data: HistogramData, all: Uint32Array, shown: Uint32Array): void {
    this.#figure.setAttribute("aria-label", `Histogram: segments by ${data.title}`);
    const row = (cell: "th" | "td", ...texts: readonly string[]): HTMLElement =>
      html("tr", {}, ...texts.map((text) => html(cell, {}, text)));
    this.#table.replaceChildren(
      html("caption", {}, `Segments by ${data.title}`),
      row("th", "from", "below", "all", "shown"),
      ...[...all].flatMap((count, bin) => {
        const edges = [edge(this.#bins, bin), edge(this.#bins, bin + 1), count, shown[bin] ?? 0];
        return count === 0 ? [] : [row("td", ...edges.map(String))];
      }),
    );
  }

  #whole(): Edges {
    return [this.#bins.low, edge(this.#bins, this.#bins.count)];
  }

  #near(pixel: number): number {
    return this.#scale === null
      ? 0
      : snap(toValue(this.#scale, pixel), this.#scale, this.#bins.step);
  }

  /** A click chooses one bar, or takes the filter away where there is one. */
  #clicked(pixel: number): void {
    const [low, high] = this.#data?.bounds ?? [null, null];
    if (low !== null || high !== null) {
      this.onBrush(null);
      return;
    }
    const { step } = this.#bins;
    const left = this.#near(pixel - this.#pixels(step) / 2);
    this.#brushed([left, left + step]);
  }

  #pixels(step: number): number {
    return this.#scale === null
      ? 0
      : toPixel(this.#scale, this.#scale.low + step) - this.#scale.start;
  }

  #brushed([low, high]: Edges): void {
    if (this.#data !== null && high > low) {
      this.onBrush(boundsOf([low, Number(high.toPrecision(12))], this.#whole(), this.#data.kind));
    }
  }
}
