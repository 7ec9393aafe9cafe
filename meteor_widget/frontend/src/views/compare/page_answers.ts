/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { itemAt, jsonAnswer, rowsAnswer, textAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";
import { searched } from "../../segments/page_search";

/** What Python writes; buffers are columns as Python's messages say, then blocks of texts, of pictures. */
export interface PageData {
  readonly done: number;
  readonly text_blocks: number;
  readonly texts_a_block: number;
  readonly pictures_a_block: number;
  /** The segments that have pictures, from 0. */
  readonly pictured: readonly number[];
  readonly exports: Readonly<Record<string, string>>;
}

interface Parameters {
  readonly start: number;
  readonly segments: readonly number[];
  readonly segment: number;
  readonly format: string;
  readonly text: string;
  readonly regular: boolean;
}

export async function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: Parameters,
): Promise<Answer> {
  const { done, text_blocks, texts_a_block, pictures_a_block, pictured } = data;
  const pictureBlocks = Math.ceil(pictured.length / pictures_a_block);
  const pictures = {
    buffers: buffers.slice(buffers.length - pictureBlocks),
    size: pictures_a_block,
  };
  const columns = buffers.length - text_blocks - pictureBlocks;
  const texts = { buffers: buffers.slice(columns, columns + text_blocks), size: texts_a_block };
  switch (name) {
    case "columns":
      return { result: { start: 0, end: done, done }, buffers: buffers.slice(0, columns) };
    case "texts":
      return jsonAnswer(
        await Promise.all(parameters.segments.map((segment) => itemAt(texts, segment))),
      );
    case "search":
      return rowsAnswer(await searched(texts, parameters.text, parameters.regular));
    case "pictures": {
      const place = pictured.indexOf(parameters.segment);
      return jsonAnswer(place === -1 ? null : await itemAt(pictures, place));
    }
    case "export":
      return textAnswer(data.exports[parameters.format] ?? "");
    default:
      throw new Error("this page has no kernel");
  }
}
