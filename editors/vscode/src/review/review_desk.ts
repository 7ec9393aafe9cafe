/** Answers a review's view: asks the server, and knows how to undo what was done. */

import { basename } from "node:path";
import { commands, Uri, ViewColumn, window } from "vscode";
import type {
  Action,
  Summary,
  Window,
} from "../../../../meteor_widget/frontend/src/views/review/desk";
import type { State } from "../../../../meteor_widget/frontend/src/views/review/review_format";
import { REVIEW, REVIEW_ROWS, type Review, type ReviewRow, type ReviewRows } from "../protocol";
import { messageOf } from "../server/conversation";
import type { Server } from "../server/server";
import type { Question, Questions } from "../webview/review_messages";

type Undo = () => Promise<void>;

/** Rows of a window of a long list. */
const WINDOW = 1000;

/** Sentences for what an answer of `meteor.takeBack` refuses. */
interface TakenBack {
  readonly refused?: readonly { readonly segment: number; readonly reason: string }[];
}

export class ReviewDesk {
  readonly #undo: Undo[] = [];

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

  /** A segment with the places of its texts; null where there is none. */
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

  /** The segment whose post-edit, MT or source is on a line; undefined where none is. */
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
    if (action.do === "undo") {
      const undo = this.#undo.pop();
      if (undo === undefined) {
        throw new Error("There is nothing to undo in this view.");
      }
      await undo();
      return;
    }
    this.#undo.push(await this.#do(action));
  }

  /** Does something, and returns what undoes it. */
  async #do(action: Exclude<Action, { do: "undo" }>): Promise<Undo> {
    const { segment } = action;
    const row = await this.row(segment);
    if (row === null) {
      throw new Error(`There is no segment ${segment} with an MT and a post-edit any more.`);
    }
    if (action.do === "state") {
      await this.#setState(segment, action.state);
      return () => this.#setState(segment, row.state);
    }
    if (action.do === "take-back") {
      return this.#takeBack(row);
    }
    const { name, text } = action;
    const known = row.comments.find((comment) => comment.name === name);
    const made = await this.#comment(segment, text, name);
    if (known === undefined) {
      return async () => void (await this.#comment(segment, null, made));
    }
    // What was removed comes back as a new one.
    const again = text === null ? undefined : name;
    return async () => void (await this.#comment(segment, known.text, again));
  }

  async #setState(segment: number, state: State): Promise<void> {
    await this.#command("meteor.setState", segment, state);
  }

  /** Returns the name of the comment. */
  async #comment(
    segment: number,
    text: string | null,
    name: string | undefined,
  ): Promise<string | undefined> {
    const given = name === undefined ? [text] : [text, name];
    const done = await this.#command<{ readonly name?: string }>(
      "meteor.comment",
      segment,
      ...given,
    );
    return done?.name ?? name;
  }

  async #takeBack({ segment, places }: ReviewRow): Promise<Undo> {
    const done = await this.#command<TakenBack>("meteor.takeBack", [segment]);
    const [refused] = done?.refused ?? [];
    if (refused !== undefined) {
      throw new Error(`Segment ${segment}: ${refused.reason}`);
    }
    const uri = places.post_edit?.uri;
    return async () => {
      if (uri !== undefined) {
        await undoIn(Uri.parse(uri));
      }
    };
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

/** Undoes the last edit of a document, in its editor, which keeps what can be undone. */
async function undoIn(uri: Uri): Promise<void> {
  const open = window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  await window.showTextDocument(uri, {
    viewColumn: open?.viewColumn ?? ViewColumn.Beside,
    preview: false,
  });
  await commands.executeCommand("undo");
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
