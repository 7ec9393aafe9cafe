/** The map of two parameters: coloured by accuracy, to drag on, or to go over by arrow keys. */

import { Choice, type Option, uniqueName } from "../../controls/choice";
import type { SliderOptions } from "../../controls/slider";
import { fill, html, svg } from "../../dom";
import { onDrag, type Point } from "../../plots/range_handles";
import { type Scale, ticks, toPixel, toValue } from "../../plots/scale";
import { type Cells, saveButton } from "../../segments/downloads";
import { bestCell, type Grid, MapOfTwo, settings } from "./map_of_two";
import type { Ratings, State } from "./ratings";
import { excludesZero } from "./resampling";
import { slidersOf } from "./sliders";
import { percent, plain, points } from "./wording";

const MARGIN = { left: 50, right: 14, top: 22, bottom: 40 } as const;
const HEIGHT = 270;

/** Milliseconds without a change of the other parameters after which the map follows. */
const DELAY = 120;

/** The difference of accuracy that has the fullest colour, at least. */
const FULL = 0.01;

type Axis = "across" | "upward";

export class HeatMap {
  readonly element: HTMLElement;
  readonly #ratings: Ratings;
  readonly #sliders: ReadonlyMap<string, SliderOptions>;
  readonly #map: MapOfTwo;
  readonly #choices: Readonly<Record<Axis, Choice>>;
  readonly #picture = svg("svg", { class: "mtr-agree-map", height: HEIGHT });
  readonly #cells = svg("g", { class: "mtr-agree-cells", "aria-hidden": "true" });
  readonly #pattern = uniqueName();
  /** The cells that may be chance. */
  readonly #chance = svg("path", { "aria-hidden": "true", fill: `url(#${this.#pattern})` });
  readonly #axes = svg("g", { "aria-hidden": "true" });
  readonly #area = svg("rect", { class: "mtr-plot-area" });
  readonly #marks = svg("g", { "aria-hidden": "true" });
  readonly #frame: HTMLElement;
  readonly #legend = html("p", { class: "mtr-agree-legend" });
  readonly #words = html("p", { class: "mtr-muted" });
  #scales: { readonly x: Scale; readonly y: Scale } | null = null;
  #drawn = "";

