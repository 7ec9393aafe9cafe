/** The search in the texts that a page carries. */

import { type Blocks, itemsOf, placesOf } from "../host/bytes";

/** Milliseconds after which a search is given up. */
const PATIENCE = 5000;

/** Runs beside the page, which can end it: a regular expression may never come to an end. */
const WORK = `onmessage = ({ data: [pattern, rows] }) => {
  const find = new RegExp(pattern, "iu");
  postMessage(rows.flatMap((texts, row) => (texts.some((text) => find.test(text)) ? [row] : [])));
}`;

/** The rows with a text that contains this one, or that it matches as a regular expression. */
export async function searched(blocks: Blocks, text: string, regular = false): Promise<number[]> {
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
    setTimeout(failed, PATIENCE);
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = failed;
    worker.postMessage([text, rows]);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(place);
  });
}
