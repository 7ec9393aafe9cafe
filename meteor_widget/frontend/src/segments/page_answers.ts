/** Answers on a page without a kernel, from the blocks of texts and pictures that Python wrote into it. */

import { type Blocks, itemAt, itemsOf, placesOf, rowsAnswer } from "../host/bytes";
import type { Answer } from "../host/model";

/** What Python writes of any table; the buffers are columns, then blocks of texts, then of pictures. */
export interface PageBlocks {
  readonly text_blocks: number;
  readonly texts_a_block: number;
  readonly pictures_a_block: number;
  /** The rows that have pictures, from 0; null for all. */
  readonly pictured: readonly number[] | null;
}

/** What a page knows of the rows of a table. */
export interface PageRows {
  texts<Texts>(rows: readonly number[]): Promise<Texts[]>;
  /** Undefined for a row without a picture. */
  picture(row: number): Promise<unknown>;
  search(parameters: { readonly text: string; readonly regular?: boolean }): Promise<Answer>;
}

/** @param columns how many buffers are columns. */
export function pageRows(
  { text_blocks, texts_a_block, pictures_a_block, pictured }: PageBlocks,
  buffers: readonly DataView[],
  columns: number,
): PageRows {
  const texts = { buffers: buffers.slice(columns, columns + text_blocks), size: texts_a_block };
  const pictures = { buffers: buffers.slice(columns + text_blocks), size: pictures_a_block };
  return {
    texts: (rows) => Promise.all(rows.map((row) => itemAt<never>(texts, row))),
    async picture(row) {
      const place = pictured === null ? row : pictured.indexOf(row);
      return place === -1 ? undefined : itemAt(pictures, place);
    },
    search: async ({ text, regular }) => rowsAnswer(await searched(texts, text, regular)),
  };
}

type Answers = Readonly<Record<string, (parameters: never) => Promise<Answer> | Answer>>;

/** Gives the answer of this name. */
export async function answerOf(
  answers: Answers,
  name: string,
  parameters: object,
): Promise<Answer> {
  const answer = answers[name];
  if (answer === undefined) {
    throw new Error("this page has no kernel");
  }
  return answer(parameters as never);
}

const SEARCH_TIMEOUT_MS = 5000;

/** Runs beside the page, which can end it: a regular expression may never come to an end. */
const WORK = `onmessage = ({ data: [pattern, rows] }) => {
  const find = new RegExp(pattern, "iu");
  postMessage(rows.flatMap((texts, row) => (texts.some((text) => find.test(text)) ? [row] : [])));
}`;

/** The rows with a text that contains this one, or that it matches as a regular expression. */
async function searched(blocks: Blocks, text: string, regular = false): Promise<number[]> {
  const wanted = text.toLowerCase();
  const flat = (row: readonly (string | readonly string[])[]): string[] => row.flat();
  if (!regular) {
    return placesOf(blocks, (row: Parameters<typeof flat>[0]) =>
      flat(row).some((one) => one.toLowerCase().includes(wanted)),
    );
  }
  try {
    RegExp(text, "iu");
  } catch (error) {
    throw new Error(`“${text}” is no regular expression: ${(error as Error).message}`);
  }
  const rows = (await itemsOf<Parameters<typeof flat>[0]>(blocks)).map(flat);
  const place = URL.createObjectURL(new Blob([WORK], { type: "text/javascript" }));
  const worker = new Worker(place);
  return new Promise<number[]>((resolve, reject) => {
    const failed = (): void => reject(new Error(`The search for “${text}” took too long.`));
    setTimeout(failed, SEARCH_TIMEOUT_MS);
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = failed;
    worker.postMessage([text, rows]);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(place);
  });
}
