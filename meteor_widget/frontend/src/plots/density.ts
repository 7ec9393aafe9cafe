/** Many points as an image: where more of them lie on one another, the colour is fuller. */

/** Red, green, blue and opacity, each up to 255. */
export type Colour = readonly [number, number, number, number];

/** A place of each point in the image, in its pixels. */
export interface Points {
  readonly x: (row: number) => number;
  readonly y: (row: number) => number;
}

/** How full one point alone is; with many points less, so that differences stay visible. */
export function opacityOf(points: number): number {
  return Math.min(0.7, Math.max(0.06, 12 / Math.sqrt(points + 1)));
}

/**
 * Paints points into an image's bytes, over what they contain.
 *
 * @param size pixels of a point's diameter.
 * @param opacity of a single point.
 * @param most opacity of any number of points.
 */
export function paint(
  image: ImageData,
  rows: Uint32Array,
  points: Points,
  [red, green, blue]: Colour,
  size: number,
  opacity: number,
  most = 1,
): void {
  const { width, height, data } = image;
  const heaps = new Uint16Array(width * height);
  const disc = offsets(size);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const left = Math.round(points.x(row));
    const top = Math.round(points.y(row));
    for (let at = 0; at < disc.length; at += 2) {
      const x = left + (disc[at] as number);
      const y = top + (disc[at + 1] as number);
      if (x >= 0 && x < width && y >= 0 && y < height) {
        (heaps[y * width + x] as number)++;
      }
    }
  }
  const fullness = Array.from({ length: 64 }, (_, count) => most * (1 - (1 - opacity) ** count));
  for (let pixel = 0; pixel < heaps.length; pixel++) {
    const count = heaps[pixel] as number;
    if (count > 0) {
      blend(data, pixel * 4, red, green, blue, fullness[Math.min(count, 63)] as number);
    }
  }
}

/** The pixels of a disc around its middle: x and y by turns. */
function offsets(size: number): Int32Array {
  const sides = Array.from({ length: size }, (_, index) => index - ((size - 1) >> 1));
  const middle = (size - 1) / 2 - ((size - 1) >> 1);
  const reach = (size / 2) ** 2 + 0.1;
  const inside = sides
    .flatMap((y) => sides.map((x) => [x, y] as const))
    .filter(([x, y]) => (x - middle) ** 2 + (y - middle) ** 2 <= reach);
  return Int32Array.from(inside.flat());
}

/** Lays a colour over a pixel. */
function blend(
  data: Uint8ClampedArray,
  at: number,
  red: number,
  green: number,
  blue: number,
  over: number,
): void {
  const under = ((data[at + 3] as number) / 255) * (1 - over);
  const whole = over + under;
  const mix = (channel: number, colour: number): void => {
    data[at + channel] = (colour * over + (data[at + channel] as number) * under) / whole;
  };
  mix(0, red);
  mix(1, green);
  mix(2, blue);
  data[at + 3] = whole * 255;
}
