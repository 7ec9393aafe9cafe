/**
 * Numbers of segments that Python sends, block by block, while they come in. Blocks come from a
 * thread that scores and as answers of another one: they overlap, come twice and overtake each
 * other. Here alone it is decided which of their segments are new.
 */

import type { Context } from "./model";

/** What comes with the buffers of a block; each has as many bytes for one segment as for another. */
export interface Block {
  /** Indices from 0, half-open. */
  readonly start: number;
  readonly end: number;
  /** How many segments are scored by now, of this block or later ones. */
  readonly done: number;
  /** Of two blocks the one with the higher number knows more. A page's only one has none. */
  readonly number?: number;
}

/** Who takes them. */
export interface Columns<Sent extends Block> {
  /** How many segments, from the first on, there are numbers of. */
  readonly here: () => number;
  /** Takes the numbers of the segments from `here` on to the block's end. */
  readonly fill: (block: Sent, buffers: readonly DataView[]) => void;
  /** Hears what blocks say of the work, each time more than the last time. */
  readonly hear?: (block: Sent) => void;
  readonly onError: (error: unknown) => void;
}

type Message<Sent> = Sent & { readonly type?: string };

export class ColumnStream<Sent extends Block> {
  readonly #request: Context<object>["request"];
  readonly #columns: Columns<Sent>;
  #loading = false;
  /** How many segments were scored when Python was last heard of. */
  #scored = 0;
  #heard = -1;

  constructor(
    {
      model,
      request,
      signal,
      onLive,
    }: Pick<Context<object>, "model" | "request" | "signal" | "onLive">,
    columns: Columns<Sent>,
  ) {
    this.#request = request;
    this.#columns = columns;
    const receive = (message: Message<Sent>, buffers: DataView[]): void => {
      if (message?.type === "columns") {
        this.#take(message, buffers);
        if (message.start > columns.here()) {
          void this.load();
        }
      }
    };
    model.on("msg:custom", receive);
    signal.addEventListener("abort", () => model.off("msg:custom", receive));
    onLive(() => void this.load());
  }

  /** Asks for what was scored before this view was there, or was missed. */
  async load(): Promise<void> {
    if (this.#loading) {
      return;
    }
    this.#loading = true;
    const { here, onError } = this.#columns;
    try {
      let before: number;
      do {
        before = here();
        const { result, buffers } = await this.#request("columns", { start: before });
        this.#take(result as Sent, buffers);
      } while (before < here() && here() < this.#scored);
    } catch (error) {
      onError(error);
    } finally {
      this.#loading = false;
    }
  }

  /** Says that so many segments are scored; asks for those that are not here. */
  expect(scored: number): void {
    this.#scored = Math.max(this.#scored, scored);
    if (this.#columns.here() < this.#scored) {
      void this.load();
    }
  }

  #take(block: Sent, buffers: readonly DataView[]): void {
    const { here, fill, hear } = this.#columns;
    const [start, { end, done, number = 0 }] = [here(), block];
    this.#scored = Math.max(this.#scored, done);
    if (block.start <= start && start < end) {
      const known = (start - block.start) / (end - block.start);
      fill({ ...block, start }, known === 0 ? buffers : buffers.map((one) => rest(one, known)));
    }
    if (number >= this.#heard) {
      this.#heard = number;
      hear?.(block);
    }
  }
}

/** What is left of a buffer without that share of it. */
function rest({ buffer, byteOffset, byteLength }: DataView, share: number): DataView {
  const skipped = Math.round(byteLength * share);
  return new DataView(buffer, byteOffset + skipped, byteLength - skipped);
}
