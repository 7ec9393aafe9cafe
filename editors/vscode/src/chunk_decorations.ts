/**
 * What the emphasis says, on both sides: chunks in their colours, with words by the stage of their
 * match; words by what became of them.
 */

import {
  type DecorationOptions,
  type DecorationRenderOptions,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { Range as LinesRange } from "vscode-languageclient";
import { hasRightToLeft } from "../../../meteor_widget/frontend/src/diagram/texts";
import type { Decorations, Drawn } from "./drawing";
import { LANGUAGE } from "./files";
import { chunksOf, editsOf, wordsOf } from "./semantic_tokens";
import type { Server } from "./server/server";

/** How many colours chunks have. */
const COLOURS = 6;
const SECTION = "meteorscope.decorations";
/** Languages whose lines hold one text each. */
const ONE_A_LINE: ReadonlySet<string> = new Set([LANGUAGE, "plaintext"]);
const RANGE_TOKENS = "textDocument/semanticTokens/range";

/** How what became of words looks: each has a shape of its own, whatever the colours. */
const EDITS: Readonly<Record<string, DecorationRenderOptions>> = {
  added: {
    backgroundColor: new ThemeColor("meteorscope.added.background"),
    borderColor: new ThemeColor("meteorscope.added"),
    borderStyle: "solid",
    borderWidth: "0 0 2px 0",
  },
  dropped: {
    backgroundColor: new ThemeColor("meteorscope.dropped.background"),
    textDecoration: "line-through 2px var(--vscode-meteorscope-dropped)",
  },
  replaced: {
    backgroundColor: new ThemeColor("meteorscope.replaced.background"),
    textDecoration:
      "underline double 1px var(--vscode-meteorscope-replaced); text-underline-offset: 3px",
  },
  moved: framed("moved", "dashed"),
  numberOrCode: framed("numberOrCode", "solid"),
  form: { textDecoration: "underline dashed 1px; text-underline-offset: 3px" },
  otherWord: { textDecoration: "underline dotted 1px; text-underline-offset: 3px" },
  punctuation: { textDecoration: "underline solid 1px; text-underline-offset: 3px" },
};

/** The mark of a line whose words VS Code would put in another order if they were decorated. */
const RIGHT_TO_LEFT = "rightToLeft";
const WHY_NO_COLOURS =
  "METEOR: chunks of right-to-left text are not coloured here, as VS Code would change the order of" +
  " its words. The alignment panel shows them.";

export class ChunkDecorations implements Drawn {
  readonly types: ReadonlyMap<string, TextEditorDecorationType>;
  readonly settings = [SECTION];

  constructor(private readonly server: Server) {
    const types = new Map<string, TextEditorDecorationType>();
    for (let number = 1; number <= COLOURS; number++) {
      types.set(`chunk${number}`, chunkType(number));
    }
    types.set("stem", underlined("dashed"));
    types.set("synonym", underlined("dotted"));
    types.set("paraphrase", underlined("wavy"));
    types.set(
      "unmatched",
      window.createTextEditorDecorationType({ color: new ThemeColor("meteorscope.unmatched") }),
    );
    for (const [name, look] of Object.entries(EDITS)) {
      types.set(name, window.createTextEditorDecorationType(look));
    }
    types.set(
      RIGHT_TO_LEFT,
      window.createTextEditorDecorationType({
        isWholeLine: true,
        borderColor: new ThemeColor("meteorscope.chunk1"),
        borderStyle: "dotted",
        borderWidth: "0 0 1px 0",
      }),
    );
    this.types = types;
  }

  async decorationsIn({ document }: TextEditor, range: LinesRange): Promise<Decorations> {
    const settings = workspace.getConfiguration(SECTION, document);
    const found = new Map<string, DecorationOptions[]>();
    if (!settings.get("enabled", true)) {
      return found;
    }
    const tokens = await this.server.ask<{ data: number[] } | null>(RANGE_TOKENS, {
      textDocument: { uri: document.uri.toString() },
      range,
    });
    const words = wordsOf(tokens?.data ?? [], this.server.legend);
    const lineAt = (line: number): string =>
      line < document.lineCount ? document.lineAt(line).text : ""; // it may have changed meanwhile
    const rightToLeft = new Set(
      words.map(({ line }) => line).filter((line) => hasRightToLeft(lineAt(line))),
    );
    found.set(
      RIGHT_TO_LEFT,
      [...rightToLeft].map((line) => ({
        range: new Range(line, 0, line, 0),
        hoverMessage: WHY_NO_COLOURS,
      })),
    );
    const add = (name: string, line: number, start: number, end: number): void => {
      if (rightToLeft.has(line)) {
        return;
      }
      const ranges = found.get(name) ?? [];
      ranges.push({ range: new Range(line, start, line, end) });
      found.set(name, ranges);
    };
    const between = ONE_A_LINE.has(document.languageId) ? undefined : lineAt;
    for (const { line, start, end, name } of chunksOf(words, between)) {
      add(name, line, start, end);
    }
    for (const { line, start, end, name } of editsOf(words, lineAt)) {
      add(name, line, start, end);
    }
    const ofChunks = words.filter(({ edit }) => edit === undefined);
    for (const { line, start, end, type } of settings.get("stages", true) ? ofChunks : []) {
      add(type, line, start, end);
    }
    return found;
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

function framed(name: string, style: "dashed" | "solid"): DecorationRenderOptions {
  return {
    backgroundColor: new ThemeColor(`meteorscope.${name}.background`),
    borderColor: new ThemeColor(`meteorscope.${name}`),
    borderStyle: style,
    borderWidth: "1px",
    borderRadius: "2px",
  };
}

function underlined(style: "dashed" | "dotted" | "wavy"): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    textDecoration: `underline ${style} 1px; text-underline-offset: 3px`,
  });
}
