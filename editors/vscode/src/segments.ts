/** Segments and their scores, as the server lists them: windows of a list that may be long. */

import type { Range } from "vscode-languageclient";
import { SEGMENTS } from "./protocol";
import type { Server } from "./server/server";

/** Worst first by either number, or as in the document. */
export type Order = "position" | "score" | "shortfall";

export interface Segment {
  /** From 1. */
  readonly segment: number;
  readonly score: number;
  /** In words of the reference. */
  readonly shortfall: number;
  readonly range: Range;
  readonly text: string;
}

/** Where a segment stands in the list; with its numbers, where it would stand with those. */
export interface Place {
  readonly segment: number;
  readonly score?: number;
  readonly shortfall?: number;
}

export interface Window {
  /** By itself, the worst first by what the settings say. */
  readonly order?: Order;
  readonly count: number;
  readonly start?: Place;
  readonly end?: Place;
}

export interface Listed {
  /** How many there are in the whole list. */
  readonly total: number;
  /** How many stand before these. */
  readonly offset: number;
  readonly segments: readonly Segment[];
}

/** Null where nothing is paired. */
export async function segmentsOf(
  server: Server,
  uri: string,
  window: Window,
): Promise<Listed | null> {
  const textDocument = { uri };
  return (await server.ask<Listed | null>(SEGMENTS, { textDocument, ...window })) ?? null;
}
