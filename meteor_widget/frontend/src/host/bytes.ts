/** Data sent as bytes: a notebook's own messages cannot hold every text, nor many numbers. */

import type { Answer } from "./model";

/** The JSON of an answer's first buffer. */
export function jsonFrom<Value>({ buffers }: Answer): Value {
  return JSON.parse(new TextDecoder().decode(buffers[0])) as Value;
}

/** A buffer's bytes; copied, because it need not begin where a typed array may. */
export function bytesFrom({ buffer, byteOffset, byteLength }: DataView): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** The rows that an answer lists. */
export function rowsFrom({ buffers: [rows] }: Answer): Uint32Array {
  return rows === undefined ? new Uint32Array() : new Uint32Array(bytesFrom(rows));
}

/** Writes what `jsonFrom` reads. */
export function jsonAnswer(value: unknown): Answer {
  return textAnswer(JSON.stringify(value ?? null));
}

export function textAnswer(text: string): Answer {
  return { result: null, buffers: [new DataView(new TextEncoder().encode(text).buffer)] };
}

/** Writes what `rowsFrom` reads. */
export function rowsAnswer(rows: readonly number[]): Answer {
  return { result: null, buffers: [new DataView(Uint32Array.from(rows).buffer)] };
}

const UNPACKED = new WeakMap<DataView, Promise<readonly unknown[]>>();

/** A list's blocks, each of `size` items but the last. */
export interface Blocks {
  readonly buffers: readonly DataView[];
  readonly size: number;
}

/** One item of a list; undefined beyond its end. */
export async function itemAt<Item>({ buffers, size }: Blocks, place: number): Promise<Item> {
  const items = await unpacked(buffers[Math.floor(place / size)]);
  return items[place % size] as Item;
}

/** The places of the items that are like that. */
export async function placesOf<Item>(
  { buffers, size }: Blocks,
  isLike: (item: Item) => boolean,
): Promise<number[]> {
  const places: number[] = [];
  for (const [block, buffer] of buffers.entries()) {
    (await unpacked(buffer)).forEach((item, index) => {
      if (isLike(item as Item)) {
        places.push(block * size + index);
      }
    });
  }
  return places;
}

/** All items of a list. */
export async function itemsOf<Item>({ buffers }: Blocks): Promise<Item[]> {
  return (await Promise.all(buffers.map(unpacked))).flat() as Item[];
}

async function unpacked(buffer: DataView | undefined): Promise<readonly unknown[]> {
  if (buffer === undefined) {
    return [];
  }
  const block = UNPACKED.get(buffer) ?? unpack(buffer as DataView<ArrayBuffer>);
  UNPACKED.set(buffer, block);
  return block;
}

function unpack(buffer: DataView<ArrayBuffer>): Promise<readonly unknown[]> {
  const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
