/** A review in a notebook's kernel, or on a page, which answers the same requests. */

import { jsonFrom } from "../../host/bytes";
import type { Context } from "../../host/model";
import type { Action, Desk, Listing, Summary, Window } from "./desk";

export class KernelDesk implements Desk {
  readonly #context: Pick<Context<object>, "request" | "live">;

  readonly canDownload = true;

  constructor(context: Pick<Context<object>, "request" | "live">) {
    this.#context = context;
  }

  get canAct(): boolean {
    return this.#context.live;
  }

  summary(): Promise<Summary> {
    return this.#ask("summary", {});
  }

  window(listing: Listing, begin: number, end: number): Promise<Window> {
    return this.#ask("rows", { ...listing, begin, end });
  }

  at(listing: Listing, segment: number): Promise<Window> {
    return this.#ask("rows", { ...listing, at: segment });
  }

  async act(action: Action): Promise<void> {
    await this.#context.request("act", { action });
  }

  async #ask<Value>(name: string, parameters: object): Promise<Value> {
    return jsonFrom(await this.#context.request(name, parameters));
  }
}
