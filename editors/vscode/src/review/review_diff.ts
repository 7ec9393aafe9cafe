/** MT and post-edit in VS Code's diff editor, a segment on each line, whatever file they are in. */

import {
  commands,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  workspace,
} from "vscode";
import { LANGUAGE } from "../files";
import type { ReviewRow } from "../protocol";
import type { Server } from "../server/server";
import { ReviewDesk } from "./review_desk";

const SCHEME = "meteorscope-review";

type Side = "mt" | "post_edit";

/** Documents that are made of the segments of one side; they are never written to a disk. */
export class ReviewDiff implements TextDocumentContentProvider, Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor(private readonly server: Server) {
    this.#subscriptions = [
      this.#changed,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onDidReview(() => this.#renew()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** Shows both sides, at a segment if there is one. */
  async show({ uri }: ReviewDesk, segment: number | undefined): Promise<void> {
    const [mt, postEdit] = [sideOf(uri, "mt"), sideOf(uri, "post_edit")];
    // So they wrap, and are drawn, as segments are.
    for (const side of [mt, postEdit]) {
      const document = await workspace.openTextDocument(side);
      await languages.setTextDocumentLanguage(document, LANGUAGE);
    }
    const line = Math.max((segment ?? 1) - 1, 0);
    const name = uri.slice(uri.lastIndexOf("/") + 1);
    const title = `${decodeURIComponent(name)}: MT ↔ post-edit, by segment`;
    await commands.executeCommand("vscode.diff", mt, postEdit, title, {
      viewColumn: ViewColumn.Active,
      selection: new Range(line, 0, line, 0),
    });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const { of, side } = JSON.parse(uri.query) as { of: string; side: Side };
    const lines: string[] = [];
    for await (const row of new ReviewDesk(this.server, of).all()) {
      while (lines.length < row.segment - 1) {
        lines.push(""); // segments without one of the texts keep their lines
      }
      lines.push(onOneLine(row, side));
    }
    return `${lines.join("\n")}\n`;
  }

  #renew(): void {
    for (const { uri } of workspace.textDocuments) {
      if (uri.scheme === SCHEME) {
        this.#changed.fire(uri);
      }
    }
  }
}

function sideOf(of: string, side: Side): Uri {
  const query = JSON.stringify({ of, side });
  return Uri.from({ scheme: SCHEME, path: `/${side === "mt" ? "MT" : "post-edit"}`, query });
}

function onOneLine(row: ReviewRow, side: Side): string {
  return row[side].replace(/\r\n|[\n\r\u2028\u2029]/g, "⏎");
}
