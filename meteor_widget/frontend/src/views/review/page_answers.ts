/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { type Blocks, itemAt, placesOf } from "../../host/blocks";
import { jsonAnswer, rowsAnswer, textAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";
import type { EditedSegment } from "./edits";
import type { Block } from "./numbers";

/** What Python writes; the buffers: columns, the table to save, blocks of segments; gzipped but for columns. */
export interface PageData {
  readonly columns: Block;
  readonly segments_a_block: number;
  /** The segments that the page has texts of, ascending, from 0; null for all. */
  readonly carried: readonly number[] | null;
}

const COLUMNS = 3;
const TABLE = 3;
const SEGMENTS = 4;

export async function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { segment, segments, text } = parameters as {
    segment: number;
    segments: readonly number[];
    text: string;
  };
  const blocks = { buffers: buffers.slice(SEGMENTS), size: data.segments_a_block };
  const one = (index: number) => segmentAt(data, blocks, index);
  switch (name) {
    case "columns":
      return {
        result: { ...data.columns, carried: data.carried },
        buffers: buffers.slice(0, COLUMNS),
      };
    case "segments":
      return jsonAnswer(await Promise.all(segments.map(one)));
    case "segment":
    case "picture":
      return jsonAnswer(await one(segment));
    case "search":
      return rowsAnswer(await found(data, blocks, text));
    case "export":
      return textAnswer(await itemAt<string>({ buffers: buffers.slice(TABLE), size: 1 }, 0));
    default:
      throw new Error("this page has no kernel");
  }
}

async function segmentAt(
  { carried }: PageData,
  blocks: Blocks,
  index: number,
): Promise<EditedSegment | null> {
  const place = carried === null ? index : carried.indexOf(index);
  return place < 0 ? null : itemAt<EditedSegment>(blocks, place);
}

async function found({ carried }: PageData, blocks: Blocks, text: string): Promise<number[]> {
  const wanted = text.toLowerCase();
  const places = await placesOf<EditedSegment>(blocks, ({ source, hypothesis, reference }) =>
    [hypothesis.text, reference.text, source ?? ""].some((one) =>
      one.toLowerCase().includes(wanted),
    ),
  );
  return places.map((place) => carried?.[place] ?? place);
}
