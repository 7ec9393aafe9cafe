/** What colours mean, and the CSS that names them. */

import type { Alignment } from "../format";
import { chunkColours } from "./chunk_colours";
import { hasChunks } from "./emphasis";
import { STAGES } from "./rows";

export type ColourMeaning = "chunk" | "position" | "stage";

/** CSS colours. */
export interface Colours {
  readonly ofMatch: (match: number) => string;
  readonly ofChunk: (chunk: number) => string;
}

export const INK = "var(--mtr-ink)";
export const MUTED = "var(--mtr-muted)";
export const FAINT = "var(--mtr-faint)";
export const PAPER = "var(--mtr-paper)";

/** The stops of the ramp: `--mtr-ramp-0` to `--mtr-ramp-3`. */
const LAST_STOP = 3;

export function coloursOf(alignment: Alignment, meaning: ColourMeaning): Colours {
  if (!hasChunks(alignment)) {
    return { ofMatch: () => MUTED, ofChunk: () => MUTED };
  }
  if (meaning === "stage") {
    return {
      ofMatch: (match) => chunkVariable(STAGES.indexOf(alignment.matches[match]?.stage ?? "exact")),
      ofChunk: () => MUTED,
    };
  }
  if (meaning === "position") {
    return byPosition(alignment);
  }
  const colours = chunkColours(alignment.chunks);
  const ofChunk = (chunk: number): string => chunkVariable(colours[chunk] ?? 0);
  return { ofMatch: (match) => ofChunk(alignment.matches[match]?.chunk ?? 0), ofChunk };
}

/** An ordered ramp along the reference: reordering shows as colours out of order. */
function byPosition({ reference, matches, chunks }: Alignment): Colours {
  const last = Math.max(reference.tokens.length - 1, 1);
  const at = (range: readonly [number, number] | undefined): string =>
    range === undefined ? MUTED : ramp((range[0] + range[1] - 1) / 2 / last);
  return {
    ofMatch: (match) => at(matches[match]?.reference),
    ofChunk: (chunk) => at(chunks[chunk]?.reference),
  };
}

/** @param share from 0 to 1. */
function ramp(share: number): string {
  const place = share * LAST_STOP;
  const stop = Math.min(Math.floor(place), LAST_STOP - 1);
  const next = Math.round((place - stop) * 100);
  return `color-mix(in oklab, var(--mtr-ramp-${stop + 1}) ${next}%, var(--mtr-ramp-${stop}))`;
}

function chunkVariable(colour: number): string {
  return `var(--mtr-chunk-${colour})`;
}
