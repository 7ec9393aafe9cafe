/** Answers a review's view: asks the server. */

import { basename } from "node:path";
import { Uri } from "vscode";
import type {
  Action,
  Summary,
  Window,
} from "../../../../meteor_widget/frontend/src/views/review/desk";
import { REVIEW, REVIEW_ROWS, type Review, type ReviewRow, type ReviewRows } from "../protocol";
import { messageOf } from "../server/conversation";
import type { Server } from "../server/server";
import type { Question, Questions } from "../webview/messages";

/** Rows of a window of a long list. */
const WINDOW = 1000;

/** Sentences for what an answer of `meteor.takeBack` refuses. */
interface TakenBack {
  readonly refused?: readonly { readonly segment: number; readonly reason: string }[];
}

export class ReviewDesk {
  constructor(
    private readonly server: Server,
    /** A document of the review. */
    readonly uri: string,
  ) {}

  async answer({ name, given }: Question): Promise<Questions[Question["name"]]["answer"]> {
    switch (name) {
      case "summary":
        return this.#summary();
      case "rows":
        return this.#rows(given);
      case "act":
        await this.act(given);
        return null;
    }
  }

  /** Null where nothing is paired, or no server runs. */
  async review(): Promise<Review | null> {
    return (await this.server.ask<Review | null>(REVIEW, this.#params)) ?? null;
  }

  /** A segment with the places of its texts; null if missing. */
  async row(segment: number): Promise<ReviewRow | null> {
    const listed = await this.ask({ at: segment });
    const [row] = listed?.rows ?? [];
    return row?.segment === segment ? row : null;
  }

  /** All segments of a list, in order. */
  async *all(given: object = {}): AsyncGenerator<ReviewRow> {
    for (let begin = 0, total = 1; begin < total; ) {
      const listed = await this.ask({ ...given, begin, end: begin + WINDOW });
      yield* listed?.rows ?? [];
      begin += Math.max(listed?.rows.length ?? 0, 1);
      total = listed?.total ?? 0;
    }
  }

  /** The segment whose post-edit, MT or source is on a line; undefined if missing. */
  async segmentAt(uri: string, line: number): Promise<number | undefined> {
    const begin = Math.max(0, (await this.#placeOf(uri, line + 1)) - 1);
    const [row] = (await this.ask({ begin, end: begin + 1, brief: true }))?.rows ?? [];
    return row === undefined || lineOf(row, uri) > line ? undefined : row.segment;
  }

  /** How many segments begin above a line, found by halves: rows are in the order of the file. */
  async #placeOf(uri: string, line: number): Promise<number> {
    let [low, high] = [0, (await this.ask({ begin: 0, end: 1, brief: true }))?.total ?? 0];
    for (let middle = Math.min(line, high - 1); low < high; middle = (low + high) >> 1) {
      const [row] = (await this.ask({ begin: middle, end: middle + 1, brief: true }))?.rows ?? [];
      if (row === undefined) {
        return low;
      }
      const at = lineOf(row, uri);
      if (at === line) {
        return middle;
      }
      if (at < line) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  async act(action: Action): Promise<void> {
    switch (action.do) {
      case "state":
        await this.#command("meteor.setState", action.segment, action.state);
        break;
      case "comment": {
        const { segment, text, name } = action;
        await this.#command("meteor.comment", segment, text, ...(name === undefined ? [] : [name]));
        break;
      }
      case "take-back": {
        const done = await this.#command<TakenBack>("meteor.takeBack", [action.segment]);
        const [refused] = done?.refused ?? [];
        if (refused !== undefined) {
          throw new Error(`Segment ${action.segment}: ${refused.reason}`);
        }
        break;
      }
      case "undo":
        await this.#command("meteor.undo"); // the server keeps what each action replaced
    }
  }

  async #summary(): Promise<Summary> {
    const review = await this.review();
    if (review === null || review.problem) {
      return {
        segments: 0,
        reviewed: 0,
        total: null,
        signature: "",
        states: {},
        kept: "",
        running: false,
        problem: review?.problem ?? "the file is not paired with a post-edit or a reference",
      };
    }
    const { segments, reviewed, total, states } = review;
    return {
      segments,
      reviewed,
      total: reviewed > 0 ? total : null,
      signature: total?.meteor.signature ?? "",
      states,
      kept: keptIn(review),
      running: reviewed < segments,
      problem: null,
    };
  }

  async #rows(given: Questions["rows"]["given"]): Promise<Window> {
    const { columns: _, ...filter } = given.filter;
    const end = given.at === undefined ? {} : { end: undefined };
    const listed = await this.ask({ ...given, filter, ...end });
    if (listed === null) {
      return { total: 0, begin: 0, rows: [] };
    }
    const { total, begin, rows } = listed;
    return { total, begin, rows: given.at === undefined ? rows : rows.slice(0, 1) };
  }

  /** Rows as the server lists them; null where there is no review. */
  async ask(given: object): Promise<ReviewRows | null> {
    const asked = { ...this.#params, ...given };
    return (await this.server.ask<ReviewRows | null>(REVIEW_ROWS, asked)) ?? null;
  }

  get #params(): { readonly textDocument: { readonly uri: string } } {
    return { textDocument: { uri: this.uri } };
  }

  async #command<Answer>(command: string, ...given: unknown[]): Promise<Answer | undefined> {
    return this.server.ask<Answer>("workspace/executeCommand", {
      command,
      arguments: [this.uri, ...given],
    });
  }
}

/** The line on which a segment begins in a document; the last of its texts there counts. */
function lineOf({ places }: ReviewRow, uri: string): number {
  const place = [places.post_edit, places.mt, places.source].find((one) => one?.uri === uri);
  return place?.range.start.line ?? -1;
}

function keptIn({ keeps }: Review): string {
  const file = keeps.remarks === null ? null : basename(Uri.parse(keeps.remarks).path);
  if (file === null) {
    return "States and comments are kept once the file is saved.";
  }
  return keeps.states && keeps.format !== null
    ? `States are kept in the ${keeps.format} file, as far as it has words for them; the rest in ${file}.`
    : `States and comments are kept in ${file}.`;
}

/** What an error says to people. */
export function whyNot(error: unknown): string {
  return messageOf(error);
}
