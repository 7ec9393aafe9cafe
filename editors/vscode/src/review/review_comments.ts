/** Comments of a review as VS Code's own: in the text, in its panel, and written there. */

import {
  type Comment,
  CommentMode,
  type CommentReply,
  type CommentThread,
  CommentThreadCollapsibleState,
  comments,
  type Disposable,
  MarkdownString,
  Range,
  Uri,
  window,
} from "vscode";
import { Latest } from "../../../../meteor_widget/frontend/src/scheduling";
import type { ReviewRow } from "../protocol";
import type { Server } from "../server/server";
import { type ReviewDesk, whyNot } from "./review_desk";
import type { ReviewPanels } from "./review_panel";

/** Segments with comments that are shown in the text. */
const MAX_SEGMENTS = 500;

/** A comment that knows where it belongs. */
interface OfSegment extends Comment {
  readonly desk: ReviewDesk;
  readonly segment: number;
  /** By which it is changed; none where it is the file's own. */
  readonly name: string | undefined;
  /** As it was before editing began. */
  readonly text: string;
  readonly thread: CommentThread;
}

export class ReviewComments implements Disposable {
  readonly #controller = comments.createCommentController("meteorscope.review", "Review");
  readonly #subscriptions: Disposable[];
  readonly #look = new Latest(() => this.#lookAgain());
  /** By document and segment. */
  readonly #threads = new Map<string, CommentThread>();

  constructor(
    server: Server,
    private readonly panels: ReviewPanels,
  ) {
    this.#controller.options = { prompt: "Comment on this segment" };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: (document) =>
        panels.deskOf(document.uri.toString()) === undefined
          ? []
          : [new Range(0, 0, Math.max(0, document.lineCount - 1), 0)],
    };
    this.#subscriptions = [
      this.#controller,
      server.onDidReview(() => this.#look.request()),
      panels.onDidOpen(() => this.#look.request()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** Adds what was written into a thread. */
  async add({ thread, text }: CommentReply): Promise<void> {
    const desk = this.panels.deskOf(thread.uri.toString());
    const segment = await this.#segmentAt(desk, thread);
    if (desk === undefined || segment === undefined) {
      void window.showWarningMessage("Meteorscope: there is no segment on this line to comment.");
      return;
    }
    if (![...this.#threads.values()].includes(thread)) {
      thread.dispose(); // the one of the segment takes its place
    }
    await this.#act(desk, { do: "comment", segment, text });
  }

  async remove({ desk, segment, name }: OfSegment): Promise<void> {
    if (name !== undefined) {
      await this.#act(desk, { do: "comment", segment, text: null, name });
    }
  }

  /** Lets a person change a comment in its place. */
  edit(comment: OfSegment): void {
    comment.mode = CommentMode.Editing;
    comment.thread.comments = [...comment.thread.comments];
  }

  cancel(comment: OfSegment): void {
    comment.body = comment.text;
    comment.mode = CommentMode.Preview;
    comment.thread.comments = [...comment.thread.comments];
  }

  async save(comment: OfSegment): Promise<void> {
    const { desk, segment, name, body } = comment;
    const text = typeof body === "string" ? body : body.value;
    comment.mode = CommentMode.Preview;
    if (name !== undefined && text.trim() !== "") {
      await this.#act(desk, { do: "comment", segment, text, name });
    }
  }

  async #act(desk: ReviewDesk, action: Parameters<ReviewDesk["act"]>[0]): Promise<void> {
    try {
      await desk.act(action);
    } catch (error) {
      void window.showWarningMessage(`Meteorscope: ${whyNot(error)}`);
    }
    this.#look.request();
  }

  async #segmentAt(
    desk: ReviewDesk | undefined,
    thread: CommentThread,
  ): Promise<number | undefined> {
    const known = [...this.#threads].find(([, one]) => one === thread);
    if (known !== undefined) {
      return Number(known[0].split(" ").at(-1));
    }
    const line = thread.range?.end.line;
    return line === undefined ? undefined : desk?.segmentAt(thread.uri.toString(), line);
  }

  async #lookAgain(): Promise<void> {
    const seen = new Set<string>();
    for (const desk of this.panels.desks) {
      const listed = await desk.ask({ filter: { comments: true }, end: MAX_SEGMENTS });
      for (const row of listed?.rows ?? []) {
        const key = `${desk.uri} ${row.segment}`;
        if (row.places.post_edit !== null) {
          seen.add(key);
          this.#show(key, desk, row);
        }
      }
    }
    for (const [key, thread] of this.#threads) {
      if (!seen.has(key)) {
        thread.dispose();
        this.#threads.delete(key);
      }
    }
  }

  #show(key: string, desk: ReviewDesk, row: ReviewRow): void {
    const { segment, places } = row;
    const place = places.post_edit;
    if (place === null) {
      return;
    }
    const { start, end } = place.range;
    const range = new Range(start.line, start.character, end.line, end.character);
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = this.#controller.createCommentThread(Uri.parse(place.uri), range, []);
      thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
      this.#threads.set(key, thread);
    }
    const owner = thread;
    const isBeingChanged = owner.comments.some(({ mode }) => mode === CommentMode.Editing);
    if (isBeingChanged) {
      return; // what a person writes there is not taken away
    }
    owner.range = range;
    owner.label = `Segment ${segment}`;
    owner.comments = row.comments.map(
      (comment): OfSegment => ({
        desk,
        segment,
        name: comment.name,
        text: comment.text,
        thread: owner,
        body: plain(comment.text),
        mode: CommentMode.Preview,
        author: { name: comment.who },
        // The time of a note in the file is unknown.
        ...(comment.when === "" ? {} : { timestamp: new Date(comment.when) }),
        contextValue: comment.name === undefined ? "fixed" : "own",
      }),
    );
  }
}

/** Text that no Markdown is made of: VS Code takes a string for text and draws it as it is. */
function plain(text: string): string | MarkdownString {
  const shown = new MarkdownString();
  shown.supportHtml = false;
  shown.isTrusted = false;
  return shown.appendText(text);
}
