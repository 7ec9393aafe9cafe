/** The edits between a machine translation and its post-edit, as Python sends them. */

import type { Range, TokenRow } from "../../format";

export const EDIT_KINDS = ["kept", "changed", "moved", "added", "dropped"] as const;

export type EditKind = (typeof EDIT_KINDS)[number];

/** What became of a run of tokens; meteor_core/analysis/edits.py has the definitions. */
export interface Edit {
  readonly kind: EditKind;
  /** Tokens of the machine translation; empty where the edit only puts in. */
  readonly hypothesis: Range;
  /** Tokens of the post-edit; empty where the edit only takes out. */
  readonly reference: Range;
  /** How a changed word differs. */
  readonly reason?: string;
  /** Which move it is part of, from 0. */
  readonly move?: number;
}

export interface EditedSegment {
  readonly hypothesis: TokenRow;
  readonly reference: TokenRow;
  /** Side by side; they cover both rows. */
  readonly edits: readonly Edit[];
  /** Set where the texts are too long for their edits to be shown; the rows have no tokens then. */
  readonly too_long?: boolean;
  /** What was translated; null where it was not given. */
  readonly source: string | null;
}

/** A run of tokens as it stands in its text. */
export interface Cut {
  /** What lies between it and the token before: white space, mostly. */
  readonly before: string;
  /** Empty for a run of no tokens. */
  readonly text: string;
  /** What lies between it and the token after. */
  readonly after: string;
}

/** An edit with its words. */
export interface Piece {
  readonly edit: Edit;
  readonly old: Cut;
  readonly new: Cut;
  /** Where the other end of a move stands. */
  readonly otherEnd: "before" | "after" | null;
  /** Whether it bears the number of its move: the last part that leaves, the first that comes. */
  readonly marksMove: boolean;
}

/** The edits of a segment with their words, in order. */
export function piecesOf({ hypothesis, reference, edits }: EditedSegment): Piece[] {
  const [cutOld, cutNew] = [cutter(hypothesis), cutter(reference)];
  const seen = new Set<number>();
  return edits.map((edit, index) => {
    const { move } = edit;
    const neighbour = edits[isEmpty(edit.reference) ? index + 1 : index - 1];
    const part = move === undefined ? 0 : move * 2 + (isEmpty(edit.reference) ? 0 : 1);
    const other = part % 2 === 0 ? part + 1 : part - 1;
    seen.add(part);
    return {
      edit,
      old: cutOld(edit.hypothesis),
      new: cutNew(edit.reference),
      otherEnd: move === undefined ? null : seen.has(other) ? "before" : "after",
      marksMove: !isSamePart(edit, neighbour),
    };
  });
}

function isSamePart(one: Edit, other: Edit | undefined): boolean {
  return one.move === other?.move && isEmpty(one.reference) === isEmpty(other?.reference ?? [0, 0]);
}

export function isEmpty([start, end]: Range): boolean {
  return start === end;
}

/** Cuts runs of tokens out of a row, at code points. */
function cutter({ text, tokens }: TokenRow): (range: Range) => Cut {
  const characters = Array.from(text);
  const slice = (start: number, end: number): string => characters.slice(start, end).join("");
  return ([first, end]) => {
    const [start, stop] = [tokens[first]?.[0], tokens[end - 1]?.[1]];
    if (first === end || start === undefined || stop === undefined) {
      return { before: "", text: "", after: "" };
    }
    return {
      before: slice(tokens[first - 1]?.[1] ?? 0, start),
      text: slice(start, stop),
      after: slice(stop, tokens[end]?.[0] ?? characters.length),
    };
  };
}

/** Tokens of kept text that are shown on either side of an edit where room is scarce. */
const CONTEXT = 4;

/** The parts of a run of kept tokens that stand near an edit; what is left out is between them. */
export function nearEdits([start, end]: Range, first: boolean, last: boolean): Range[] {
  const [head, tail] = [first ? 0 : CONTEXT, last ? 0 : CONTEXT];
  if ((first && last) || end - start <= head + tail + 2) {
    return [[start, end]];
  }
  return [
    [start, start + head],
    [end - tail, end],
  ];
}

/** Short kept runs in place of long ones; those that were cut have null between their parts. */
export function condensed(segment: EditedSegment): (Edit | null)[] {
  const last = segment.edits.length - 1;
  return segment.edits.flatMap((edit, index) => {
    if (edit.kind !== "kept") {
      return [edit];
    }
    const shift = edit.hypothesis[0] - edit.reference[0];
    const parts = nearEdits(edit.reference, index === 0, index === last).map(([start, end]) => ({
      ...edit,
      hypothesis: [start + shift, end + shift] as const,
      reference: [start, end] as const,
    }));
    const [one, two] = parts;
    return one !== undefined && two !== undefined ? [one, null, two] : parts;
  });
}
