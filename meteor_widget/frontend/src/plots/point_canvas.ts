/** A point a row on a canvas: all rows, and above them those shown. */

import { html } from "../dom";
import type { Column } from "../table/table_model";
import { HEIGHT } from "./axes";
import { type Colour, opacityOf, type Points, paint } from "./density";
import { everyRow, type Scale } from "./scale";

interface Axis {
  readonly scale: Scale;
  readonly column: Column;
}

export interface PlacedPoints {
  readonly x: Axis;
  readonly y: Axis;
  readonly size: number;
  readonly shown: Uint32Array;
}

export class PointCanvas {
  readonly element = html("canvas", { "aria-hidden": "true" });
  #under: { readonly key: readonly unknown[]; readonly image: ImageData } | null = null;

  draw(width: number, placed: PlacedPoints): void {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(HEIGHT * ratio);
    this.element.style.width = `${width}px`;
    this.element.style.height = `${HEIGHT}px`;
    const pen = this.element.getContext("2d", { willReadFrequently: true });
    if (pen === null) {
      return;
    }
    const { x, y, size, shown } = placed;
    const points = { x: inPixels(x, ratio), y: inPixels(y, ratio) };
    const diameter = Math.round((size > 20_000 ? 2 : size > 2_000 ? 3 : 5) * ratio);
    const image =
      shown.length < size
        ? this.#ground(placed, pen, points, diameter)
        : pen.createImageData(this.element.width, this.element.height);
    const opacity = opacityOf(shown.length);
    paint(image, shown, points, this.#colour(pen, "--mtr-accent"), diameter, opacity);
    pen.putImageData(image, 0, 0);
  }

  /** A copy of the picture of all rows, which filters leave as it is. */
  #ground(
    { x, y, size }: PlacedPoints,
    pen: CanvasRenderingContext2D,
    points: Points,
    diameter: number,
  ): ImageData {
    const { width, height } = this.element;
    const colour = this.#colour(pen, "--mtr-muted");
    const key = [x.column, y.column, size, width, ...colour];
    if (this.#under === null || this.#under.key.some((part, index) => part !== key[index])) {
      const image = pen.createImageData(width, height);
      paint(image, everyRow(size), points, colour, diameter, opacityOf(size), 0.35);
      this.#under = { key, image };
    }
    const { data } = this.#under.image;
    return new ImageData(new Uint8ClampedArray(data), width, height);
  }

  /** A colour of the theme as numbers, whatever notation it is written in. */
  #colour(pen: CanvasRenderingContext2D, variable: string): Colour {
    this.element.style.color = `var(${variable})`;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = getComputedStyle(this.element).color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opacity = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity];
  }
}

/** Where each row's point lies, in the image's pixels. */
function inPixels({ scale, column }: Axis, ratio: number): (row: number) => number {
  const factor = ((scale.end - scale.start) / (scale.high - scale.low)) * ratio;
  const origin = scale.start * ratio - scale.low * factor;
  return (row) => origin + (column[row] as number) * factor;
}
