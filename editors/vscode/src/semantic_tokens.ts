/** Semantic tokens, from the protocol's numbers to words and chunks. */

import type { Legend } from "./server/features";

export interface Word {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The stage of its match, or `unmatched`. */
  readonly type: string;
  /** The name of its chunk's colour, `chunk1` and so on; none where it has no match. */
  readonly chunk: string | undefined;
}

export interface ChunkSpan {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly chunk: string;
}

export function wordsOf(data: readonly number[], legend: Legend): Word[] {
  const words: Word[] = [];
  let line = 0;
  let start = 0;
  for (let place = 0; place + 4 < data.length; place += 5) {
    const [lines = 0, columns = 0, length = 0, type = 0, modifiers = 0] = data.slice(
      place,
      place + 5,
    );
    start = lines === 0 ? start + columns : columns;
    line += lines;
    words.push({
      line,
      start,
      end: start + length,
      type: legend.tokenTypes[type] ?? "unmatched",
      chunk: legend.tokenModifiers.find(
        (name, bit) => name.startsWith("chunk") && (modifiers & (1 << bit)) !== 0,
      ),
    });
  }
  return words;
}

/** What stands between two texts of a line: in a table, in JSON, in XML. A text may hold it, too. */
const BORDER = /\t|<|"\s*[,:}]/;

/**
 * Runs of words of one chunk with what is between them: neighbouring chunks differ in colour.
 *
 * @param lineAt the text of a line, where one may hold several texts, as both sides of a segment.
 */
export function chunksOf(words: readonly Word[], lineAt?: (line: number) => string): ChunkSpan[] {
  const chunks: { line: number; start: number; end: number; chunk: string }[] = [];
  let before: Word | undefined;
  for (const word of words) {
    const last = chunks.at(-1);
    if (
      last &&
      before &&
      before.line === word.line &&
      before.chunk === word.chunk &&
      word.chunk &&
      !BORDER.test(lineAt?.(word.line).slice(before.end, word.start) ?? "")
    ) {
      last.end = word.end;
    } else if (word.chunk !== undefined) {
      chunks.push({ line: word.line, start: word.start, end: word.end, chunk: word.chunk });
    }
    before = word;
  }
  return chunks;
}
