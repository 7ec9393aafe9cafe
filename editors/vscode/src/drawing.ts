/** Decorations of the visible lines, drawn again whenever they may differ. */

import {
  type DecorationOptions,
  type Disposable,
  type Event,
  type TextEditor,
  type TextEditorDecorationType,
  window,
  workspace,
} from "vscode";
import type { Range } from "vscode-languageclient";
import { Latest } from "../../../meteor_widget/frontend/src/scheduling";
import { isForServer } from "./files";
import type { Server } from "./server/server";

/** Lines above and below the visible ones that are drawn before they are scrolled to. */
const MARGIN = 40;

/** By the name of their type. */
export type Decorations = ReadonlyMap<string, DecorationOptions[]>;

export interface Drawn {
  readonly types: ReadonlyMap<string, TextEditorDecorationType>;
  /** Settings that change the drawing. */
  readonly settings: readonly string[];
  /** Decorations on some lines of an editor. */
  decorationsIn(editor: TextEditor, range: Range): Promise<Decorations>;
}

/** Keeps the drawing up to date, in plain editors and on both sides of diffs. */
export class Drawing implements Disposable {
  readonly #subscriptions: Disposable[];
  readonly #draw = new Latest(() => this.#drawAll());

  constructor(
    private readonly server: Server,
    private readonly drawn: Drawn,
    /** Further events after which it may differ. */
    changes: readonly Event<void>[] = [],
  ) {
    const ask = (): void => this.#draw.request();
    this.#subscriptions = [
      ...changes.map((changed) => changed(ask)),
      server.onDidChange(ask),
      server.onDidScore(ask),
      window.onDidChangeVisibleTextEditors(ask),
      window.onDidChangeTextEditorVisibleRanges(ask),
      workspace.onDidChangeTextDocument(({ document }) => isForServer(document) && ask()),
      workspace.onDidChangeConfiguration((event) => {
        if (drawn.settings.some((setting) => event.affectsConfiguration(setting))) {
          ask();
        }
      }),
      ...drawn.types.values(),
    ];
    ask();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #drawAll(): Promise<void> {
    const editors = window.visibleTextEditors.filter((editor) => isForServer(editor.document));
    await Promise.all(editors.map((editor) => this.#drawIn(editor)));
  }

  async #drawIn(editor: TextEditor): Promise<void> {
    const { document, visibleRanges } = editor;
    const { version } = document;
    const isSeen = visibleRanges.length > 0 && this.server.condition === "running";
    const found = isSeen ? await this.drawn.decorationsIn(editor, nearby(editor)) : undefined;
    if (document.version !== version) {
      return; // the edit has asked again
    }
    for (const [name, decoration] of this.drawn.types) {
      editor.setDecorations(decoration, found?.get(name) ?? []);
    }
  }
}

function nearby({ document, visibleRanges }: TextEditor): Range {
  const first = Math.min(...visibleRanges.map((range) => range.start.line));
  const last = Math.min(
    document.lineCount - 1,
    Math.max(...visibleRanges.map((range) => range.end.line)) + MARGIN,
  );
  return {
    start: { line: Math.max(0, first - MARGIN), character: 0 },
    end: { line: last, character: document.lineAt(last).text.length },
  };
}
