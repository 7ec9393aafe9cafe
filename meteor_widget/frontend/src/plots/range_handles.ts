/** Two handles on an axis, for the mouse and the keyboard: the ends of a range. */

import { svg } from "../dom";
import { type Scale, toPixel, toValue } from "./scale";

/** Least and greatest of a range on a scale. */
export type Edges = readonly [low: number, high: number];

export interface RangeAxis {
  readonly scale: Scale;
  /** What the handles snap to. */
  readonly step: number;
  readonly vertical: boolean;
  /** Where the other axis begins and ends, in pixels. */
  readonly across: readonly [from: number, to: number];
  /** Of the range; the whole scale without a range. */
  readonly edges: Edges;
  /** What the handles mean, for screen readers: "score". */
  readonly label: string;
}

/** Steps that Page Up and Page Down go. */
const PAGE = 5;

export class RangeHandles {
  readonly element = svg("g", { class: "mtr-handles" });
  readonly #handles: readonly [SVGGElement, SVGGElement] = [handle(), handle()];
  readonly #changed: (edges: Edges) => void;
  #axis: RangeAxis | null = null;

  /** @param frame the element whose pixels the scale has. */
  constructor(frame: Element, signal: AbortSignal, changed: (edges: Edges) => void) {
    this.#changed = changed;
    this.element.append(...this.#handles);
    this.#handles.forEach((element, end) => {
      const follow = (_: unknown, to: { x: number; y: number }): void => {
        if (this.#axis !== null) {
          const { scale, vertical } = this.#axis;
          this.#move(end, toValue(scale, vertical ? to.y : to.x));
        }
      };
      onDrag(element, frame, signal, follow, () => {});
      element.addEventListener("keydown", (event) => this.#pressed(end, event), { signal });
    });
  }

  draw(axis: RangeAxis): void {
    this.#axis = axis;
    this.#handles.forEach((element, end) => {
      place(element, axis, end);
    });
  }

  #pressed(end: number, event: KeyboardEvent): void {
    if (this.#axis === null || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { scale, step, edges } = this.#axis;
    const here = edges[end] as number;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: here + step,
      ArrowUp: here + step,
      ArrowLeft: here - step,
      ArrowDown: here - step,
      PageUp: here + PAGE * step,
      PageDown: here - PAGE * step,
      Home: scale.low,
      End: scale.high,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      this.#move(end, target);
    } else if (event.key === "Escape" || event.key === "Delete") {
      this.#changed([scale.low, scale.high]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Moves one end, as far as the other lets it. */
  #move(end: number, value: number): void {
    if (this.#axis === null) {
      return;
    }
    const { scale, step, edges } = this.#axis;
    const snapped = snap(value, scale, step);
    const [low, high] = edges;
    const moved: Edges =
      end === 0 ? [Math.min(snapped, high - step), high] : [low, Math.max(snapped, low + step)];
    if (moved[0] !== low || moved[1] !== high) {
      const edges: Edges = [snap(moved[0], scale, step), snap(moved[1], scale, step)];
      this.draw({ ...this.#axis, edges }); // the next key goes on from here
      this.#changed(edges);
    }
  }
}

/** The nearest step on a scale. */
export function snap(value: number, { low, high }: Scale, step: number): number {
  const nearest = Number((Math.round((value - low) / step) * step + low).toPrecision(12));
  return Math.min(Math.max(nearest, low), high);
}

function handle(): SVGGElement {
  return svg(
    "g",
    { class: "mtr-handle", role: "slider", tabindex: 0 },
    svg("rect", { class: "mtr-handle-area" }),
    svg("line", { class: "mtr-handle-line" }),
    svg("rect", { class: "mtr-handle-grip", rx: 3 }),
  );
}

function place(element: SVGGElement, axis: RangeAxis, end: number): void {
  const { scale, vertical, across, edges, label } = axis;
  const value = edges[end] as number;
  const at = toPixel(scale, value);
  const [from, to] = across;
  const [area, line, grip] = element.children as unknown as [SVGElement, SVGElement, SVGElement];
  const box = (along: number, thick: number, start: number, length: number): object =>
    vertical
      ? { x: start, y: along - thick / 2, width: length, height: thick }
      : { x: along - thick / 2, y: start, width: thick, height: length };
  set(area, box(at, 14, Math.min(from, to), Math.abs(to - from)));
  set(line, vertical ? { x1: from, x2: to, y1: at, y2: at } : { x1: at, x2: at, y1: from, y2: to });
  set(grip, box(at, 7, (from + to) / 2 - 9, 18));
  set(element, {
    "aria-label": `${end === 0 ? "least" : "greatest"} ${label}`,
    "aria-orientation": vertical ? "vertical" : "horizontal",
    "aria-valuemin": scale.low,
    "aria-valuemax": scale.high,
    "aria-valuenow": value,
  });
  element.classList.toggle("mtr-handle-open", value === (end === 0 ? scale.low : scale.high));
}

function set(element: Element, attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels below which a drag is a click. */
const STILL = 4;

/** Calls back while a person drags; `ended` says whether the pointer moved at all. */
export function onDrag(
  target: Element,
  frame: Element,
  signal: AbortSignal,
  moved: (from: Point, to: Point) => void,
  ended: (from: Point, to: Point, dragged: boolean) => void,
): void {
  let from: Point | null = null;
  let dragged = false;
  const point = (event: PointerEvent): Point => {
    const box = frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const listen = (type: string, callback: (event: PointerEvent) => void): void => {
    target.addEventListener(type, callback as EventListener, { signal });
  };
  listen("pointerdown", (event) => {
    if (event.button === 0) {
      from = point(event);
      dragged = false;
      target.setPointerCapture(event.pointerId);
      event.stopPropagation();
    }
  });
  listen("pointermove", (event) => {
    if (from !== null) {
      const to = point(event);
      dragged ||= Math.hypot(to.x - from.x, to.y - from.y) >= STILL;
      if (dragged) {
        moved(from, to);
      }
    }
  });
  listen("pointerup", (event) => {
    if (from !== null) {
      ended(from, point(event), dragged);
      from = null;
    }
  });
  listen("pointercancel", () => {
    from = null;
  });
}
