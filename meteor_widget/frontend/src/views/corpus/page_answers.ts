/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { itemsOf, jsonAnswer, textAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";
import { answerOf, type PageBlocks, pageRows } from "../../segments/page_answers";
import type { Block } from "./columns";
import { type Cells, jsonOf, type Numbers, tsvOf } from "./export";

/** What Python writes; the buffers are the columns, then blocks of texts, then of pictures. */
export interface PageData extends Numbers, PageBlocks {
  /** The end of the JSON form of the corpus. */
  readonly summary: string;
  readonly longest_cell: number;
  /** With each score that came with the texts. */
  readonly correlations?: object;
  /** What came with the texts: names of its columns, and how many last blocks have its cells. */
  readonly further?: { readonly names: readonly string[]; readonly blocks: number };
}

type Texts = readonly string[];

export function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: object,
): Promise<Answer> {
  const rows = pageRows(data, buffers, data.layout.length);
  const cut = (texts: Texts): string[] => texts.map((text) => text.slice(0, data.longest_cell));
  const answers = {
    columns: () => columns(data, buffers),
    texts: async ({ segments }: { segments: readonly number[] }) =>
      jsonAnswer((await rows.texts<Texts>(segments)).map(cut)),
    picture: async ({ segment }: { segment: number }) =>
      jsonAnswer((await rows.picture(segment)) ?? { left_out: data.pictured?.length }),
    search: rows.search,
    correlations: () => ({ result: data.correlations, buffers: [] }),
    export: ({ format }: { format: string }) => exported(data, buffers, format),
  };
  return answerOf(answers, name, parameters);
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
