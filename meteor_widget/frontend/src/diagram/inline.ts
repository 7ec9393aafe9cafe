/** A row as running text: its words, and what stands between them, in parts by chunk. */

import type { Alignment } from "../format";
import { matchOfTokens, type Side } from "./rows";
import { visible, visibleLines } from "./visible";

/** A word, or text between words: then token is -1. */
export interface Piece {
  readonly text: string;
  readonly token: number;
  /** Index into the matches, or -1. */
  readonly match: number;
}

/** Pieces of one chunk; or, with chunk -1, of none. */
export interface Part {
  readonly chunk: number;
  readonly pieces: readonly Piece[];
}

/** The text of a row, cut into parts that together are the whole text. */
export function partsOf(alignment: Alignment, side: Side): Part[] {
  const row = alignment[side];
  const characters = Array.from(row.text);
  const matches = matchOfTokens(alignment, side);
  const chunkOf = (token: number): number => alignment.matches[matches[token] ?? -1]?.chunk ?? -1;
  const parts: { chunk: number; pieces: Piece[] }[] = [];
  const add = (chunk: number, piece: Piece): void => {
    const last = parts.at(-1);
    if (last !== undefined && last.chunk === chunk) {
      last.pieces.push(piece);
    } else {
      parts.push({ chunk, pieces: [piece] });
    }
  };
  const addBetween = (start: number, end: number, chunk: number): void => {
    if (start < end) {
      const text = visibleLines(characters.slice(start, end).join(""));
      add(chunk, { text, token: -1, match: -1 });
    }
  };
  let end = 0;
  row.tokens.forEach(([from, to], token) => {
    const chunk = chunkOf(token);
    addBetween(end, from, token > 0 && chunk === chunkOf(token - 1) ? chunk : -1);
    add(chunk, {
      text: visible(characters.slice(from, to).join("")),
      token,
      match: matches[token] ?? -1,
    });
    end = to;
  });
  addBetween(end, characters.length, -1);
  return parts;
}