  constructor(ratings: Ratings) {
    this.#ratings = ratings;
    const { signal } = ratings.context;
    this.#sliders = slidersOf(ratings.about);
    this.#map = new MapOfTwo(signal);
    this.#map.onFill = () => this.#paint();
    const names: Option[] = [...this.#sliders].map(([value, { label }]) => ({ value, label }));
    const choose = (axis: Axis, label: string): Choice =>
      new Choice(label, names, signal, (name) => this.#choose(axis, name));
    this.#choices = { across: choose("across", "Across"), upward: choose("upward", "up") };
    this.#picture.append(
      hatching(this.#pattern),
      this.#cells,
      this.#chance,
      this.#axes,
      this.#area,
      this.#marks,
    );
    this.#frame = html("div", {
      class: "mtr-agree-map-frame",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "map of two parameters",
    });
    this.#frame.append(this.#picture);
    const save = saveButton("the map", "map.tsv", signal, () => this.#rows());
    this.element = html(
      "section",
      { class: "mtr-agree-heat" },
      html(
        "div",
        { class: "mtr-row" },
        html("h3", {}, "Pairwise accuracy"),
        this.#choices.across.element,
        this.#choices.upward.element,
      ),
      this.#frame,
      this.#legend,
      html("div", { class: "mtr-list-head" }, this.#words, save),
    );
    const follow = (_: Point, to: Point): void => this.#goTo(to);
    onDrag(this.#area, this.#picture, signal, follow, (from, to, dragged) =>
      this.#goTo(dragged ? to : from),
    );
    this.#frame.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(this.#frame);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  update(): void {
    const { loaded, parameters } = this.#ratings;
    for (const axis of ["across", "upward"] as const) {
      this.#choices[axis].show(this.#ratings.get(axis));
    }
    if (loaded === null) {
      return;
    }
    const { outputs, meter } = loaded;
    const [x, y] = [this.#options("across"), this.#options("upward")];
    const [across, upward] = [this.#ratings.get("across"), this.#ratings.get("upward")];
    const others = [...this.#sliders.keys()]
      .filter((name) => name !== across && name !== upward)
      .map((name) => this.#ratings.parameter(name));
    this.#map.show(
      {
        across: settings(x.least, x.most),
        upward: settings(y.least, y.most),
        key: JSON.stringify([across, upward, others]),
        measure: (one, other) => {
          const moved = this.#ratings.moved({ [across]: one, [upward]: other }, parameters);
          return meter.accuracy(outputs.scored(moved).scores);
        },
      },
      this.#map.grid === null ? 0 : DELAY,
    );
    this.#draw();
  }

  #options(axis: Axis): SliderOptions {
    const [first] = this.#sliders.values();
    return this.#sliders.get(this.#ratings.get(axis)) ?? (first as SliderOptions);
  }

  /** Choosing the parameter of the other axis swaps the two. */
  #choose(axis: Axis, name: string): void {
    const other = axis === "across" ? "upward" : "across";
    const swapped = name === this.#ratings.get(other);
    this.#ratings.set({
      [axis]: name,
      ...(swapped ? { [other]: this.#ratings.get(axis) } : {}),
    } as Partial<State>);
  }

  /** The axes and the places of the cells; only where they change. */
  #draw(): void {
    const width = Math.min(this.#frame.clientWidth, 560);
    const { grid } = this.#map;
    if (grid === null || width === 0) {
      return;
    }
    const [x, y] = [this.#options("across"), this.#options("upward")];
    const half = (ends: SliderOptions): number => (ends.most - ends.least) / 40;
    this.#scales = {
      x: {
        low: x.least - half(x),
        high: x.most + half(x),
        start: MARGIN.left,
        end: width - MARGIN.right,
      },
      y: {
        low: y.least - half(y),
        high: y.most + half(y),
        start: HEIGHT - MARGIN.bottom,
        end: MARGIN.top,
      },
    };
    const drawn = JSON.stringify([width, x.label, y.label]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#picture.setAttribute("width", String(width));
      this.#cells.replaceChildren(
        ...boxesOf(grid, this.#scales).map((box) => svg("path", { d: pathOf(box) })),
      );
      this.#axes.replaceChildren(...axesOf(x, y, this.#scales));
      const { x: across, y: upward } = this.#scales;
      fill(this.#area, {
        x: across.start,
        y: upward.end,
        width: across.end - across.start,
        height: upward.start - upward.end,
      });
      this.#paint();
    }
    this.#mark();
  }

  /** The colours of the cells, and the border of what may be chance. */
  #paint(): void {
    const { cells, grid } = this.#map;
    const { agreement } = this.#ratings;
    if (grid === null || this.#scales === null || agreement === null) {
      return;
    }
    const differences = cells.map((measured) => measured?.difference?.value ?? null);
    const full = Math.max(FULL, ...differences.map((one) => Math.abs(one ?? 0)));
    this.#cells.childNodes.forEach((node, cell) => {
      const difference = differences[cell] ?? null;
      (node as SVGElement).style.fill = difference === null ? "none" : colour(difference / full);
    });
    const isChance = cells.map((measured) => {
      const difference = measured?.difference ?? null;
      return difference !== null && !excludesZero(difference);
    });
    const boxes = boxesOf(grid, this.#scales);
    this.#chance.setAttribute(
      "d",
      boxes
        .filter((_, cell) => isChance[cell])
        .map(pathOf)
        .join(""),
    );
    this.#explain(full, isChance.includes(true));
  }

  #explain(full: number, hasChance: boolean): void {
    const { untuned } = this.#ratings.about;
    this.#legend.replaceChildren(
      points(-full, 1),
      html("span", { class: "mtr-agree-scale", "aria-hidden": "true" }),
      points(full, 1),
      html("span", {}, `than ${untuned} (+)`),
      ...(hasChance
        ? [
            html(
              "span",
              {},
              html("span", { class: "mtr-agree-hatched", "aria-hidden": "true" }),
              "not distinguishable from it",
            ),
          ]
        : []),
    );
    const best = this.#map.isFull ? bestCell(this.#map.cells) : null;
    const { grid } = this.#map;
    const words =
      best === null || grid === null
        ? "…"
        : `Highest ${percent(best.value)}, at ${this.#name("across")} ` +
          `${plain(grid.across[best.cell % grid.across.length] as number)}, ` +
          `${this.#name("upward")} ` +
          `${plain(grid.upward[Math.floor(best.cell / grid.across.length)] as number)}.`;
    this.#words.textContent = words;
    this.#frame.setAttribute("aria-label", `Pairwise accuracy; arrow keys move. ${words}`);
  }

  #rows(): Cells[] {
    const { cells, grid } = this.#map;
    const numbers = ["value", "low", "high"] as const;
    return [
      [
        this.#name("across"),
        this.#name("upward"),
        ...["accuracy", "low", "high", "difference", "difference_low", "difference_high"],
      ],
      ...cells.map((measured, cell) => [
        grid?.across[cell % grid.across.length] ?? "",
        grid?.upward[Math.floor(cell / grid.across.length)] ?? "",
        ...numbers.map((name) => measured?.value?.[name] ?? ""),
        ...numbers.map((name) => measured?.difference?.[name] ?? ""),
      ]),
    ];
  }

  #name(axis: Axis): string {
    return this.#ratings.get(axis);
  }

  /** Where the parameters are, and where the untuned variant's. */
  #mark(): void {
    const { about, parameters } = this.#ratings;
    const place = (of: typeof parameters): Point | null => {
      const [x, y] = [this.#name("across"), this.#name("upward")].map((name) =>
        this.#ratings.parameter(name, of),
      );
      return this.#scales === null || x == null || y == null
        ? null
        : { x: toPixel(this.#scales.x, x), y: toPixel(this.#scales.y, y) };
    };
    const [own, now] = [place(about.parameters), place(parameters)];
    this.#marks.replaceChildren(
      ...(own === null ? [] : [cross(own)]),
      ...(now === null
        ? []
        : [svg("circle", { class: "mtr-agree-now", cx: now.x, cy: now.y, r: 8 })]),
    );
  }

  #goTo({ x, y }: Point): void {
    if (this.#scales !== null) {
      this.#ratings.move({
        [this.#name("across")]: snapped(toValue(this.#scales.x, x), this.#options("across")),
        [this.#name("upward")]: snapped(toValue(this.#scales.y, y), this.#options("upward")),
      });
    }
  }

  #pressed(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const [axis, by] = way;
    const options = this.#options(axis);
    const now = this.#ratings.parameter(this.#name(axis)) ?? 0.5;
    const step = event.shiftKey ? 5 * options.step : options.step;
    this.#ratings.move({ [this.#name(axis)]: snapped(now + by * step, options) });
  }
}

