/** Semantic tokens, from the protocol's numbers to words, chunks and edits. */

import type { Legend } from "./server/conversation";

export interface Word {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The stage of its match, or `unmatched`. */
  readonly type: string;
  /** The name of its chunk's colour, `chunk1` and so on; none where it has no match. */
  readonly chunk: string | undefined;
  /** What became of it, `added`, `moved` and so on; none if it is kept or was not requested. */
  readonly edit: string | undefined;
}

/** Words that are marked as one. */
export interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** A modifier that says how the score counts a word. */
const FUNCTION_WORD = "functionWord";

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
    const names = legend.tokenModifiers.filter((_, bit) => (modifiers & (1 << bit)) !== 0);
    words.push({
      line,
      start,
      end: start + length,
      type: legend.tokenTypes[type] ?? "unmatched",
      chunk: names.find(isOfChunk),
      edit: names.find((name) => !isOfChunk(name) && name !== FUNCTION_WORD),
    });
  }
  return words;
}

/** The separator of two texts of a line: in a table, in JSON, in XML. A text may hold it, too. */
const BORDER = /\t|<|"\s*[,:}]/;

function isOfChunk(name: string): boolean {
  return name.startsWith("chunk");
}

/**
 * Runs of words of one chunk with the space between them: neighbouring chunks differ in colour.
 *
 * @param lineAt the text of a line, where one may hold several texts, as both sides of a segment.
 */
export function chunksOf(words: readonly Word[], lineAt?: (line: number) => string): Run[] {
  return runsOf(
    words,
    (word) => word.chunk,
    (between) => !BORDER.test(between),
    lineAt,
  );
}

/** Runs of words that became the same, such as words that were added one after another. */
export function editsOf(words: readonly Word[], lineAt: (line: number) => string): Run[] {
  return runsOf(
    words,
    (word) => word.edit,
    (between) => between.trim() === "",
    lineAt,
  );
}

function runsOf(
  words: readonly Word[],
  nameOf: (word: Word) => string | undefined,
  goesOn: (between: string) => boolean,
  lineAt?: (line: number) => string,
): Run[] {
  const runs: { line: number; start: number; end: number; name: string }[] = [];
  let before: Word | undefined;
  for (const word of words) {
    const last = runs.at(-1);
    const name = nameOf(word);
    if (
      last &&
      before &&
      before.line === word.line &&
      nameOf(before) === name &&
      name &&
      goesOn(lineAt?.(word.line).slice(before.end, word.start) ?? "")
    ) {
      last.end = word.end;
    } else if (name !== undefined) {
      runs.push({ line: word.line, start: word.start, end: word.end, name });
    }
    before = word;
  }
  return runs;
}
