/** Replaces the kernel on a self-contained page. */

import type { Model, Request, View } from "./model";

/** The content that Python writes into the page. */
export interface PageContent<State extends object> {
  /** The widget's traits. */
  readonly state: State;
  /** The data that the view's own `answer` reads. */
  readonly data: unknown;
  /** Base64. */
  readonly buffers: readonly string[];
}

type Callback = (...parameters: never[]) => void;

/** Traits without a kernel: set and observed on the page. */
export class PageModel<State extends object> implements Model<State> {
  readonly #state: State;
  readonly #callbacks = new Map<string, Set<Callback>>();

  constructor(state: State) {
    this.#state = { ...state };
  }

  get<Key extends keyof State & string>(key: Key): State[Key] {
    return this.#state[key];
  }

  set<Key extends keyof State & string>(key: Key, value: State[Key]): void {
    if (this.#state[key] !== value) {
      this.#state[key] = value;
      for (const callback of this.#callbacks.get(`change:${key}`) ?? []) {
        callback();
      }
    }
  }

  on(event: string, callback: Callback): void {
    const callbacks = this.#callbacks.get(event) ?? new Set();
    this.#callbacks.set(event, callbacks.add(callback));
  }

  off(event: string, callback: Callback): void {
    this.#callbacks.get(event)?.delete(callback);
  }

  save_changes(): void {}
}

/** Requests answered from the page itself. */
export function localRequests<State extends object>(
  view: View<State>,
  content: PageContent<State>,
): Request {
  const buffers = content.buffers.map(decoded);
  return async (name, parameters = {}) => {
    if (view.answer === undefined) {
      throw new Error("this page has no kernel");
    }
    return view.answer(content.data, buffers, name, parameters);
  };
}

function decoded(base64: string): DataView {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) {
    bytes[at] = binary.charCodeAt(at); // megabytes: an iterator takes many times as long
  }
  return new DataView(bytes.buffer);
}
