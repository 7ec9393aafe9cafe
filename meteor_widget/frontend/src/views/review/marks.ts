/**
 * A text cut where edits and diagnostics begin and end. Marks differ by their decoration and
 * are announced by screen readers: never by colour alone.
 */

import { html } from "../../dom";
import type { Range } from "../../format";
import type { Diagnostic, Edit, Segment } from "./review_format";

export type Side = "mt" | "post_edit";

/** A piece of a text that lies in the same edit and the same diagnostics throughout. */
export interface Piece {
  readonly text: string;
  readonly edit: Edit | null;
  /** Indices of diagnostics. */
  readonly findings: readonly number[];
  /** Whether text before it was left out. */
  readonly cut?: boolean;
}

/** Code units on either side of an edit that are shown where room is scarce. */
const CONTEXT_CHARS = 16;

/** Longest text, in code points, whose edits are marked; a page would hold still at longer ones. */
const MAX_CHARS = 100_000;

/** A text as pieces, in order. */
export function piecesOf(
  text: string,
  edits: readonly (readonly [Range, Edit])[],
  findings: readonly (readonly [Range, number])[] = [],
): Piece[] {
  const characters = Array.from(text);
  if (characters.length > MAX_CHARS) {
    return [{ text, edit: null, findings: [] }];
  }
  const bounds = new Set([0, characters.length]);
  for (const [[start, end]] of [...edits, ...findings]) {
    bounds.add(start).add(end);
  }
  const places = [...bounds].sort((one, other) => one - other);
  let next = 0;
  return places.slice(1).map((end, at) => {
    const start = places[at] as number;
    while (next < edits.length && (edits[next] as readonly [Range, Edit])[0][1] <= start) {
      next++;
    }
    const [range, edit] = edits[next] ?? [[end, end] as const, null];
    return {
      text: characters.slice(start, end).join(""),
      edit: edit !== null && range[0] <= start && start < range[1] ? edit : null,
      findings: findings
        .filter(([[from, to]]) => from <= start && end <= to)
        .map(([, number]) => number),
    };
  });
}

/** Pieces with long kept text cut out between them, at the ends of words where they are near. */
export function condensed(pieces: readonly Piece[]): Piece[] {
  const last = pieces.length - 1;
  return pieces.flatMap((piece, index) => {
    const { text } = piece;
    if (isMarked(piece) || last === 0 || text.length <= 2 * CONTEXT_CHARS + 8) {
      return [piece];
    }
    const head =
      index === 0
        ? ""
        : text.slice(0, CONTEXT_CHARS).replace(/(\s)\S{0,12}$|[\ud800-\udbff]$/, "$1");
    const tail =
      index === last ? "" : text.slice(-CONTEXT_CHARS).replace(/^\S{0,12}\s|^[\udc00-\udfff]/, "");
    return [
      ...(head === "" ? [] : [{ ...piece, text: head }]),
      { ...piece, text: tail, cut: true },
    ];
  });
}

function isMarked({ edit, findings }: Piece): boolean {
  return (edit !== null && edit.kind !== "kept") || findings.length > 0;
}

/** The edits that take or give words on a side, without those that are kept; with their places. */
function editsOf(segment: Segment, side: Side): (readonly [Range, Edit])[] {
  return segment.edits
    .filter((edit) => edit.kind !== "kept" && edit[side][0] < edit[side][1])
    .map((edit) => [edit[side], edit] as const);
}

function findingsOf(segment: Segment, side: Side | "source"): (readonly [Range, number])[] {
  return segment.diagnostics.flatMap((diagnostic, number) => {
    const range = diagnostic[side];
    return range === undefined || range[0] === range[1] ? [] : [[range, number] as const];
  });
}

/** A side with its marks. */
export function sideNodes(segment: Segment, side: Side, short: boolean): Node[] {
  const pieces = piecesOf(segment[side], editsOf(segment, side), findingsOf(segment, side));
  return nodesOf(short ? condensed(pieces) : pieces, segment, side);
}

/** The source with the words that diagnostics point at. */
export function sourceNodes(segment: Segment): Node[] {
  return nodesOf(piecesOf(segment.source ?? "", [], findingsOf(segment, "source")), segment, "mt");
}

function nodesOf(pieces: readonly Piece[], segment: Segment, side: Side): Node[] {
  const nodes: Node[] = [];
  let before: Edit | null = null;
  let holder: Element | null = null;
  for (const piece of pieces) {
    if (piece.cut) {
      nodes.push(html("span", { class: "mtr-review-more" }, "… "));
      holder = null;
    }
    const content = wordsOf(piece, segment.diagnostics);
    if (piece.edit === null) {
      nodes.push(...content);
      holder = null;
    } else if (holder !== null && piece.edit === before) {
      holder.append(...content);
    } else {
      const made = editElement(piece.edit, side);
      made.holder.append(...content);
      nodes.push(made.element);
      holder = made.holder;
    }
    before = piece.edit;
  }
  return nodes;
}

function wordsOf({ text, findings }: Piece, diagnostics: readonly Diagnostic[]): Node[] {
  if (findings.length === 0) {
    return [document.createTextNode(text)];
  }
  const messages = findings.map((number) => (diagnostics[number] as Diagnostic).message);
  return [
    html(
      "span",
      { class: "mtr-review-finding", title: messages.join("\n") },
      said(`${findings.map((number) => number + 1).join(", ")}:`),
      text,
      html("sup", { class: "mtr-review-number", "aria-hidden": true }, ...numbered(findings)),
    ),
  ];
}

function numbered(findings: readonly number[]): string[] {
  return [findings.map((number) => String(number + 1)).join(",")];
}

/** An edit's element, and the element in it that holds its words. */
function editElement(edit: Edit, side: Side): { element: Element; holder: Element } {
  const leaves = side === "mt";
  const holder = html(leaves ? "del" : "ins", {}, said(spoken(edit, leaves)));
  const name = `mtr-review-edit mtr-review-${edit.kind}`;
  const element = html("span", { class: name, title: inWords(edit) }, holder);
  if (edit.move !== undefined) {
    const number = String(edit.move + 1);
    element.append(html("sup", { class: "mtr-review-mark", "aria-hidden": "true" }, number));
  }
  return { element, holder };
}

function spoken(edit: Edit, leaves: boolean): string {
  if (edit.move !== undefined) {
    return `move ${edit.move + 1}, ${leaves ? "from here" : "to here"}:`;
  }
  return `${KINDS[edit.kind]}${edit.kind === "added" || edit.kind === "dropped" ? "" : leaves ? ", from" : ", to"}:`;
}

/** Kinds of edits as people read them. */
export const KINDS: Readonly<Record<Edit["kind"], string>> = {
  kept: "kept",
  form: "changed form",
  synonym: "synonym",
  replaced: "replaced",
  moved: "moved",
  added: "added",
  dropped: "dropped",
  "number-or-code": "number or code",
  punctuation: "punctuation",
};

/** Why a changed form is one. */
const REASONS: Readonly<Record<string, string>> = {
  case: "letter case",
  stem: "same stem",
  spelling: "spelled nearly alike",
};

function inWords({ kind, reason, move }: Edit): string {
  const why = reason === undefined ? "" : ` (${REASONS[reason] ?? reason})`;
  return `${KINDS[kind]}${why}${move === undefined ? "" : `, move ${move + 1}`}`;
}

/** Words for a screen reader, of what marks show to the eye. */
function said(words: string): HTMLElement {
  // Its own direction keeps it out of what dir="auto" looks at.
  return html("span", { class: "mtr-hidden", dir: "ltr" }, `[${words}] `);
}
