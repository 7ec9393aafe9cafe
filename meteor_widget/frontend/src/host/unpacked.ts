/** Blocks of JSON that Python packed with gzip, each unpacked once. */

const UNPACKED = new WeakMap<DataView, Promise<unknown>>();

export function unpacked(buffer: DataView): Promise<unknown> {
  const block = UNPACKED.get(buffer) ?? unpack(buffer as DataView<ArrayBuffer>);
  UNPACKED.set(buffer, block);
  return block;
}

function unpack(buffer: DataView<ArrayBuffer>): Promise<unknown> {
  const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
