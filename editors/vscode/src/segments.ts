/** Segments and their scores, as the server lists them. */

import { Uri } from "vscode";
import type { DocumentSymbol } from "vscode-languageclient";
import type { Server } from "./server/server";

export interface Segment {
  readonly uri: Uri;
  /** From 1. */
  readonly number: number;
  readonly score: number;
  readonly text: string;
  readonly line: number;
  readonly range: DocumentSymbol["range"];
}

/** What the server calls a segment in the outline: "0.312  segment 14". */
const NAME = /^(\d\.\d+)\s+segment (\d+)$/;

/** The segments of a document by position; of very many, those that score worst. */
export async function segmentsOf(server: Server, uri: string): Promise<Segment[]> {
  const symbols = await server.ask<DocumentSymbol[] | null>("textDocument/documentSymbol", {
    textDocument: { uri },
  });
  const found: Segment[] = [];
  for (const { name, detail, selectionRange } of symbols ?? []) {
    const [, score, number] = NAME.exec(name) ?? [];
    if (score !== undefined && number !== undefined) {
      found.push({
        uri: Uri.parse(uri),
        number: Number(number),
        score: Number(score),
        text: detail ?? "",
        line: selectionRange.start.line,
        range: selectionRange,
      });
    }
  }
  return found.sort((one, other) => one.number - other.number);
}

/** The worst first; of equals, the first. */
export function worstFirst(segments: readonly Segment[]): Segment[] {
  return [...segments].sort((one, other) => one.score - other.score || one.number - other.number);
}
