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

/** The receiver of the numbers. */
export interface Columns<Sent extends Block> {
  /** The number of segments, from the first on, whose numbers have arrived. */
  readonly here: () => number;
  /** Takes the numbers of the segments from `here` on to the block's end. */
  readonly fill: (block: Sent, buffers: readonly DataView[]) => void;
  /** Called with the progress in each block that is newer than the last. */
  readonly hear?: (block: Sent) => void;
  readonly onError: (error: unknown) => void;
}

type Message<Sent> = Sent & { readonly type?: string };

export class ColumnStream<Sent extends Block> {
  readonly #request: Context<object>["request"];
  readonly #columns: Columns<Sent>;
  #loading = false;
  /** The number of scored segments in Python's latest message. */
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

  /** Asks for the segments that this view has missed, or that were scored before it existed. */
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

  /** Notes the number of scored segments, and asks for those that are missing here. */
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

/** The rest of a buffer after that share of it. */
function rest({ buffer, byteOffset, byteLength }: DataView, share: number): DataView {
  const skipped = Math.round(byteLength * share);
  return new DataView(buffer, byteOffset + skipped, byteLength - skipped);
}