const WAYS: Readonly<Record<string, readonly [Axis, number]>> = {
  ArrowLeft: ["across", -1],
  ArrowRight: ["across", 1],
  ArrowUp: ["upward", 1],
  ArrowDown: ["upward", -1],
};

/** The nearest step of a slider. */
function snapped(value: number, { least, most, step }: SliderOptions): number {
  const within = Math.min(Math.max(value, least), most);
  return Number((Math.round(within / step) * step).toPrecision(12));
}

/** Blue where it is better, orange where it is worse; the more, the fuller. */
function colour(share: number): string {
  const part = Math.min(85, 6 + 79 * Math.abs(share));
  const side = share >= 0 ? "--mtr-better" : "--mtr-worse";
  return `color-mix(in oklab, var(${side}) ${share === 0 ? 0 : part.toFixed(0)}%, var(--mtr-paper))`;
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The places of the cells, row after row from below. */
function boxesOf({ across, upward }: Grid, { x, y }: Scales): Box[] {
  const width = (x.end - x.start) / across.length;
  const height = (y.start - y.end) / upward.length;
  return upward.flatMap((_, row) =>
    across.map((__, column) => ({
      x: x.start + column * width,
      y: y.start - (row + 1) * height,
      width,
      height,
    })),
  );
}

function pathOf({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

/** Thin lines for what may be chance. */
function hatching(id: string): SVGElement {
  const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse" };
  const lines = svg("path", { class: "mtr-agree-hatching", d: "M-1 7L7 -1M-1 1L1 -1M5 7L7 5" });
  return svg("defs", {}, svg("pattern", { id, ...size }, lines));
}

function axesOf(x: SliderOptions, y: SliderOptions, scales: Scales): SVGElement[] {
  const bottom = scales.y.start;
  const text = (words: string, attributes: Readonly<Record<string, string | number>>) =>
    svg("text", attributes, words);
  return [
    svg(
      "g",
      { class: "mtr-axis" },
      ...ticks(x.least, x.most, 5, "share").map((tick) =>
        text(plain(tick), { x: toPixel(scales.x, tick), y: bottom + 16, "text-anchor": "middle" }),
      ),
      text(x.label, { x: scales.x.end, y: bottom + 32, "text-anchor": "end" }),
      ...ticks(y.least, y.most, 5, "share").map((tick) =>
        text(plain(tick), {
          x: scales.x.start - 8,
          y: toPixel(scales.y, tick) + 4,
          "text-anchor": "end",
        }),
      ),
      text(y.label, { x: 4, y: 12 }),
    ),
  ];
}

function cross({ x, y }: Point): SVGElement {
  return svg("path", { class: "mtr-agree-own", d: `M${x - 5} ${y}h10M${x} ${y - 5}v10` });
}
