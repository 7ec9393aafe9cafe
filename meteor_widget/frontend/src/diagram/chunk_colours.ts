/** Colours of chunks, so that neighbours on either row never share one. */

import type { Chunk } from "../format";

/** How many colours there are: `--mtr-chunk-0` to `--mtr-chunk-5`. */
export const COLOURS = 6;

/**
 * The number of a colour for each chunk.
 *
 * Chunks take the colours in turn, in the order of the hypothesis; one whose colour a neighbour in
 * the reference already has takes the next. No chunk has more than four neighbours.
 */
export function chunkColours(chunks: readonly Chunk[]): number[] {
  const order = chunks
    .map((_, index) => index)
    .sort((a, b) => startOf(chunks, a) - startOf(chunks, b));
  const place: number[] = [];
  order.forEach((chunk, index) => {
    place[chunk] = index;
  });
  const colours: number[] = [];
  chunks.forEach((_, chunk) => {
    const position = place[chunk] ?? 0;
    const taken = [chunk - 1, order[position - 1], order[position + 1]].map(
      (neighbour) => colours[neighbour ?? -1],
    );
    let colour = ((colours[chunk - 1] ?? -1) + 1) % COLOURS;
    while (taken.includes(colour)) {
      colour = (colour + 1) % COLOURS;
    }
    colours.push(colour);
  });
  return colours;
}

function startOf(chunks: readonly Chunk[], index: number): number {
  return chunks[index]?.reference[0] ?? 0;
}
