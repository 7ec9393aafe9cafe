/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import type { Answer } from "../../host/model";
import { unpacked } from "../../host/unpacked";

/** What Python writes; buffers are three columns a system, then blocks of texts, of pictures. */
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
}

export async function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: Parameters,
): Promise<Answer> {
  const pictureBlocks = Math.ceil(data.pictured.length / data.pictures_a_block);
  const columns = buffers.length - data.text_blocks - pictureBlocks;
  const item = async (first: number, size: number, place: number): Promise<unknown> => {
    const block = await unpacked(buffers[first + Math.floor(place / size)] as DataView);
    return (block as readonly unknown[])[place % size];
  };
  switch (name) {
    case "columns":
      return { result: null, buffers: buffers.slice(0, columns) };
    case "texts":
      return packed(
        await Promise.all(
          parameters.segments.map((segment) => item(columns, data.texts_a_block, segment)),
        ),
      );
    case "pictures": {
      const place = data.pictured.indexOf(parameters.segment);
      const first = columns + data.text_blocks;
      return packed(place === -1 ? null : await item(first, data.pictures_a_block, place));
    }
    case "export":
      return { result: null, buffers: [bytesOf(data.exports[parameters.format] ?? "")] };
    default:
      throw new Error("this page has no kernel");
  }
}

function packed(value: unknown): Answer {
  return { result: null, buffers: [bytesOf(JSON.stringify(value))] };
}

function bytesOf(text: string): DataView {
  return new DataView(new TextEncoder().encode(text).buffer);
}
