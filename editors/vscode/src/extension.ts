/** The extension: a thin client of the language server `meteor-lsp`. */

import type { ExtensionContext } from "vscode";
import { AlignmentPanel } from "./alignment_panel";
import { ChunkDecorations } from "./chunk_decorations";
import { registerCommands } from "./commands";
import { Documents } from "./documents";
import { Drawing } from "./drawing";
import { FollowedSegment } from "./followed_segment";
import { Pairs } from "./pairs";
import { PartnerSegment } from "./partner_segment";
import { ReviewComments } from "./review/review_comments";
import { ReviewDiff } from "./review/review_diff";
import { ReviewPanels } from "./review/review_panel";
import { ReviewSigns } from "./review/review_signs";
import { ScoreHints } from "./score_hints";
import { SegmentsView } from "./segments_view";
import { CarriedServer } from "./server/carried";
import { Server } from "./server/server";
import { offerSchema } from "./server/toml_schema";
import { StatusBar } from "./status_bar";
import { wakeWhereNeeded } from "./waking";

let server: Server | undefined;

export function activate(context: ExtensionContext): void {
  const carried = CarriedServer.in(
    context.asAbsolutePath("dist/server"),
    context.globalStorageUri.fsPath,
  );
  server = new Server(context.globalState, carried);
  const segment = new FollowedSegment(server);
  const pairs = new Pairs(server, segment);
  const documents = new Documents(server);
  const reviews = new ReviewPanels(context, server, segment);
  const segments = new SegmentsView(server, segment);
  const diff = new ReviewDiff(server);
  const remarks = new ReviewComments(server, reviews);
  context.subscriptions.push(
    segment,
    pairs,
    documents,
    segments,
    reviews,
    diff,
    remarks,
    new Drawing(server, new ReviewSigns(server), [server.onDidReview]),
    new AlignmentPanel(context, segment),
    new Drawing(server, new ChunkDecorations(server)),
    new Drawing(server, new ScoreHints(server)),
    new PartnerSegment(server, segment),
    new StatusBar(server, segment),
    offerSchema(context),
    ...registerCommands({
      server,
      segment,
      pairs,
      documents,
      segments,
      reviews,
      diff,
      remarks,
    }),
  );
  context.subscriptions.push(wakeWhereNeeded(server));
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}
