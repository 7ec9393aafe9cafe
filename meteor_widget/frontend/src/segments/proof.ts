/** The proof of an alignment in words; score/wording.py says the same in Python. */

import type { Alignment } from "../format";
import { fieldOf } from "../scoring/signature_field";

export const NOT_PROVED = "not proved optimal";

/** In words. A beam looks for no proof, so that it has none is no failure. */
export function proofInWords(alignment: Alignment): string {
  const { optimal, chunk_gap, signature } = alignment;
  if (optimal) {
    return "proved optimal";
  }
  const width = beamOf(signature);
  if (width !== undefined) {
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
  return beamOf(signature) === undefined;
}

/** The width of the beam, where one searched: of `beam-40`. */
function beamOf(signature: string): string | undefined {
  return fieldOf(signature, "align")?.split("-")[1];
}
