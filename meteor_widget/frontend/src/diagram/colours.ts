/** What colours mean, and the CSS that names them. */

import type { Alignment, Chunk } from "../format";
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

/** What can be marked, for people who choose. */
export const EMPHASES = [
  { value: "chunks", label: "chunks" },
  { value: "differences", label: "differences" },
  { value: "both", label: "both" },
  { value: "off", label: "nothing" },
] as const;

/** Whether chunks are marked in an alignment's texts. */
export function hasChunks({ emphasis }: Alignment): boolean {
  return emphasis?.marked !== "differences" && emphasis?.marked !== "off";
}

/** Whether differences are marked in an alignment's texts. */
export function hasDifferences({ emphasis }: Alignment): boolean {
  return emphasis?.marked === "differences" || emphasis?.marked === "both";
}

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
