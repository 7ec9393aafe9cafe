/** The score at the end of each segment, in the colour and with the sign of its band. */

import {
  type DecorationOptions,
  DecorationRangeBehavior,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { InlayHint, Range as LinesRange } from "vscode-languageclient";
import type { Decorations, Drawn } from "./drawing";
import type { Server } from "./server/server";
import { type Band, type Bands, bandOf, bandsOf, roomOf, SIGNS, wordsOfHint } from "./shown_texts";

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
      const width = roomOf(words);
      found.get(band)?.push({
        // Empty: a range would have its last character drawn apart, which right-to-left words do
        // not survive, and its score would not go with the room to the next row.
        range: new Range(line, character, line, character),
        renderOptions: {
          after: {
            contentText: ` ${SIGNS[band]} ${words}`,
            width: `${width}ch`,
            margin: `0 0 0 -${width}ch`,
          },
        },
      });
    }
    return found;
  }
}

/** Over the room that is kept for it. */
function typeOf(band: Band): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    after: {
      color: colourOf(band),
      // Not counted by the browser either, so that VS Code's hint below it is pointed at.
      textDecoration: "none; position: absolute; pointer-events: none; white-space: pre",
    },
    // Text typed at the end of a segment comes before its score.
    rangeBehavior: DecorationRangeBehavior.OpenOpen,
  });
}

export const BANDS_SETTING = "meteorscope.scoreBands";

export function bandsFor(uri: Uri | undefined): Bands {
  return bandsOf(workspace.getConfiguration("meteorscope", uri).get<unknown>("scoreBands"));
}

export function colourOf(band: Band): ThemeColor {
  return new ThemeColor(`meteorscope.score.${band}`);
}
