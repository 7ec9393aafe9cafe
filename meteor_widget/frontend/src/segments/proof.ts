/** What is known of how good an alignment is. */

import type { Alignment } from "../format";

/** The width of the beam that aligned what has this signature; undefined of any other search. */
export function beamWidthOf(signature: string): number | undefined {
  const width = /\|align:beam-(\d+)/.exec(signature)?.[1];
  return width === undefined ? undefined : Number(width);
}

/** In words. A beam looks for no proof, so that it has none is no failure. */
export function proofInWords(alignment: Alignment): string {
  const { optimal, chunk_gap, signature } = alignment;
  if (optimal) {
    return "proved optimal";
  }
  const width = beamWidthOf(signature);
  if (width !== undefined) {
    return `beam of ${width}: not searched for the best`;
  }
  return chunk_gap === 0
    ? "score proved; another alignment may tie"
    : `not proved: up to ${chunk_gap} ${chunk_gap === 1 ? "chunk" : "chunks"} from the optimum`;
}
