/** Texts with their edits marked: struck through, underlined, numbered. Never by colour alone. */

import { html } from "../../dom";
import {
  type Cut,
  condensed,
  type Edit,
  type EditedSegment,
  isEmpty,
  type Piece,
  piecesOf,
} from "./edits";

/** Why changed words differ, in words; the name of a stage stands for itself. */
const REASONS: Readonly<Record<string, string>> = {
  case: "letter case or spelling",
  words: "other words",
  stem: "another form of the word",
  synonym: "a synonym",
  paraphrase: "a paraphrase",
};

export function reasonOf({ reason }: Edit): string {
  return reason === undefined ? "" : (REASONS[reason] ?? reason);
}

/** Both texts in one line: what was dropped, added, changed and moved, where it happened. */
export function mergedLine(segment: EditedSegment, short: boolean): Node[] {
  const edits = short ? condensed(segment) : segment.edits;
  const pieces = piecesOf({ ...segment, edits: edits.filter((edit) => edit !== null) });
  const nodes: Node[] = [];
  let next = 0;
  let after: string | null = null; // nothing stands before the first piece, or there is a cut
  for (const edit of edits) {
    if (edit === null) {
      nodes.push(html("span", { class: "mtr-review-more" }, " … "));
      after = null;
      continue;
    }
    const piece = pieces[next++] as Piece;
    const cut = piece.old.text === "" || edit.kind === "kept" ? piece.new : piece.old;
    nodes.push(text(after === null ? "" : cut.before || after), marked(piece));
    after = (piece.new.text === "" ? piece.old : piece.new).after;
  }
  return nodes;
}

/** One of the two texts with the edits that concern it. */
export function sideLine(segment: EditedSegment, side: "hypothesis" | "reference"): Node[] {
  const nodes: Node[] = [];
  let after = segment[side].tokens.length === 0 ? segment[side].text : "";
  for (const piece of piecesOf(segment)) {
    if (!isEmpty(piece.edit[side])) {
      const cut = side === "hypothesis" ? piece.old : piece.new;
      nodes.push(text(cut.before), markedSide(piece, cut, side === "hypothesis"));
      after = cut.after;
    }
  }
  return [...nodes, text(after)];
}

/** Words for a screen reader, of what marks show to the eye. */
function said(words: string): HTMLElement {
  // Its own direction keeps it out of what dir="auto" looks at.
  return html("span", { class: "mtr-hidden", dir: "ltr" }, `[${words}] `);
}

function marked(piece: Piece): Node {
  const { edit, old, new: changed } = piece;
  if (edit.kind !== "changed") {
    return markedSide(piece, old.text === "" ? changed : old, old.text !== "");
  }
  return html(
    "span",
    { class: "mtr-review-changed", title: `changed: ${reasonOf(edit)}` },
    html("del", {}, said("changed:"), old.text),
    html("span", { class: "mtr-review-to", "aria-hidden": "true" }),
    html("ins", {}, said("to:"), changed.text),
  );
}

function markedSide(piece: Piece, cut: Cut, leaves: boolean): Node {
  const { kind } = piece.edit;
  if (kind === "kept") {
    return text(cut.text);
  }
  if (kind === "moved") {
    return moved(piece, cut, leaves);
  }
  const name = leaves ? "del" : "ins";
  const spoken = kind === "changed" ? (leaves ? "changed from:" : "changed to:") : `${kind}:`;
  return html(
    "span",
    { class: `mtr-review-${kind}`, title: kind === "changed" ? reasonOf(piece.edit) : null },
    html(name, {}, said(spoken), cut.text),
  );
}

/** An end of a move, or a part of one: the words, the number, and where the other end is. */
function moved({ edit, otherEnd, marksMove }: Piece, cut: Cut, leaves: boolean): Node {
  const number = (edit.move ?? 0) + 1;
  const mark = html(
    "span",
    { class: `mtr-review-mark mtr-review-${otherEnd}`, "aria-hidden": "true" },
    String(number),
  );
  const altered = edit.reason === undefined ? "" : " mtr-review-altered";
  const words = html(
    "span",
    { class: `mtr-review-words${altered}` },
    said(`move ${number}, ${leaves ? "from here" : "to here"}:`),
    cut.text,
  );
  return html(
    "span",
    {
      class: `mtr-review-moved ${leaves ? "mtr-review-left" : "mtr-review-came"}`,
      title: `move ${number}${altered && `, changed: ${reasonOf(edit)}`}`,
    },
    marksMove && !leaves ? mark : null,
    words,
    marksMove && leaves ? mark : null,
  );
}

/** The edits one below the other: what the marks show, as a table. */
export function editTable(segment: EditedSegment): HTMLElement {
  const rows = piecesOf(segment)
    .filter(({ edit }) => edit.kind !== "kept")
    .map(({ edit, old, new: changed }) =>
      html(
        "tr",
        {},
        html("td", {}, edit.kind, edit.move === undefined ? null : ` ${edit.move + 1}`),
        html("td", { dir: "auto" }, old.text || "–"),
        html("td", { dir: "auto" }, changed.text || "–"),
        html("td", {}, reasonOf(edit)),
      ),
    );
  const titles = ["Edit", "Machine translation", "Post-edit", "How it differs"];
  const head = titles.map((title) => html("th", { scope: "col" }, title));
  return html(
    "table",
    { class: "mtr-review-edits" },
    html("thead", {}, html("tr", {}, ...head)),
    html("tbody", {}, ...rows),
  );
}

function text(words: string): Text {
  return document.createTextNode(words);
}
