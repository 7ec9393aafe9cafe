/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { itemAt, jsonAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";

/** What Python writes; buffers are all columns, then blocks of texts, of pictures. */
export interface PageData {
  /** How many buffers are columns. */
  readonly columns: number;
  readonly text_blocks: number;
  readonly texts_a_block: number;
  readonly pictures_a_block: number;
  /** The outputs that have pictures, from 0. */
  readonly pictured: readonly number[];
}

export async function pageAnswer(
  { columns, text_blocks, texts_a_block, pictures_a_block, pictured }: PageData,
  buffers: readonly DataView[],
  name: string,
  { outputs = [] }: { readonly outputs?: readonly number[] },
): Promise<Answer> {
  const texts = { buffers: buffers.slice(columns, columns + text_blocks), size: texts_a_block };
  const pictures = { buffers: buffers.slice(columns + text_blocks), size: pictures_a_block };
  switch (name) {
    case "outputs":
      return { result: null, buffers: buffers.slice(0, columns) };
    case "texts":
      return jsonAnswer(await Promise.all(outputs.map((output) => itemAt(texts, output))));
    case "pictures":
      return jsonAnswer(
        await Promise.all(
          outputs.map((output) => {
            const place = pictured.indexOf(output);
            return place === -1 ? null : itemAt(pictures, place);
          }),
        ),
      );
    default:
      throw new Error("this page has no kernel");
  }
}
