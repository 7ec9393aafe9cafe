/** Segments and their scores as the server lists them, and the walk from the worst to the next. */

import { Range, window } from "vscode";
import type { Range as LspRange } from "vscode-languageclient";
import type { FollowedSegment } from "./followed_segment";
import { showRange } from "./places";
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
  readonly range: LspRange;
  readonly text: string;
}

/** The place of a segment in the list; with numbers, its place by those. */
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
  /** How many segments precede these. */
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

interface Met {
  readonly uri: string;
  /** With the numbers it was met with, since a segment that was mended has others. */
  readonly segment: Segment;
}

export class WorstSegments {
  #at: Met | undefined;

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {}

  /**
   * Goes to the worst segment from anywhere, and from there to the next worse by steps.
   *
   * @param step 1 to the next in the order of the list, -1 back.
   */
  async go(step: 1 | -1): Promise<void> {
    const editor = this.segment.editor;
    if (editor === undefined) {
      return;
    }
    const { uri } = editor.document;
    const at = this.#at;
    const isWalking = at?.uri === uri.toString() && isOn(at.segment, editor.selection.active.line);
    const asked: Window = { count: 1, ...(isWalking ? beside(at, step) : {}) };
    const listed = await segmentsOf(this.server, uri.toString(), asked);
    const next = listed?.segments[0];
    if (next === undefined) {
      const end = step === 1 ? "No segment is better." : "This is the worst segment.";
      void window.showInformationMessage(listed?.total ? end : "Nothing is scored here.");
      return;
    }
    this.#at = { uri: uri.toString(), segment: next };
    const { line, character } = next.range.start;
    await showRange(uri, new Range(line, character, line, character));
  }
}

/** A text of a bilingual file may take several lines, and one line may have several. */
function isOn({ range: { start, end } }: Segment, line: number): boolean {
  return start.line <= line && line <= end.line;
}

function beside({ segment: { segment, ...met } }: Met, step: 1 | -1): Partial<Window> {
  const { score, shortfall } = met;
  return step === 1
    ? { start: { segment: segment + 1, score, shortfall } }
    : { end: { segment, score, shortfall } };
}
