/** Answers the view's requests on a page without a kernel, from what Python wrote into it. */

import { type Blocks, itemAt, jsonAnswer, placesOf, textAnswer } from "../../host/bytes";
import type { Answer } from "../../host/model";
import type { Filter, Listing, Order, Summary } from "./desk";
import type { Segment } from "./review_format";

/** What Python writes; the buffers: the table to save, blocks of segments; all gzipped. */
export interface PageData {
  readonly summary: Summary;
  readonly segments_a_block: number;
}

interface Wanted extends Listing {
  readonly begin?: number;
  readonly end?: number;
  readonly at?: number;
}

/** What a list is sorted by; see `segment_order` in meteor_core/review/. */
interface Kept {
  readonly place: number;
  readonly segment: number;
  readonly key: number;
}

/** The last list of a page, for its windows. */
const LISTS = new WeakMap<PageData, { readonly key: string; readonly rows: readonly Kept[] }>();

export async function pageAnswer(
  data: PageData,
  buffers: readonly DataView[],
  name: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const [table, ...rest] = buffers;
  const blocks = { buffers: rest, size: data.segments_a_block };
  switch (name) {
    case "summary":
      return jsonAnswer(data.summary);
    case "rows":
      return jsonAnswer(await rowsOf(data, blocks, parameters as unknown as Wanted));
    case "export":
      return textAnswer(await itemAt<string>({ buffers: [table as DataView], size: 1 }, 0));
    default:
      throw new Error("this page has no kernel");
  }
}

async function rowsOf(data: PageData, blocks: Blocks, wanted: Wanted): Promise<object> {
  const list = await listOf(data, blocks, wanted);
  const begin = wanted.at === undefined ? (wanted.begin ?? 0) : placeOf(list, wanted.at);
  const rows = list.slice(begin, wanted.end ?? begin + 1);
  return {
    total: list.length,
    begin,
    rows: await Promise.all(rows.map(({ place }) => itemAt<Segment>(blocks, place))),
  };
}

/** The place of a segment, else that of the next in the file; the list's end if there is no such segment. */
function placeOf(list: readonly Kept[], segment: number): number {
  const later = list.reduce(
    (least, row) => (row.segment >= segment && row.segment < least ? row.segment : least),
    Number.POSITIVE_INFINITY,
  );
  const place = list.findIndex((row) => row.segment === later);
  return place < 0 ? list.length : place;
}

async function listOf(
  data: PageData,
  blocks: Blocks,
  { filter, order, reversed }: Wanted,
): Promise<readonly Kept[]> {
  const key = JSON.stringify([filter, order, reversed]);
  const known = LISTS.get(data);
  if (known?.key === key) {
    return known.rows;
  }
  const kept: { segment: number; key: number }[] = [];
  const places = await placesOf<Segment>(blocks, (segment) => {
    const isListed = matches(segment, filter);
    if (isListed) {
      kept.push({ segment: segment.segment, key: keyOf(segment, order) });
    }
    return isListed;
  });
  const rows = places.map((place, at) => ({ place, ...(kept[at] as Omit<Kept, "place">) }));
  rows.sort((one, other) => compared(one.key, other.key) || one.segment - other.segment);
  if (reversed) {
    rows.reverse();
  }
  LISTS.set(data, { key, rows });
  return rows;
}

/** Ascending, what has no number last. */
function compared(one: number, other: number): number {
  return Number.isNaN(one) || Number.isNaN(other)
    ? Number(Number.isNaN(one)) - Number(Number.isNaN(other))
    : one - other;
}

/** A number that grows in the order. */
export function keyOf(segment: Segment, order: Order): number {
  switch (order) {
    case "file":
      return segment.segment;
    case "score":
      return segment.score ?? Number.NaN;
    case "hter":
      return -segment.hter;
    case "edit-share":
      return segment.edit_share === undefined ? Number.NaN : -segment.edit_share;
    case "time":
      return segment.seconds === null ? Number.NaN : -segment.seconds;
  }
}

/** Whether a filter lets a segment pass. */
export function matches(segment: Segment, filter: Filter): boolean {
  const { states, classes, kinds, diagnostics, scoreFrom, scoreBelow, text, columns } = filter;
  const { score } = segment;
  const has = (some: readonly string[] | undefined, name: string | null): boolean =>
    some === undefined || (name !== null && some.includes(name));
  const found = text?.toLowerCase();
  return (
    has(states, segment.state) &&
    has(classes, segment.class) &&
    (kinds === undefined || segment.edits.some(({ kind }) => kinds.includes(kind))) &&
    (diagnostics === undefined ||
      segment.diagnostics.some(({ code }) =>
        [code, "any"].some((one) => diagnostics.includes(one)),
      )) &&
    (scoreFrom === undefined || (score !== null && score >= scoreFrom)) &&
    (scoreBelow === undefined || (score !== null && score < scoreBelow)) &&
    (filter.comments === undefined || filter.comments === segment.comments.length > 0) &&
    (found === undefined ||
      [segment.source ?? "", segment.mt, segment.post_edit].some((one) =>
        one.toLowerCase().includes(found),
      )) &&
    Object.entries(columns ?? {}).every(([name, value]) => segment.columns?.[name] === value)
  );
}
