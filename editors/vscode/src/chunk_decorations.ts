/** Chunks in their colours, on both sides, and words by the stage of their match. */

import {
  type DecorationOptions,
  type Disposable,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import { isForServer } from "./files";
import { Latest } from "./latest";
import { chunksOf, type Word, wordsOf } from "./semantic_tokens";
import type { Server } from "./server/server";

/** How many colours chunks have. */
const COLOURS = 6;
/** Lines above and below what is seen that have their colours before they are scrolled to. */
const MARGIN = 40;
const RANGE_TOKENS = "textDocument/semanticTokens/range";

export class ChunkDecorations implements Disposable {
  readonly #types = new Map<string, TextEditorDecorationType>();
  readonly #subscriptions: Disposable[];
  readonly #draw = new Latest(() => this.#drawAll());

  constructor(private readonly server: Server) {
    for (let number = 1; number <= COLOURS; number++) {
      this.#types.set(`chunk${number}`, chunkType(number));
    }
    this.#types.set("stem", underlined("dashed"));
    this.#types.set("synonym", underlined("dotted"));
    this.#types.set("paraphrase", underlined("wavy"));
    this.#types.set(
      "unmatched",
      window.createTextEditorDecorationType({ color: new ThemeColor("meteorscope.unmatched") }),
    );
    const ask = (): void => this.#draw.ask();
    this.#subscriptions = [
      server.onDidChange(ask),
      server.onDidScore(ask),
      window.onDidChangeVisibleTextEditors(ask),
      window.onDidChangeTextEditorVisibleRanges(ask),
      workspace.onDidChangeTextDocument(({ document }) => isForServer(document) && ask()),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("meteorscope.decorations")) {
          ask();
        }
      }),
    ];
    ask();
  }

  dispose(): void {
    for (const one of [...this.#subscriptions, ...this.#types.values()]) {
      one.dispose();
    }
  }

  async #drawAll(): Promise<void> {
    const editors = window.visibleTextEditors.filter((editor) => isForServer(editor.document));
    await Promise.all(editors.map((editor) => this.#drawIn(editor)));
  }

  async #drawIn(editor: TextEditor): Promise<void> {
    const { document } = editor;
    const settings = workspace.getConfiguration("meteorscope.decorations", document);
    const isOn = settings.get("enabled", true) && this.server.condition === "running";
    const { version } = document;
    const words = isOn ? await this.#wordsIn(editor) : [];
    if (document.version !== version) {
      return; // the edit has asked again
    }
    const found = new Map<string, DecorationOptions[]>();
    const add = (name: string, line: number, start: number, end: number): void => {
      const ranges = found.get(name) ?? [];
      ranges.push({ range: new Range(line, start, line, end) });
      found.set(name, ranges);
    };
    for (const { line, start, end, chunk } of chunksOf(words)) {
      add(chunk, line, start, end);
    }
    for (const { line, start, end, type } of settings.get("stages", true) ? words : []) {
      add(type, line, start, end);
    }
    for (const [name, decoration] of this.#types) {
      editor.setDecorations(decoration, found.get(name) ?? []);
    }
  }

  async #wordsIn({ document, visibleRanges }: TextEditor): Promise<Word[]> {
    const first = Math.min(...visibleRanges.map((range) => range.start.line));
    const last = Math.max(...visibleRanges.map((range) => range.end.line));
    if (visibleRanges.length === 0) {
      return [];
    }
    const tokens = await this.server.ask<{ data: number[] } | null>(RANGE_TOKENS, {
      textDocument: { uri: document.uri.toString() },
      range: {
        start: { line: Math.max(0, first - MARGIN), character: 0 },
        end: { line: Math.min(document.lineCount - 1, last + MARGIN), character: 0 },
      },
    });
    return wordsOf(tokens?.data ?? [], this.server.legend);
  }
}

/** A tinted ground with a line below; in high contrast, themes make it a box. */
function chunkType(number: number): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor(`meteorscope.chunk${number}.background`),
    borderColor: new ThemeColor(`meteorscope.chunk${number}`),
    borderStyle: "solid",
    borderWidth: "0 0 2px 0",
    borderRadius: "2px",
  });
}

function underlined(style: "dashed" | "dotted" | "wavy"): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    textDecoration: `underline ${style} 1px; text-underline-offset: 3px`,
  });
}
