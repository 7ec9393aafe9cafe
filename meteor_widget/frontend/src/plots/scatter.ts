/** Two measures against each other, a point a row: all rows, and above them those shown. */

import { html, svg } from "../dom";
import type { Bounds, Column } from "../table/table_model";
import { axisBelow, axisBeside, boundsOf, edgesOf, HEIGHT, plane } from "./axes";
import { PointCanvas } from "./point_canvas";
import { type Edges, onDrag, type Point, RangeHandles, snap } from "./range_handles";
import {
  binsOf,
  edge,
  isBounded,
  type Kind,
  niceStep,
  type Scale,
  toPixel,
  toValue,
} from "./scale";

/** A measure on an axis, with the filter on it. */
export interface PlottedMeasure {
  readonly title: string;
  readonly kind: Kind;
  readonly column: Column;
  readonly bounds: Bounds;
}

export interface ScatterData {
  readonly x: PlottedMeasure;
  readonly y: PlottedMeasure;
  readonly size: number;
  readonly shown: Uint32Array;
  readonly selected: number | null;
  /** Whether a line shows where both measures are equal. */
  readonly diagonal?: boolean;
}

/** Milliseconds without a change after which the table for screen readers follows. */
const REST = 300;

/** Pixels within which a click finds a point. */
const REACH = 12;

export class Scatter {
  /** Called when a person brushes; null for no filter on that measure. */
  onBrush: (x: Bounds | null, y: Bounds | null) => void = () => {};
  /** Called when a person clicks at a point that is shown. */
  onPick: (row: number) => void = () => {};
  readonly #picture = svg("svg", { class: "mtr-plot-picture", height: HEIGHT });
  readonly #points = new PointCanvas();
  readonly #back = svg("g", { "aria-hidden": "true" });
  readonly #front = svg("g", { "aria-hidden": "true" });
  readonly #area = svg("rect", { class: "mtr-plot-area" });
  readonly #handles: { readonly x: RangeHandles; readonly y: RangeHandles };
  readonly #figure: HTMLElement;
  readonly #table = html("table");
  #data: ScatterData | null = null;
  #scales: { x: Scale; y: Scale } | null = null;
  #frame = 0;
  #describing: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, signal: AbortSignal) {
    this.#handles = {
      x: new RangeHandles(this.#picture, signal, (edges) => this.#brushed({ x: edges })),
      y: new RangeHandles(this.#picture, signal, (edges) => this.#brushed({ y: edges })),
    };
    const { x, y } = this.#handles;
    this.#picture.append(this.#back, this.#area, this.#front, x.element, y.element);
    this.#figure = html(
      "div",
      { class: "mtr-plot", role: "group" },
      html("div", { class: "mtr-hidden" }, this.#table),
      this.#points.element,
    );
    this.#figure.append(this.#picture);
    element.append(this.#figure);
    onDrag(
      this.#area,
      this.#picture,
      signal,
      (from, to) => this.#dragged(from, to),
      (from, _, dragged) => !dragged && this.#clicked(from),
    );
    this.#follow(signal);
  }

  draw(data: ScatterData): void {
    this.#data = data;
    this.#schedule();
  }

  /** Draws anew when the size or the theme changes. */
  #follow(signal: AbortSignal): void {
    const resized = new ResizeObserver(() => this.#schedule());
    resized.observe(this.#figure);
    const themed = new MutationObserver(() => this.#schedule());
    const root = this.#figure.closest(".mtr") ?? this.#figure;
    themed.observe(root, { attributes: true, attributeFilter: ["data-mtr-theme"] });
    signal.addEventListener("abort", () => {
      resized.disconnect();
      themed.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#describing);
    });
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
    const scales = plane(width, wholeOf(data.x, data.size), wholeOf(data.y, data.size));
    this.#scales = scales;
    this.#picture.setAttribute("width", String(width));
    this.#back.replaceChildren(
      axisBeside(scales.y, scales.x, data.y.kind, data.y.title),
      axisBelow(scales.x, data.x.kind, data.x.title),
      ...(data.diagonal ? [diagonalOf(scales)] : []),
    );
    this.#cover(scales);
    this.#points.draw(width, {
      x: { scale: scales.x, column: data.x.column },
      y: { scale: scales.y, column: data.y.column },
      size: data.size,
      shown: data.shown,
    });
    this.#front.replaceChildren(...this.#marks(data, scales));
    this.#drawHandles(data, scales);
    clearTimeout(this.#describing);
    this.#describing = setTimeout(() => this.#describe(data), REST);
  }

  #cover({ x, y }: { x: Scale; y: Scale }): void {
    const box = { x: x.start, y: y.end, width: x.end - x.start, height: y.start - y.end };
    for (const [name, value] of Object.entries(box)) {
      this.#area.setAttribute(name, String(value));
    }
  }

