/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import type { Answer } from "../../host/model";
import { unpacked } from "../../host/unpacked";
import type { EditedSegment } from "./edits";
import type { Block } from "./numbers";

/** What Python writes; the buffers: columns, the table to save, blocks of segments; gzipped but for columns. */
export interface PageData {
  readonly columns: Block;
  readonly segments_a_block: number;
  /** The segments that the page has texts of, ascending, from 0; null for all. */
  readonly carried: readonly number[] | null;
}

type Segment = EditedSegment & Readonly<Record<string, unknown>>;

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
  const one = (index: number) => segmentAt(data, buffers, index);
  switch (name) {
    case "columns":
      return {
        result: { ...data.columns, carried: data.carried },
        buffers: buffers.slice(0, COLUMNS),
      };
    case "segments":
      return packed(await Promise.all(segments.map(one)));
    case "segment":
    case "picture":
      return packed([await one(segment)]);
    case "search":
      return found(data, buffers, text);
    case "export":
      return { result: null, buffers: [bytesOf((await list<string>(buffers[TABLE])).join(""))] };
    default:
      throw new Error("this page has no kernel");
  }
}

async function segmentAt(
  { carried, segments_a_block }: PageData,
  buffers: readonly DataView[],
  index: number,
): Promise<Segment | undefined> {
  const place = carried === null ? index : carried.indexOf(index);
  const block = buffers[SEGMENTS + Math.floor(place / segments_a_block)];
  return place < 0 ? undefined : (await list<Segment>(block))[place % segments_a_block];
}

async function found(
  { carried }: PageData,
  buffers: readonly DataView[],
  text: string,
): Promise<Answer> {
  const wanted = text.toLowerCase();
  const blocks = await Promise.all(buffers.slice(SEGMENTS).map(list<Segment>));
  const rows = blocks.flat().flatMap(({ source, hypothesis, reference }, place) => {
    const texts = [hypothesis.text, reference.text, source ?? ""];
    const has = texts.some((one) => one.toLowerCase().includes(wanted));
    return has ? [carried?.[place] ?? place] : [];
  });
  return { result: null, buffers: [new DataView(Uint32Array.from(rows).buffer)] };
}

async function list<Item>(block: DataView | undefined): Promise<readonly Item[]> {
  return block === undefined ? [] : ((await unpacked(block)) as readonly Item[]);
}

function packed(value: unknown): Answer {
  return { result: null, buffers: [bytesOf(JSON.stringify(value))] };
}

function bytesOf(text: string): DataView {
  return new DataView(new TextEncoder().encode(text).buffer);
}
