/** The review of a pair in a tab of its own, which follows the text and is followed by it. */

import { basename } from "node:path";
import {
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import type { Followed, FollowedSegment } from "../followed_segment";
import type { ReviewPlaces } from "../protocol";
import type { Server } from "../server/server";
import type { Asked, Remembered, Said } from "../webview/messages";
import { pageOf } from "../webview_page";
import { ReviewDesk, whyNot } from "./review_desk";

const TYPE = "meteorscope.review";

/** One tab with a review, and all that it needs. */
interface Open {
  readonly panel: WebviewPanel;
  readonly desk: ReviewDesk;
  /** Documents whose cursor it follows. */
  documents: ReadonlySet<string>;
}

export class ReviewPanels implements Disposable {
  readonly #subscriptions: Disposable[];
  readonly #files: Uri;
  readonly #open = new Set<Open>();
  readonly #opened = new EventEmitter<void>();

  /** Fires when a review is opened or closed. */
  readonly onDidOpen = this.#opened.event;

  constructor(
    context: ExtensionContext,
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {
    this.#files = Uri.joinPath(context.extensionUri, "dist");
    const changed = (): void => this.#tellAll({ kind: "changed" });
    this.#subscriptions = [
      this.#opened,
      server.onDidReview(changed),
      server.onDidChange(changed),
      segment.onDidChange((followed) => this.#follow(followed)),
      window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: async (panel, state: Partial<Remembered> | undefined) => {
          if (typeof state?.uri === "string") {
            server.wake();
            this.#fill(panel, state.uri);
          } else {
            panel.dispose();
          }
        },
      }),
    ];
  }

  dispose(): void {
    for (const { panel } of this.#open) {
      panel.dispose();
    }
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** Shows the review of the document in front; where it is open already, there. */
  async show(): Promise<void> {
    const uri = this.segment.editor?.document.uri.toString();
    if (uri === undefined) {
      void window.showInformationMessage(
        "Open a text with its post-edit, or a bilingual file, to review it.",
      );
      return;
    }
    const known = [...this.#open].find(({ documents }) => documents.has(uri));
    if (known !== undefined) {
      known.panel.reveal();
      return;
    }
    const panel = window.createWebviewPanel(TYPE, titleOf(uri), ViewColumn.Beside, {
      enableScripts: true,
      enableFindWidget: false,
      localResourceRoots: [this.#files],
    });
    this.#fill(panel, uri);
  }

  /** The reviews that are open. */
  get desks(): readonly ReviewDesk[] {
    return [...this.#open].map(({ desk }) => desk);
  }

  /** The open review that a document belongs to. */
  deskOf(uri: string): ReviewDesk | undefined {
    return [...this.#open].find(({ documents }) => documents.has(uri))?.desk;
  }

  /** The review that has the focus, or else one of the document in front, open or not. */
  get desk(): ReviewDesk | undefined {
    const uri = this.segment.editor?.document.uri.toString();
    const active = [...this.#open].find(({ panel }) => panel.active)?.desk;
    return (
      active ??
      (uri === undefined ? undefined : (this.deskOf(uri) ?? new ReviewDesk(this.server, uri)))
    );
  }

  #fill(panel: WebviewPanel, uri: string): void {
    const desk = new ReviewDesk(this.server, uri);
    const open: Open = { panel, desk, documents: new Set([uri]) };
    this.#open.add(open);
    panel.title = titleOf(uri);
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#files] };
    panel.webview.onDidReceiveMessage((asked: Asked) => void this.#answer(open, asked));
    panel.onDidDispose(() => {
      this.#open.delete(open);
      this.#opened.fire();
    });
    panel.webview.html = pageOf(panel.webview, this.#files, "review", "Review");
  }

  async #answer(open: Open, asked: Asked): Promise<void> {
    const { desk, panel } = open;
    if (asked.kind === "ready") {
      const documents = (await desk.review())?.documents;
      const uris = Object.values(documents ?? {}).map((document) => document?.uri);
      open.documents = new Set([desk.uri, ...uris.filter((uri) => uri !== undefined)]);
      say(panel, { kind: "opened", uri: desk.uri });
      this.#opened.fire();
      this.#follow(this.segment.current, open);
    } else if (asked.kind === "chosen") {
      const row = await desk.row(asked.segment);
      if (row !== null) {
        reveal(row.places);
      }
    } else {
      const { id } = asked;
      try {
        await this.server.settled();
        say(panel, { kind: "answer", id, answer: await desk.answer(asked) });
      } catch (error) {
        say(panel, { kind: "refusal", id, why: whyNot(error) });
      }
    }
  }

  /** Shows the segment of the cursor; not while the review itself has the focus, which leads then. */
  #follow(followed: Followed | undefined, only?: Open): void {
    const segment = followed?.alignment?.segment;
    const uri = followed?.document.uri.toString() ?? "";
    for (const open of only === undefined ? this.#open : [only]) {
      const { panel, documents } = open;
      if (segment !== undefined && documents.has(uri) && (!panel.active || only !== undefined)) {
        say(panel, { kind: "go", segment });
      }
    }
  }

  #tellAll(said: Said): void {
    for (const { panel } of this.#open) {
      say(panel, said);
    }
  }
}

/** A hidden web view gets nothing; when it is shown again, its page begins anew. */
function say(panel: WebviewPanel, said: Said): void {
  void panel.webview.postMessage(said);
}

/** Puts the cursor at a segment wherever its texts are on the screen; the review keeps the focus. */
function reveal(places: ReviewPlaces): void {
  for (const place of [places.source, places.mt, places.post_edit]) {
    if (place === null) {
      continue;
    }
    const { start, end } = place.range;
    const range = new Range(start.line, start.character, end.line, end.character);
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() === place.uri) {
        editor.selection = new Selection(range.start, range.start);
        editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
      }
    }
  }
}

function titleOf(uri: string): string {
  return `Review: ${basename(Uri.parse(uri).path)}`;
}
