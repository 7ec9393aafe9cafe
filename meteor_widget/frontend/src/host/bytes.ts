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
