/** The segment that the cursor is in: its alignment, asked for again whenever it may differ. */

import {
  type Disposable,
  EventEmitter,
  type Position,
  type TextDocument,
  type TextEditor,
  window,
  workspace,
} from "vscode";
import { Latest } from "../../../meteor_widget/frontend/src/scheduling";
import { isForServer } from "./files";
import { ALIGNMENT, type PlacedAlignment, SUMMARY, type Summary } from "./protocol";
import type { Server } from "./server/server";

export interface Followed {
  readonly document: TextDocument;
  readonly cursor: Position;
  /** Null where the document is not scored. */
  readonly summary: Summary | null;
  /** Null where the cursor is in no segment that is scored. */
  readonly alignment: PlacedAlignment | null;
}

export class FollowedSegment implements Disposable {
  readonly #changed = new EventEmitter<Followed | undefined>();
  readonly #subscriptions: Disposable[];
  readonly #look = new Latest(() => this.#lookAgain());
  #editor: TextEditor | undefined;
  #current: Followed | undefined;
  /** The reference that a person wants to see a hypothesis against, by hypothesis. */
  readonly #references = new Map<string, string>();

  /** Undefined where no document of ours is in front. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly server: Server) {
    const ask = (): void => this.#look.request();
    const follow = (editor: TextEditor | undefined): void => {
      // With the focus in a panel, the last editor is still followed.
      if (editor !== undefined || !window.visibleTextEditors.includes(this.#editor as TextEditor)) {
        this.#editor = editor && isForServer(editor.document) ? editor : undefined;
        ask();
      }
    };
    this.#subscriptions = [
      this.#changed,
      server.onDidChange(ask),
      server.onDidScore(ask),
      window.onDidChangeActiveTextEditor(follow),
      window.onDidChangeVisibleTextEditors(() => follow(window.activeTextEditor)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) {
          follow(textEditor);
        } else if (textEditor === this.#editor) {
          ask();
        }
      }),
      workspace.onDidChangeTextDocument(({ document }) => isForServer(document) && ask()),
    ];
    follow(window.activeTextEditor);
  }

  get current(): Followed | undefined {
    return this.#current;
  }

  /** The editor that is followed. */
  get editor(): TextEditor | undefined {
    return this.#editor;
  }

  /** Shows a hypothesis against one of its references; undefined: the best of each segment. */
  chooseReference(hypothesis: string, reference: string | undefined): void {
    if (reference === undefined) {
      this.#references.delete(hypothesis);
    } else {
      this.#references.set(hypothesis, reference);
    }
    this.#look.request();
  }

  chosenReference(hypothesis: string): string | undefined {
    return this.#references.get(hypothesis);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #lookAgain(): Promise<void> {
    const editor = this.#editor;
    if (editor === undefined || this.server.condition !== "running") {
      this.#tell(undefined);
      return;
    }
    const { document, selection } = editor;
    const textDocument = { uri: document.uri.toString() };
    const [summary, alignment] = await Promise.all([
      this.server.ask<Summary | null>(SUMMARY, { textDocument }),
      this.server.ask<PlacedAlignment | null>(ALIGNMENT, {
        textDocument,
        position: { line: selection.active.line, character: selection.active.character },
      }),
    ]);
    this.#tell({
      document,
      cursor: selection.active,
      summary: summary ?? null,
      alignment: (await this.#chosen(alignment)) ?? null,
    });
  }

  /** The same segment against the reference that was chosen. */
  async #chosen(
    alignment: PlacedAlignment | null | undefined,
  ): Promise<PlacedAlignment | null | undefined> {
    const { hypothesis, reference } = alignment?.documents ?? {};
    const wanted = this.#references.get(hypothesis?.uri ?? "");
    if (wanted === undefined || wanted === reference?.uri) {
      return alignment;
    }
    const other = await this.server.ask<PlacedAlignment | null>(ALIGNMENT, {
      textDocument: { uri: wanted },
      segment: alignment?.segment,
    });
    return other ?? alignment;
  }

  #tell(followed: Followed | undefined): void {
    this.#current = followed;
    this.#changed.fire(followed);
  }
}
