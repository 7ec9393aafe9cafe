/** How an alignment is best drawn in the room there is. */

import type { Alignment } from "../format";
import type { LinksLayout } from "./links_layout";

export type Mode = "links" | "matrix" | "inline";

/** Width in px below which running text reads best. */
const NARROW = 420;
/** Words of the longer row up to which links are drawn, in any number or in only a few bands. */
const SHORT = 25;
/** Words of the longer row from which on only running text is drawn. */
const LONG = 60;
const FEW_BANDS = 3;
/** Smallest cell of a matrix, and the room for its words. */
const MATRIX_CELL = 14;
const MATRIX_WORDS = 220;

/**
 * @param width of the room, in px.
 * @param layout makes the links layout, if it must be known.
 * @param beside alignments that are to be drawn in the same way.
 */
export function bestMode(
  alignment: Alignment,
  width: number,
  layout: () => LinksLayout,
  beside: readonly Alignment[] = [],
): Mode {
  const { reference } = alignment;
  const hypotheses = [alignment, ...beside].map(({ hypothesis }) => hypothesis.tokens.length);
  const longer = Math.max(...hypotheses, reference.tokens.length);
  if (longer > LONG || width < NARROW) {
    return "inline";
  }
  if (longer <= SHORT || layout().bands <= FEW_BANDS) {
    return "links";
  }
  return width >= reference.tokens.length * MATRIX_CELL + MATRIX_WORDS ? "matrix" : "links";
}
