/** Going to places in documents. */

import {
  Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
} from "vscode";
import type { Place } from "./protocol";

/** Puts the cursor at a word; into the editor that shows the document, or else beside. */
export async function showPlace(place: Place, token: number): Promise<void> {
  const word = place.words[token];
  if (word !== undefined) {
    const { start, end } = word;
    const range = new Range(start.line, start.character, end.line, end.character);
    await showRange(Uri.parse(place.uri), range);
  }
}

/** Where the document is on the screen already it stays there, in a diff as in an editor. */
export async function showRange(uri: Uri, range: Range): Promise<void> {
  const { activeTextEditor: active, visibleTextEditors } = window;
  const shows = ({ document }: TextEditor): boolean => document.uri.toString() === uri.toString();
  const open = active && shows(active) ? active : visibleTextEditors.find(shows);
  // A side of a diff has no column of its own, and cannot be shown as an editor can.
  const isInDiff = open !== undefined && open.viewColumn === undefined;
  const viewColumn = open?.viewColumn ?? (active ? ViewColumn.Beside : ViewColumn.One);
  const editor = isInDiff
    ? open
    : await window.showTextDocument(uri, { viewColumn, preview: false });
  editor.selection = new Selection(range.start, range.end);
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A URI as documents have it, which may escape other characters than the server does. */
export function asVsCodeWrites(uri: string): string {
  return Uri.parse(uri).toString();
}
