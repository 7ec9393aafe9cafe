/** The alignment panel: a view that follows the cursor and moves while one types. */

import { basename } from "node:path";
import {
  commands,
  type Disposable,
  type ExtensionContext,
  Position,
  Uri,
  type WebviewView,
  type WebviewViewProvider,
  window,
} from "vscode";
import type { Range } from "vscode-languageclient";
import type { Followed, FollowedSegment } from "./followed_segment";
import { showPlace } from "./places";
import { type Place, type PlacedAlignment, SIDES } from "./protocol";
import { isolated } from "./shown_texts";
import type { FromPanel, Shown, WordInRow } from "./webview/messages";
import { pageOf } from "./webview_page";

export const PANEL = "meteorscope.alignment";

export class AlignmentPanel implements WebviewViewProvider, Disposable {
  readonly #subscriptions: Disposable[];
  readonly #files: Uri;
  #view: WebviewView | undefined;

  constructor(
    context: ExtensionContext,
    private readonly segment: FollowedSegment,
  ) {
    this.#files = Uri.joinPath(context.extensionUri, "dist");
    this.#subscriptions = [
      window.registerWebviewViewProvider(PANEL, this),
      segment.onDidChange((followed) => this.#show(followed)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  resolveWebviewView(view: WebviewView): void {
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.#files] };
    view.webview.onDidReceiveMessage((message: FromPanel) => this.#answer(message));
    view.onDidChangeVisibility(() => this.#show(this.segment.current));
    view.onDidDispose(() => {
      this.#view = undefined;
    });
    view.webview.html = pageOf(view.webview, this.#files, "panel", "Alignment");
  }

  #show(followed: Followed | undefined): void {
    if (this.#view?.visible) {
      void this.#view.webview.postMessage(shownOf(followed));
    }
  }

  #answer(message: FromPanel): void {
    if (message.kind === "ready") {
      this.#show(this.segment.current);
    } else if (message.kind === "explain") {
      void commands.executeCommand("meteorscope.explainPairing");
    } else {
      const place = this.segment.current?.alignment?.documents[message.word.side];
      if (place !== undefined) {
        void showPlace(place, message.word.token);
      }
    }
  }
}

function shownOf(followed: Followed | undefined): Shown {
  const alignment = followed?.alignment ?? null;
  if (followed === undefined) {
    const why = "Place the cursor in a hypothesis or a reference to see the alignment.";
    return { alignment: null, why, isUnpaired: false };
  }
  if (alignment === null) {
    const name = isolated(basename(followed.document.fileName));
    const isUnpaired = followed.summary === null;
    const why = isUnpaired
      ? `${name} is not paired with a reference.`
      : (followed.summary?.problem ?? "The cursor is in no segment with a partner.");
    return { alignment, why, isUnpaired };
  }
  const { documents } = alignment;
  return {
    alignment,
    source: alignment.source,
    references: followed.summary?.references.length ?? 1,
    names: {
      hypothesis: nameOf(documents.hypothesis, documents.reference),
      reference: nameOf(documents.reference, documents.hypothesis),
    },
    cursor: wordAt(followed, alignment),
  };
}

/** What a side is called: by its file or, where both are in one, by its column or its text there. */
function nameOf({ uri, field }: Place, other: Place): string {
  return uri === other.uri && field !== null ? field : basename(Uri.parse(uri).path);
}

/** The word that the cursor is in, or at the end of. */
function wordAt({ document, cursor }: Followed, alignment: PlacedAlignment): WordInRow | null {
  for (const side of SIDES) {
    const { uri, words } = alignment.documents[side];
    if (uri === document.uri.toString()) {
      const covers = ({ start, end }: Range): boolean =>
        !cursor.isBefore(positionOf(start)) && !cursor.isAfter(positionOf(end));
      const token = words.findLastIndex(covers);
      if (token >= 0) {
        return { side, token };
      }
    }
  }
  return null;
}

function positionOf({ line, character }: Range["start"]): Position {
  return new Position(line, character);
}
