/** Lists that Python cut into blocks and packed with gzip; each block is unpacked once. */

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
