/** A hypothesis and its reference side by side, scrolling together. */

import {
  commands,
  type Disposable,
  Range,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { Followed, FollowedSegment } from "./followed_segment";
import { asVsCodeWrites } from "./places";
import { across, LINES, type Lines, SUMMARY, type Summary } from "./protocol";
import type { Server } from "./server/server";

/** Context of VS Code: the documents in which our keys and buttons work, whatever their language. */
const PAIRED = "meteorscope.pairedDocuments";
/** Those of them whose other side is in a file of its own. */
const WITH_PARTNERS = "meteorscope.documentsWithPartners";
/** Milliseconds during which an editor that was scrolled by us does not lead. */
const FOLLOWING = 150;

export class Pairs implements Disposable {
  readonly #subscriptions: Disposable[];
  /** Which documents belong together: hypothesis and references, by each of them. */
  readonly #families = new Map<string, ReadonlySet<string>>();
  /** The first line that each editor was seen with: one that is made smaller does not lead. */
  readonly #tops = new WeakMap<TextEditor, number>();
  /** Until when an editor is being moved along. */
  readonly #following = new WeakMap<TextEditor, number>();
  /** Which lines of two documents belong together, asked again when that may be others. */
  readonly #lines = new Map<string, Promise<Lines>>();

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {
    this.#subscriptions = [
      segment.onDidChange((followed) => followed && this.#hear(followed)),
      // Where a person moves the cursor, that side leads, even if it was just moved along.
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#following.delete(textEditor)),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#lead(textEditor)),
      server.onDidScore(() => this.#lines.clear()),
      server.onDidChange(() => this.#lines.clear()),
      workspace.onDidChangeTextDocument(({ contentChanges }) => {
        if (contentChanges.some(({ range, text }) => !range.isSingleLine || text.includes("\n"))) {
          this.#lines.clear();
        }
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** Opens what belongs to the document in front: the hypothesis on the left. */
  async openBeside(): Promise<void> {
    const editor = this.segment.editor ?? window.activeTextEditor;
    const uri = editor?.document.uri.toString();
    const summary = await this.server.ask<Summary | null>(SUMMARY, { textDocument: { uri } });
    if (editor === undefined || !summary) {
      void window.showInformationMessage("This file is not paired with a reference.");
      return;
    }
    this.#learn(summary);
    const { hypothesis } = summary;
    const shown = summary.references.find((one) => one === uri);
    const reference = shown ?? this.segment.current?.alignment?.documents.reference.uri;
    const other = reference ?? summary.references[0] ?? hypothesis;
    if (other === hypothesis) {
      void window.showInformationMessage("Hypothesis and reference are both in this file.");
      return;
    }
    const { line } = editor.selection.active;
    const isLeft = uri === hypothesis;
    const beside = across(await this.#linesOf(uri ?? "", isLeft ? other : hypothesis), line);
    const left = await show(hypothesis, ViewColumn.One, isLeft ? line : beside);
    const right = await show(other, ViewColumn.Two, isLeft ? beside : line);
    await this.#align(left, right);
    const active = isLeft ? left : right;
    await window.showTextDocument(active.document, active.viewColumn);
  }

  #hear({ document, summary }: Followed): void {
    if (summary !== null) {
      this.#learn(summary);
    } else if (this.#families.delete(document.uri.toString())) {
      this.#tellPaired();
    }
  }

  #learn({ hypothesis, references }: Summary): void {
    const family = new Set([hypothesis, ...references].map(asVsCodeWrites));
    const before = this.#families.size;
    for (const uri of family) {
      this.#families.set(uri, family);
    }
    if (this.#families.size !== before) {
      this.#tellPaired();
    }
  }

  #tellPaired(): void {
    // Not as text: in a remote window they have other names there.
    const tell = (key: string, least: number): void => {
      const found = [...this.#families].filter(([, family]) => family.size >= least);
      const uris = found.map(([uri]) => Uri.parse(uri));
      void commands.executeCommand("setContext", key, uris);
    };
    tell(PAIRED, 1);
    tell(WITH_PARTNERS, 2);
  }

  /** Moves the others of a pair along with an editor that was scrolled. */
  #lead(editor: TextEditor): void {
    const top = editor.visibleRanges[0]?.start.line ?? 0;
    const before = this.#tops.get(editor) ?? 0;
    this.#tops.set(editor, top);
    if (
      top === before ||
      Date.now() < (this.#following.get(editor) ?? 0) ||
      !workspace
        .getConfiguration("meteorscope", editor.document)
        .get("scrolling.synchronised", true)
    ) {
      return;
    }
    const uri = editor.document.uri.toString();
    const family = this.#families.get(uri);
    for (const other of window.visibleTextEditors) {
      const otherUri = other.document.uri.toString();
      if (other !== editor && otherUri !== uri && family?.has(otherUri)) {
        void this.#align(editor, other);
      }
    }
  }

  /** Which lines of one document belong to which of another; side by side if unknown. */
  #linesOf(uri: string, other: string): Promise<Lines> {
    const key = JSON.stringify([uri, other]);
    const known = this.#lines.get(key) ?? this.#askForLines(uri, other);
    this.#lines.set(key, known);
    return known;
  }

  async #askForLines(uri: string, other: string): Promise<Lines> {
    const asked = { textDocument: { uri }, other };
    return (await this.server.ask<Lines | null>(LINES, asked)) ?? { starts: [[0, 0]] };
  }

  async #align(leader: TextEditor, follower: TextEditor): Promise<void> {
    const [uri, other] = [leader, follower].map(({ document }) => document.uri.toString());
    const lines = await this.#linesOf(uri as string, other as string);
    const first = leader.visibleRanges[0]?.start.line; // as it is by now
    const last = follower.document.lineCount - 1;
    const top = first === undefined ? undefined : Math.min(across(lines, first), last);
    if (top === undefined || top === follower.visibleRanges[0]?.start.line) {
      return;
    }
    this.#following.set(follower, Date.now() + FOLLOWING);
    this.#tops.set(follower, top);
    follower.revealRange(new Range(top, 0, top, 0), TextEditorRevealType.AtTop);
  }
}

async function show(uri: string, viewColumn: ViewColumn, line: number): Promise<TextEditor> {
  const editor = await window.showTextDocument(Uri.parse(uri), { viewColumn, preview: false });
  const place = new Range(line, 0, line, 0);
  editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
