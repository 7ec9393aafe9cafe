/** The proof of an alignment in words; score/wording.py says the same in Python. */

import type { Alignment } from "../format";
import { parseSignature } from "../scoring/signature";

export const NOT_PROVED = "not proved optimal";

/** In words. A beam looks for no proof, so that it has none is no failure. */
export function proofInWords(alignment: Alignment): string {
  const { optimal, chunk_gap, signature } = alignment;
  if (optimal) {
    return "proved optimal";
  }
  const width = parseSignature(signature)?.beam_width ?? null;
  if (width !== null) {
    return `beam of ${width}: not searched for the best`;
  }
  return chunk_gap === 0
    ? "score proved; another alignment may tie"
    : `not proved: up to ${chunks(chunk_gap)} from the optimum`;
}

function chunks(number: number): string {
  return `${number.toLocaleString("en")} ${number === 1 ? "chunk" : "chunks"}`;
}

/** The same in a cell of a table. */
export function proofInACell(optimal: boolean): string {
  return optimal ? "proved" : "not proved";
}

/** Whether scores with this signature come with proofs; a beam proves nothing. */
export function comesWithProofs(signature: string): boolean {
  return (parseSignature(signature)?.beam_width ?? null) === null;
}
