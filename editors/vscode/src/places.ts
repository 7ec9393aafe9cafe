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
  const [start, end] = place.words[token] ?? [0, 0];
  await showRange(Uri.parse(place.uri), new Range(place.line, start, place.line, end));
}

export async function showRange(uri: Uri, range: Range): Promise<TextEditor> {
  const open = window.visibleTextEditors.find(
    (editor) => editor.document.uri.toString() === uri.toString(),
  );
  const viewColumn =
    open?.viewColumn ?? (window.activeTextEditor ? ViewColumn.Beside : ViewColumn.One);
  const editor = await window.showTextDocument(uri, { viewColumn, preview: false });
  editor.selection = new Selection(range.start, range.end);
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
