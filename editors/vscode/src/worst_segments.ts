/** From the worst segment on to the next worst, and back. */

import { Range, window } from "vscode";
import type { FollowedSegment } from "./followed_segment";
import { showRange } from "./places";
import { type Segment, segmentsOf, worstFirst } from "./segments";
import type { Server } from "./server/server";

export class WorstSegments {
  /** Where the walk is: with the score it was met with, since a segment that was mended has another. */
  #at: Segment | undefined;

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {}

  /**
   * Goes to the worst segment from anywhere, and from there to the next worse by steps.
   *
   * @param step 1 to the next in the order of scores, -1 back.
   */
  async go(step: 1 | -1): Promise<void> {
    const editor = this.segment.editor;
    if (editor === undefined) {
      return;
    }
    const uri = editor.document.uri.toString();
    const ranked = worstFirst(await segmentsOf(this.server, uri));
    const at = this.#at;
    const isWalking =
      at !== undefined && at.uri.toString() === uri && editor.selection.active.line === at.line;
    const next = isWalking
      ? step === 1
        ? ranked.find((one) => isAfter(one, at))
        : ranked.findLast((one) => isAfter(at, one))
      : ranked[0];
    if (next === undefined) {
      const end = step === 1 ? "No segment scores better." : "This is the worst segment.";
      void window.showInformationMessage(ranked.length === 0 ? "Nothing is scored here." : end);
      return;
    }
    this.#at = next;
    const { line, character } = next.range.start;
    await showRange(next.uri, new Range(line, character, line, character));
  }
}

function isAfter(one: Segment, other: Segment): boolean {
  return (
    one.number !== other.number &&
    (one.score > other.score || (one.score === other.score && one.number > other.number))
  );
}
