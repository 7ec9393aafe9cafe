/** States and comments of segments as signs beside their text. */

import {
  type DecorationOptions,
  OverviewRulerLane,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  Uri,
  window,
} from "vscode";
import type { Range as LinesRange } from "vscode-languageclient";
import {
  STATE_NAMES,
  SIGNS as STATE_SIGNS,
} from "../../../../meteor_widget/frontend/src/views/review/keys";
import type { State } from "../../../../meteor_widget/frontend/src/views/review/review_format";
import type { Decorations, Drawn } from "../drawing";
import { type SaidOf, STATES_ON } from "../protocol";
import type { Server } from "../server/server";

/** States that were set, and comments on segments to do. */
type Marked = Exclude<State, "to-do"> | "comment";

/** In colours that are clear on light and dark grounds alike; the shapes tell them apart. */
const SHAPES: Readonly<Record<Marked, readonly [shape: string, colour: string]>> = {
  "in-work": [
    '<circle cx="8" cy="8" r="4.5" fill="none" stroke="C" stroke-width="1.5"/><path d="M8 3.5a4.5 4.5 0 0 1 0 9z" fill="C"/>',
    "#8a8a8a",
  ],
  reviewed: ['<circle cx="8" cy="8" r="4.5" fill="C"/>', "#3b8bc4"],
  approved: [
    '<path d="M3 8.5l3.5 3.5L13 4.5" fill="none" stroke="C" stroke-width="2"/>',
    "#2f9e6e",
  ],
  rejected: ['<path d="M4 4l8 8M12 4l-8 8" fill="none" stroke="C" stroke-width="2"/>', "#d0662a"],
  comment: [
    '<path d="M3 4h10v6.5H8.5L5.5 13v-2.5H3z" fill="none" stroke="C" stroke-width="1.5"/>',
    "#8a8a8a",
  ],
};

const RULER: Readonly<Record<Marked, string>> = {
  "in-work": "meteorscope.unmatched",
  reviewed: "meteorscope.chunk1",
  approved: "meteorscope.chunk3",
  rejected: "meteorscope.chunk2",
  comment: "meteorscope.unmatched",
};

export class ReviewSigns implements Drawn {
  readonly types: ReadonlyMap<string, TextEditorDecorationType> = new Map(
    (Object.keys(SHAPES) as Marked[]).map((state) => [state, typeOf(state)]),
  );
  readonly settings = [];

  constructor(private readonly server: Server) {}

  async decorationsIn({ document }: TextEditor, range: LinesRange): Promise<Decorations> {
    const found = new Map<string, DecorationOptions[]>();
    const asked = { textDocument: { uri: document.uri.toString() }, range };
    for (const said of (await this.server.ask<readonly SaidOf[]>(STATES_ON, asked)) ?? []) {
      const { state, line } = said;
      const sign = state === "to-do" ? "comment" : state;
      const options = found.get(sign) ?? [];
      options.push({ range: new Range(line, 0, line, 0), hoverMessage: inWords(said) });
      found.set(sign, options);
    }
    return found;
  }
}

/** What people have said of a segment, for a tooltip or a list. */
export function inWords({ state, comments }: Pick<SaidOf, "state" | "comments">): string {
  const counted = comments === 1 ? "1 comment" : `${comments} comments`;
  const words = state === "to-do" ? [] : [`${STATE_SIGNS[state]} ${STATE_NAMES[state]}`];
  return [...words, ...(comments > 0 ? [counted] : [])].join(", ");
}

function typeOf(state: Marked): TextEditorDecorationType {
  const [shape, colour] = SHAPES[state];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape.replaceAll("C", colour)}</svg>`;
  return window.createTextEditorDecorationType({
    gutterIconPath: Uri.parse(`data:image/svg+xml,${encodeURIComponent(picture)}`),
    gutterIconSize: "contain",
    overviewRulerColor: new ThemeColor(RULER[state]),
    overviewRulerLane: OverviewRulerLane.Left,
  });
}
