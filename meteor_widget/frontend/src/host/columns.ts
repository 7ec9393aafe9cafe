/** Numbers of segments that Python sends, block by block, while they come in. */

import type { Context } from "./model";

/** What comes with the buffers of a block. */
export interface Block {
  /** Indices from 0, half-open. */
  readonly start: number;
  readonly end: number;
  /** How many segments are scored by now, of this block or later ones. */
  readonly done: number;
}

/** Who takes them. */
export interface Columns<Sent extends Block> {
  /** How many segments, from the first on, there are numbers of. */
  readonly here: () => number;
  /** Takes a block, if it goes on where the last one ended. */
  readonly take: (block: Sent, buffers: readonly DataView[]) => void;
  readonly onError: (error: unknown) => void;
}

type Message<Sent> = Sent & { readonly type?: string };

export class ColumnStream<Sent extends Block> {
  readonly #request: Context<object>["request"];
  readonly #columns: Columns<Sent>;
  #loading = false;

  constructor(
    { model, request, signal }: Pick<Context<object>, "model" | "request" | "signal">,
    columns: Columns<Sent>,
  ) {
    this.#request = request;
    this.#columns = columns;
    const receive = (message: Message<Sent>, buffers: DataView[]): void => {
      if (message?.type === "columns") {
        const isNext = message.start <= columns.here();
        columns.take(message, buffers);
        if (!isNext) {
          void this.load();
        }
      }
    };
    model.on("msg:custom", receive);
    signal.addEventListener("abort", () => model.off("msg:custom", receive));
  }

  /** Asks for what was scored before this view was there, or was missed. */
  async load(): Promise<void> {
    if (this.#loading) {
      return;
    }
    this.#loading = true;
    const { here, take, onError } = this.#columns;
    try {
      let block: Sent;
      do {
        const { result, buffers } = await this.#request("columns", { start: here() });
        block = result as Sent;
        take(block, buffers);
      } while (here() < block.done && block.end > block.start);
    } catch (error) {
      onError(error);
    } finally {
      this.#loading = false;
    }
  }
}
