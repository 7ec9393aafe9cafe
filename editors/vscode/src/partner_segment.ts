/** The segment that the cursor is in, marked in the other texts that are on the screen. */

import {
  type Disposable,
  OverviewRulerLane,
  Range,
  type TextEditor,
  ThemeColor,
  window,
} from "vscode";
import { Latest } from "../../../meteor_widget/frontend/src/scheduling";
import type { FollowedSegment } from "./followed_segment";
import { asVsCodeWrites } from "./places";
import { type SegmentTexts, TEXTS } from "./protocol";
import type { Server } from "./server/server";

export class PartnerSegment implements Disposable {
  readonly #mark = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("meteorscope.partner.background"),
    overviewRulerColor: new ThemeColor("meteorscope.partner"),
    overviewRulerLane: OverviewRulerLane.Full,
    borderColor: new ThemeColor("meteorscope.partner"),
    borderStyle: "solid",
    borderWidth: "0 0 0 3px",
  });
  readonly #look = new Latest(() => this.#lookAgain());
  readonly #subscriptions: Disposable[];

  constructor(
    private readonly server: Server,
    private readonly segment: FollowedSegment,
  ) {
    this.#subscriptions = [this.#mark, segment.onDidChange(() => this.#look.request())];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #lookAgain(): Promise<void> {
    const leader = this.segment.editor;
    const others = window.visibleTextEditors.filter((editor) => editor !== leader);
    const found = leader && others.length > 0 ? await this.#textsAt(leader) : undefined;
    const ranges = new Map<string, Range>();
    for (const { uri, range } of found?.texts ?? []) {
      const { start, end } = range;
      ranges.set(
        asVsCodeWrites(uri),
        new Range(start.line, start.character, end.line, end.character),
      );
    }
    leader?.setDecorations(this.#mark, []);
    for (const editor of others) {
      const uri = editor.document.uri.toString();
      const range = uri === leader?.document.uri.toString() ? undefined : ranges.get(uri);
      editor.setDecorations(this.#mark, range === undefined ? [] : [range]);
    }
  }

  async #textsAt({ document, selection }: TextEditor): Promise<SegmentTexts | null | undefined> {
    const { line, character } = selection.active;
    return this.server.ask<SegmentTexts | null>(TEXTS, {
      textDocument: { uri: document.uri.toString() },
      position: { line, character },
    });
  }
}
