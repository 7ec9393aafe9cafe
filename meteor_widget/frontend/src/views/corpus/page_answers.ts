/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { type Blocks, itemAt, itemsOf, jsonAnswer, rowsAnswer, textAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";
import { searched } from "../../segments/page_search";
import type { Block } from "./columns";
import { type Cells, jsonOf, type Numbers, tsvOf } from "./export";

/** What Python writes; the buffers are the columns, then blocks of texts, then of pictures. */
export interface PageData extends Numbers {
  /** The end of the JSON form of the corpus. */
  readonly summary: string;
  readonly text_blocks: number;
  readonly longest_cell: number;
  readonly texts_a_block: number;
  readonly pictures_a_block: number;
  /** The segments that have pictures, from 0; null for all. */
  readonly pictured: readonly number[] | null;
  /** With each score that came with the texts. */
  readonly correlations?: object;
  /** What came with the texts: names of its columns, and how many last blocks have its cells. */
  readonly further?: { readonly names: readonly string[]; readonly blocks: number };
}

type Texts = readonly string[];

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
    search: async ({ text, regular }: { text: string; regular?: boolean }) =>
      rowsAnswer(await searched(textBlocks(data, buffers), text, regular)),
    correlations: () => ({ result: data.correlations, buffers: [] }),
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
  const rows = segments.map((segment) => itemAt<Texts>(textBlocks(data, buffers), segment));
  const cut = (texts: Texts): string[] => texts.map((text) => text.slice(0, data.longest_cell));
  return jsonAnswer((await Promise.all(rows)).map(cut));
}

async function picture(
  data: PageData,
  buffers: readonly DataView[],
  segment: number,
): Promise<Answer> {
  const place = data.pictured === null ? segment : data.pictured.indexOf(segment);
  if (place === -1) {
    return jsonAnswer({ left_out: data.pictured?.length });
  }
  const pictures = {
    buffers: buffers.slice(data.layout.length + data.text_blocks),
    size: data.pictures_a_block,
  };
  return jsonAnswer(await itemAt(pictures, place));
}

async function exported(
  data: PageData,
  buffers: readonly DataView[],
  format: string,
): Promise<Answer> {
  const { names = [], blocks = 0 } = data.further ?? {};
  const last = { buffers: buffers.slice(buffers.length - blocks), size: 0 };
  const further = { names, cells: await itemsOf<Cells>(last) };
  return textAnswer(
    format === "tsv" ? tsvOf(data, buffers, further) : jsonOf(data, buffers, data.summary, further),
  );
}

function textBlocks(
  { layout, text_blocks, texts_a_block }: PageData,
  buffers: readonly DataView[],
): Blocks {
  const first = layout.length;
  return { buffers: buffers.slice(first, first + text_blocks), size: texts_a_block };
}