  /** The filtered rectangle and the selected row. */
  #marks({ x, y, size, selected }: ScatterData, scales: { x: Scale; y: Scale }): SVGElement[] {
    const marks: SVGElement[] = [];
    const [left, right] = edgesOf(x.bounds, wholeOf(x, size), x.kind);
    const [low, high] = edgesOf(y.bounds, wholeOf(y, size), y.kind);
    if ([...x.bounds, ...y.bounds].some((bound) => bound !== null)) {
      const [x1, x2] = [toPixel(scales.x, left), toPixel(scales.x, right)];
      const [y1, y2] = [toPixel(scales.y, high), toPixel(scales.y, low)];
      marks.push(
        svg("rect", { class: "mtr-brush", x: x1, y: y1, width: x2 - x1, height: y2 - y1 }),
      );
    }
    if (selected !== null && selected < size) {
      const cx = toPixel(scales.x, x.column[selected] as number);
      const cy = toPixel(scales.y, y.column[selected] as number);
      if (!Number.isNaN(cx + cy)) {
        marks.push(svg("circle", { class: "mtr-plot-selected", cx, cy, r: 5.5 }));
      }
    }
    return marks;
  }

  #drawHandles({ x, y, size }: ScatterData, scales: { x: Scale; y: Scale }): void {
    const { start, end } = scales.y;
    this.#handles.x.draw({
      scale: scales.x,
      step: stepOf(x, size),
      vertical: false,
      across: [start - 8, start + 8],
      edges: edgesOf(x.bounds, wholeOf(x, size), x.kind),
      label: x.title,
    });
    this.#handles.y.draw({
      scale: { ...scales.y, start, end },
      step: stepOf(y, size),
      vertical: true,
      across: [scales.x.start - 8, scales.x.start + 8],
      edges: edgesOf(y.bounds, wholeOf(y, size), y.kind),
      label: y.title,
    });
  }

  /** For screen readers: the mean of y in each fifth of x's range. */
  #describe({ x, y, size, shown }: ScatterData): void {
    this.#figure.setAttribute("aria-label", `Scatter plot: ${y.title} by ${x.title}`);
    const [least, most] = wholeOf(x, size);
    const step = niceStep(most - least, 5);
    const sums = new Map<number, { count: number; sum: number }>();
    for (const row of shown) {
      if (Number.isNaN(x.column[row]) || Number.isNaN(y.column[row])) {
        continue; // it has no place in the plot
      }
      const part = Math.floor((x.column[row] as number) / step);
      const { count, sum } = sums.get(part) ?? { count: 0, sum: 0 };
      sums.set(part, { count: count + 1, sum: sum + (y.column[row] as number) });
    }
    const line = (cell: "th" | "td", ...texts: readonly string[]): HTMLElement =>
      html("tr", {}, ...texts.map((text) => html(cell, {}, text)));
    this.#table.replaceChildren(
      html("caption", {}, `Mean ${y.title} of the segments shown, by ${x.title}`),
      line("th", `${x.title} from`, "below", "segments", `mean ${y.title}`),
      ...[...sums.entries()]
        .sort(([one], [other]) => one - other)
        .map(([part, { count, sum }]) =>
          line(
            "td",
            ...[part * step, (part + 1) * step, count].map(String),
            (sum / count).toFixed(3),
          ),
        ),
    );
  }

  #dragged(from: Point, to: Point): void {
    if (this.#data === null || this.#scales === null) {
      return;
    }
    const { x, y } = this.#scales;
    const range = (scale: Scale, one: number, other: number, step: number): Edges => {
      const ends = [toValue(scale, one), toValue(scale, other)].map((v) => snap(v, scale, step));
      return [Math.min(...ends), Math.max(...ends)];
    };
    this.#brushed({
      x: range(x, from.x, to.x, stepOf(this.#data.x, this.#data.size)),
      y: range(y, from.y, to.y, stepOf(this.#data.y, this.#data.size)),
    });
  }

  #brushed(edges: { readonly x?: Edges; readonly y?: Edges }): void {
    if (this.#data === null) {
      return;
    }
    const { x, y, size } = this.#data;
    const bounds = (measure: PlottedMeasure, chosen: Edges | undefined): Bounds | null => {
      const whole = wholeOf(measure, size);
      const [low, high] = chosen ?? edgesOf(measure.bounds, whole, measure.kind);
      return boundsOf([low, Math.max(high, low + stepOf(measure, size))], whole, measure.kind);
    };
    this.onBrush(bounds(x, edges.x), bounds(y, edges.y));
  }

  /** A click at a point selects it; beside all points it takes the filters away. */
  #clicked({ x, y }: Point): void {
    if (this.#data === null || this.#scales === null) {
      return;
    }
    const { shown } = this.#data;
    let nearest: number | null = null;
    let least = REACH;
    for (const row of shown) {
      const dx = toPixel(this.#scales.x, this.#data.x.column[row] as number) - x;
      const dy = toPixel(this.#scales.y, this.#data.y.column[row] as number) - y;
      const distance = Math.hypot(dx, dy);
      if (distance < least) {
        [nearest, least] = [row, distance];
      }
    }
    if (nearest === null) {
      this.onBrush(null, null);
    } else {
      this.onPick(nearest);
    }
  }
}

/** From corner to corner. */
function diagonalOf({ x, y }: { x: Scale; y: Scale }): SVGElement {
  return svg("line", { class: "mtr-diagonal", x1: x.start, y1: y.start, x2: x.end, y2: y.end });
}

/** From 0 or -1 to 1, or to beyond the greatest number. */
function wholeOf({ kind, column }: PlottedMeasure, size: number): Edges {
  if (isBounded(kind)) {
    return [kind === "share" ? 0 : -1, 1];
  }
  const bins = binsOf(kind, column, size);
  return [bins.low, edge(bins, bins.count)];
}

function stepOf({ kind, column }: PlottedMeasure, size: number): number {
  return isBounded(kind) ? 0.025 : binsOf(kind, column, size).step;
}
