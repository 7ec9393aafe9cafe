/** The score at the end of each segment, in the colour and with the sign of its band. */

import {
  type DecorationOptions,
  DecorationRangeBehavior,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
} from "vscode";
import type { InlayHint, Range as LinesRange } from "vscode-languageclient";
import { BANDS_SETTING, bandsFor, colourOf } from "./band_colours";
import { type Band, bandOf, SIGNS } from "./bands";
import type { Decorations, Drawn } from "./drawing";
import { roomOf, wordsOfHint } from "./hint_room";
import type { Server } from "./server/server";

const HINTS = "textDocument/inlayHint";
const BANDS = Object.keys(SIGNS) as Band[];

/**
 * The server's hints as decorations of our own: VS Code draws all hints in one colour, which is hard
 * to read in most themes.
 */
export class ScoreHints implements Drawn {
  readonly types: ReadonlyMap<string, TextEditorDecorationType> = new Map(
    BANDS.map((band) => [band, typeOf(band)]),
  );
  readonly settings = [BANDS_SETTING];

  constructor(private readonly server: Server) {}

  async decorationsIn({ document }: TextEditor, range: LinesRange): Promise<Decorations> {
    const { version } = document;
    const hints = await this.server.ask<InlayHint[] | null>(HINTS, {
      textDocument: { uri: document.uri.toString() },
      range,
    });
    const bands = bandsFor(document.uri);
    const found = new Map<string, DecorationOptions[]>([...this.types.keys()].map((n) => [n, []]));
    for (const { label, position } of document.version === version ? (hints ?? []) : []) {
      const words = wordsOfHint(label);
      const band = bandOf(Number.parseFloat(words), bands);
      const { line, character } = position;
      const { text } = document.lineAt(line);
      found.get(band)?.push({
        range: new Range(line, lastCharacter(text, character), line, character),
        renderOptions: {
          after: { contentText: ` ${SIGNS[band]} ${words}`, width: `${roomOf(words)}ch` },
        },
      });
    }
    return found;
  }
}

/**
 * Where the last character before a column begins: a score behind it stands before the room that is
 * kept for it, where one behind nothing would stand after that.
 */
function lastCharacter(text: string, column: number): number {
  const isPair = column > 1 && (text.codePointAt(column - 2) ?? 0) > 0xffff;
  return Math.max(0, column - (isPair ? 2 : 1));
}

/** Over the room that is kept for it. */
function typeOf(band: Band): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    after: {
      color: colourOf(band),
      // Covers the room.
      backgroundColor: new ThemeColor("editor.background"),
      // Not counted by the browser either, so that VS Code's hint below it is pointed at.
      textDecoration: "none; position: absolute; pointer-events: none; white-space: pre",
    },
    // What is typed at the end of a segment comes before its score.
    rangeBehavior: DecorationRangeBehavior.OpenOpen,
  });
}
