/** The extension: a thin client of the language server `meteor-lsp`. */

import type { ExtensionContext } from "vscode";
import { AlignmentPanel } from "./alignment_panel";
import { ChunkDecorations } from "./chunk_decorations";
import { registerCommands } from "./commands";
import { Drawing } from "./drawing";
import { FollowedSegment } from "./followed_segment";
import { Pairs } from "./pairs";
import { PartnerSegment } from "./partner_segment";
import { ScoreHints } from "./score_hints";
import { SegmentsView } from "./segments_view";
import { Server } from "./server/server";
import { offerSchema } from "./server/toml_schema";
import { StatusBar } from "./status_bar";
import { wakeWhereNeeded } from "./waking";

let server: Server | undefined;

export function activate(context: ExtensionContext): void {
  server = new Server(context.globalState);
  const segment = new FollowedSegment(server);
  const pairs = new Pairs(server, segment);
  const segments = new SegmentsView(server, segment);
  context.subscriptions.push(
    segment,
    pairs,
    segments,
    new AlignmentPanel(context, segment),
    new Drawing(server, new ChunkDecorations(server)),
    new Drawing(server, new ScoreHints(server)),
    new PartnerSegment(server, segment),
    new StatusBar(server, segment),
    offerSchema(context),
    ...registerCommands({ server, segment, pairs, segments }),
  );
  context.subscriptions.push(wakeWhereNeeded(server));
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}
