import assert from "node:assert/strict";
import { test } from "node:test";
import { opacityOf, paint } from "../src/plots/density";

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
