/** All differences in order of size: who wins how often, and by how much. Brushing filters. */

import { html, svg } from "../../dom";
import { axisBeside, boundsOf, edgesOf, HEIGHT, MARGIN, plane } from "../../plots/axes";
import { type Edges, onDrag, RangeHandles } from "../../plots/range_handles";
import { type Scale, toPixel, toValue } from "../../plots/scale";
import { shortened } from "../../segments/wording";
import type { Bounds } from "../../table/table_model";
import { sortedDifferences, tally } from "./wording";

export interface DifferenceData {
  readonly differences: Float64Array;
  readonly size: number;
  readonly bounds: Bounds;
  /** The meaning of positive: "right better". */
  readonly names: readonly [left: string, right: string];
}

const STEP = 0.01;

export class DifferencePlot {
  /** Called when a person brushes; null for no filter. */
  onBrush: (bounds: Bounds | null) => void = () => {};
  readonly element: HTMLElement;
  readonly #picture = svg("svg", { class: "mtr-plot-picture", height: HEIGHT });
  readonly #back = svg("g", { "aria-hidden": "true" });
  readonly #area = svg("rect", { class: "mtr-plot-area", y: MARGIN.top });
  readonly #handles: RangeHandles;
  #data: DifferenceData | null = null;
  #sorted: Float64Array = new Float64Array();
  #scales: { readonly x: Scale; readonly y: Scale } | null = null;

  constructor(signal: AbortSignal) {
    this.#handles = new RangeHandles(this.#picture, signal, (edges) => this.#brushed(edges));
    this.#picture.append(this.#back, this.#area, this.#handles.element);
    this.element = html("div", { class: "mtr-plot", role: "group" });
    this.element.append(this.#picture);
    onDrag(
      this.#area,
      this.#picture,
      signal,
      (from, to) => this.#brushed(this.#between(from.x, to.x)),
      (_, __, dragged) => !dragged && this.onBrush(null),
    );
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(this.element);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  draw(data: DifferenceData): void {
    if (this.#data?.differences !== data.differences || this.#data.size !== data.size) {
      this.#sorted = sortedDifferences(data.differences, data.size);
    }
    this.#data = data;
    this.#draw();
  }

  #draw(): void {
    const width = this.element.clientWidth;
    const data = this.#data;
    if (data === null || width === 0 || data.size === 0) {
      return;
    }
    const whole = this.#whole();
    const scales = plane(width, [0, data.size], whole);
    this.#scales = scales;
    const { x, y } = scales;
    const [low, high] = edgesOf(data.bounds, whole, "share");
    this.#picture.setAttribute("width", String(width));
    this.#area.setAttribute("x", String(x.start));
    this.#area.setAttribute("width", String(x.end - x.start));
    this.#area.setAttribute("height", String(y.start - y.end));
    const short = data.names.map((name) => shortened(name));
    this.#back.replaceChildren(
      axisBeside(y, x, "share", `difference: ${short[1]} less ${short[0]}`),
      ...this.#bars(x, y, low, high),
      svg("line", {
        class: "mtr-compare-zero",
        x1: x.start,
        x2: x.end,
        y1: toPixel(y, 0),
        y2: toPixel(y, 0),
      }),
      ...this.#words(x, y),
    );
    this.#handles.draw({
      scale: y,
      step: STEP,
      vertical: true,
      across: [x.start - 8, x.start + 8],
      edges: [low, high],
      label: "difference",
    });
    const { better, worse, level } = tally(this.#sorted);
    this.element.setAttribute(
      "aria-label",
      `Sorted differences: ${data.names[1]} better in ${better}, ${data.names[0]} better in ` +
        `${worse}, equal in ${level} segments`,
    );
  }

  /** A column of pixels holds the segments of its ranks; those outside the filter are faint. */
  #bars(x: Scale, y: Scale, low: number, high: number): SVGElement[] {
    const columns = Math.min(Math.floor(x.end - x.start), this.#sorted.length);
    const width = (x.end - x.start) / columns;
    const zero = toPixel(y, 0);
    return Array.from({ length: columns }, (_, column) => {
      const rank = Math.floor(((column + 0.5) * this.#sorted.length) / columns);
      const value = this.#sorted[rank] as number;
      const top = toPixel(y, value);
      const kind = value > 0 ? "mtr-compare-bar-up" : "mtr-compare-bar-down";
      return svg("rect", {
        class: value >= low && value <= high ? kind : `${kind} mtr-compare-bar-out`,
        x: x.start + column * width,
        y: Math.min(top, zero),
        width: Math.max(width - (width > 4 ? 1 : 0), 0.6),
        height: Math.abs(top - zero),
      });
    });
  }

  /** How many segments each system is better in; one below the other where there is no room. */
  #words(x: Scale, y: Scale): SVGElement[] {
    const { better, worse, level } = tally(this.#sorted);
    const [left = "", right = ""] = this.#data?.names.map((name) => shortened(name)) ?? [];
    const text = (kind: string, at: number, down: number, words: string): SVGElement => {
      const anchor = at === x.start ? "start" : "end";
      return svg("text", { class: kind, x: at, y: y.start + down, "text-anchor": anchor }, words);
    };
    const equal = level === 0 ? "" : ` (equal: ${level})`;
    const [won, lost] = [`▲ ${right} better: ${better}${equal}`, `▼ ${left} better: ${worse}`];
    const narrow = 7 * (won.length + lost.length) > x.end - x.start;
    return [
      text("mtr-compare-up", x.start, 16, won),
      text("mtr-compare-down", x.end, narrow ? 32 : 16, lost),
    ];
  }

  #whole(): Edges {
    const most = Math.max(Math.abs(this.#sorted[0] ?? 0), Math.abs(this.#sorted.at(-1) ?? 0));
    const edge = Math.max(0.05, Math.ceil(most * 20) / 20);
    return [-edge, edge];
  }

  /** The differences between two places. */
  #between(from: number, to: number): Edges {
    if (this.#scales === null) {
      return this.#whole();
    }
    const { x } = this.#scales;
    const last = this.#sorted.length - 1;
    const [one, other] = [from, to].map((pixel) => {
      const rank = Math.min(Math.max(Math.floor(toValue(x, pixel)), 0), last);
      return this.#sorted[rank] as number;
    }) as [number, number];
    return [Math.min(one, other), Math.max(one, other)];
  }

  #brushed(edges: Edges): void {
    this.onBrush(boundsOf(edges, this.#whole(), "share"));
  }
}
