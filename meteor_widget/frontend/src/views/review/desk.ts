/**
 * Where a review's segments come from, and where its states and comments go. A notebook's kernel, a
 * page and VS Code's extension each implement it; the drawing knows no more of them. The filter is
 * that of the server's protocol, docs/protocol.md.
 */

import { jsonFrom } from "../../host/bytes";
import type { Context } from "../../host/model";
import type { Segment, State, Total } from "./review_format";

export const ORDERS = ["file", "score", "hter", "edit-share", "time"] as const;

export type Order = (typeof ORDERS)[number];

/** The conditions on listed segments; omitted ones do not matter. */
export interface Filter {
  readonly states?: readonly string[];
  /** Kinds of edits. */
  readonly kinds?: readonly string[];
  readonly classes?: readonly string[];
  /** Codes; "any" for all of them. */
  readonly diagnostics?: readonly string[];
  /** In one of its texts, whatever the letter case. */
  readonly text?: string;
  /** The least score. */
  readonly scoreFrom?: number;
  /** A bound that the score is below. */
  readonly scoreBelow?: number;
  readonly comments?: boolean;
  /** Values of other columns of the data, by the columns' names. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Which segments are listed, and how. */
export interface Listing {
  readonly filter: Filter;
  readonly order: Order;
  readonly reversed: boolean;
}

/** A part of a list: consecutive rows, from 0. */
export interface Window {
  /** How many rows the whole list has. */
  readonly total: number;
  readonly begin: number;
  readonly rows: readonly Segment[];
}

/** The review as a whole. */
export interface Summary {
  /** How many segments there are, and how many of them are reviewed by now. */
  readonly segments: number;
  readonly reviewed: number;
  /** Of the segments that are reviewed; null where there are none. */
  readonly total: Total | null;
  readonly signature: string;
  /** How many segments are in each state. */
  readonly states: Readonly<Record<string, number>>;
  /** Where states and comments are kept, for people. */
  readonly kept: string;
  /** Whether the work goes on. */
  readonly running: boolean;
  /** What ended it, or why there is no review, for people. */
  readonly problem: string | null;
  /** What must be done before the first segment, for people; empty after it. */
  readonly preparing?: string;
  /** Values of the data's other columns, the most frequent first. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** How many segments are here, where these are not all. */
  readonly carried?: number;
}

/** What a reviewer does; each can be undone. Segments go by their numbers. */
export type Action =
  | { readonly do: "state"; readonly segment: number; readonly state: State }
  | {
      readonly do: "comment";
      readonly segment: number;
      /** Null removes the comment. */
      readonly text: string | null;
      /** The comment that is changed; a new one without it. */
      readonly name?: string;
    }
  | { readonly do: "take-back"; readonly segment: number }
  | { readonly do: "undo" };

export interface Desk {
  summary(): Promise<Summary>;
  window(listing: Listing, begin: number, end: number): Promise<Window>;
  /** The row of a segment and its place in a list; it is the next in the file if it is not listed. */
  at(listing: Listing, segment: number): Promise<Window>;
  /** Rejects with a message for people where it cannot be done. */
  act(action: Action): Promise<void>;
  /** Whether anything can be done: a page has nowhere to keep it. */
  readonly canAct: boolean;
  /** Whether the view has buttons of its own that save files; an editor has commands. */
  readonly canDownload: boolean;
}

const REVIEWED: ReadonlySet<string> = new Set(["reviewed", "approved", "rejected"]);

/** Whether a segment is reviewed. */
export function isReviewed({ state }: Segment): boolean {
  return REVIEWED.has(state);
}

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
