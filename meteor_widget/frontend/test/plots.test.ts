import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, edgesOf } from "../src/plots/axes";
import { opacityOf, paint } from "../src/plots/density";
import {
  binned,
  binOf,
  binsFor,
  edge,
  niceStep,
  ticks,
  toPixel,
  toValue,
} from "../src/plots/scale";

test("steps are 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual(
    [1, 0.07, 3, 36, 180, 99_999].map((span) => niceStep(span, 5)),
    [0.2, 0.02, 1, 10, 50, 20_000],
  );
});

test("ticks are round, inside, and exact", () => {
  assert.deepEqual(ticks(0, 1, 5, "share"), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(0, 3, 10, "whole"), [0, 1, 2, 3]);
  assert.deepEqual(ticks(0, 94, 5, "whole"), [0, 20, 40, 60, 80]);
});

test("every bin holds its lower edge, and the last one both", () => {
  const bins = binsFor("share", 1);
  for (let bin = 0; bin < bins.count; bin++) {
    assert.equal(binOf(bins, edge(bins, bin)), bin, `bin ${bin}`);
  }
  assert.equal(binOf(bins, 1), bins.count - 1);
  assert.equal(binOf(bins, 0.15), 3);
  assert.equal(binOf(bins, 0.149999), 2);
});

test("amounts are plotted as counts are, but have fractions as bounds", () => {
  assert.deepEqual(binsFor("amount", 12.5), binsFor("whole", 12));
  assert.deepEqual(boundsOf([2, 4.5], [0, 13], "amount"), [2, 4.5]);
  assert.deepEqual(edgesOf([2, 4.5], [0, 13], "amount"), [2, 4.5]);
});

test("counts have whole bins, few enough to be seen", () => {
  for (const most of [1, 2, 29, 30, 31, 100, 12_345]) {
    const bins = binsFor("whole", most);
    assert.ok(Number.isInteger(bins.step) && bins.count <= 32, `${most}: ${bins.count}`);
    assert.equal(binOf(bins, most), bins.count - 1);
    assert.ok(edge(bins, bins.count) > most);
  }
});

test("bins count every row once, and none without a number", () => {
  const column = Float64Array.of(0, 0.05, 0.07, 0.5, 1, Number.NaN);
  const counts = binned(binsFor("share", 1), column, Uint32Array.of(0, 1, 2, 3, 4, 5));
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    5,
  );
  assert.deepEqual([counts[0], counts[1], counts[10], counts[19]], [1, 2, 1, 1]);
  assert.equal(
    binned(binsFor("share", 1), column, Uint32Array.of(3)).reduce((sum, count) => sum + count),
    1,
  );
});

test("pixels and values are each other's inverse, upside down as well", () => {
  const scale = { low: 0, high: 40, start: 150, end: 22 };
  assert.equal(toPixel(scale, 0), 150);
  assert.equal(toPixel(scale, 40), 22);
  assert.ok(Math.abs(toValue(scale, toPixel(scale, 13)) - 13) < 1e-9);
});

test("edges and bounds agree; a count's upper bound is inside its bin", () => {
  assert.deepEqual(boundsOf([2, 6], [0, 10], "whole"), [2, 5]);
  assert.deepEqual(edgesOf([2, 5], [0, 10], "whole"), [2, 6]);
  assert.deepEqual(boundsOf([0.2, 1], [0, 1], "share"), [0.2, null]);
  assert.deepEqual(edgesOf([null, 0.4], [0, 1], "share"), [0, 0.4]);
  assert.equal(boundsOf([0, 1], [0, 1], "share"), null);
  assert.deepEqual(edgesOf([-3, 99], [0, 10], "whole"), [0, 10]);
});

function blank(width: number, height: number): ImageData {
  const data = new Uint8ClampedArray(width * height * 4);
  return { width, height, data } as ImageData;
}

const at =
  (x: number, y: number) =>
  (image: ImageData): number[] => [...image.data.subarray((y * image.width + x) * 4).slice(0, 4)];

test("a point is painted where it lies, and nowhere beyond the image", () => {
  const image = blank(8, 8);
  const points = { x: (row: number) => [3, 7, -5][row] ?? 0, y: () => 4 };
  paint(image, Uint32Array.of(0, 1, 2), points, [10, 20, 30, 255], 1, 1);
  assert.deepEqual(at(3, 4)(image), [10, 20, 30, 255]);
  assert.deepEqual(at(7, 4)(image), [10, 20, 30, 255]);
  assert.equal(
    image.data.filter((_, index) => index % 4 === 3 && image.data[index] !== 0).length,
    2,
  );
});

test("points on one another are fuller, up to a limit", () => {
  const image = blank(4, 1);
  const points = { x: (row: number) => (row === 0 ? 0 : row < 4 ? 1 : 2), y: () => 0 };
  const rows = Uint32Array.from({ length: 500 }, (_, row) => row);
  paint(image, rows, points, [0, 0, 0, 255], 1, 0.2, 0.5);
  const fullness = [0, 1, 2, 3].map((x) => (at(x, 0)(image)[3] ?? 0) / 255);
  // One, three, very many and none, of points that alone cover a fifth, halved.
  [0.1, (1 - 0.8 ** 3) / 2, 0.5, 0].forEach((expected, x) => {
    assert.ok(Math.abs((fullness[x] ?? 9) - expected) < 0.005, `${x}: ${fullness[x]}`);
  });
});

test("what is painted over shows through", () => {
  const image = blank(1, 1);
  const points = { x: () => 0, y: () => 0 };
  paint(image, Uint32Array.of(0), points, [0, 0, 0, 255], 1, 1);
  paint(image, Uint32Array.of(0), points, [200, 100, 0, 255], 1, 0.5);
  assert.deepEqual(at(0, 0)(image), [100, 50, 0, 255]);
});

test("many points are each fainter than few", () => {
  assert.ok(opacityOf(10) > opacityOf(1000));
  assert.ok(opacityOf(1000) > opacityOf(100_000));
});
