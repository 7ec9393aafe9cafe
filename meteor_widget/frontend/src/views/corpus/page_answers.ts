/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import type { Answer } from "../../host/model";
import { unpacked } from "../../host/unpacked";
import type { Block } from "./columns";
import { jsonOf, tsvOf } from "./export";

/** What Python writes; the buffers are the columns, then blocks of texts, then of pictures. */
export interface PageData {
  readonly layout: Block["layout"];
  readonly done: number;
  /** The end of the JSON form of the corpus. */
  readonly summary: string;
  readonly text_blocks: number;
  readonly longest_cell: number;
  readonly texts_a_block: number;
  readonly pictures_a_block: number;
  /** The segments that have pictures, from 0; null for all. */
  readonly pictured: readonly number[] | null;
}

type Texts = readonly (readonly [hypothesis: string, reference: string])[];

export async function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: object,
): Promise<Answer> {
  const answers: Readonly<Record<string, (parameters: never) => Promise<Answer> | Answer>> = {
    columns: () => columns(data, buffers),
    texts: ({ segments }: { segments: readonly number[] }) => texts(data, buffers, segments),
    picture: ({ segment }: { segment: number }) => picture(data, buffers, segment),
    search: ({ text }: { text: string }) => search(data, buffers, text),
    export: ({ format }: { format: string }) => exported(data, buffers, format),
  };
  const answer = answers[name];
  if (answer === undefined) {
    throw new Error("this page has no kernel");
  }
  return answer(parameters as never);
}

function columns(data: PageData, buffers: readonly DataView[]): Answer {
  const block: Block = {
    start: 0,
    end: data.done,
    layout: data.layout,
    done: data.done,
    running: false,
    error: null,
  };
  return { result: block, buffers: buffers.slice(0, data.layout.length) };
}

async function texts(
  data: PageData,
  buffers: readonly DataView[],
  segments: readonly number[],
): Promise<Answer> {
  const rows = segments.map(async (segment) => {
    const block = await textBlock(data, buffers, Math.floor(segment / data.texts_a_block));
    return block[segment % data.texts_a_block]?.map((text) => text.slice(0, data.longest_cell));
  });
  return packed(await Promise.all(rows));
}

async function picture(
  data: PageData,
  buffers: readonly DataView[],
  segment: number,
): Promise<Answer> {
  const place = data.pictured === null ? segment : data.pictured.indexOf(segment);
  if (place === -1) {
    return packed({ left_out: data.pictured?.length });
  }
  const first = data.layout.length + data.text_blocks;
  const block = Math.floor(place / data.pictures_a_block);
  const pictures = (await unpacked(buffers[first + block] as DataView)) as readonly unknown[];
  return packed(pictures[place % data.pictures_a_block]);
}

async function search(data: PageData, buffers: readonly DataView[], text: string): Promise<Answer> {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  for (let block = 0; block < data.text_blocks; block++) {
    (await textBlock(data, buffers, block)).forEach((row, index) => {
      if (row.some((cell) => cell.toLowerCase().includes(wanted))) {
        found.push(block * data.texts_a_block + index);
      }
    });
  }
  return { result: null, buffers: [new DataView(Uint32Array.from(found).buffer)] };
}

function exported(data: PageData, buffers: readonly DataView[], format: string): Answer {
  const text = format === "tsv" ? tsvOf(data, buffers) : jsonOf(data, buffers, data.summary);
  return { result: null, buffers: [bytesOf(text)] };
}

async function textBlock(
  data: PageData,
  buffers: readonly DataView[],
  block: number,
): Promise<Texts> {
  return (await unpacked(buffers[data.layout.length + block] as DataView)) as Texts;
}

function packed(value: unknown): Answer {
  return { result: null, buffers: [bytesOf(JSON.stringify(value ?? null))] };
}

function bytesOf(text: string): DataView {
  return new DataView(new TextEncoder().encode(text).buffer);
}
