/** The extension: a thin client of the language server `meteor-lsp`. */

import { commands, type ExtensionContext } from "vscode";
import { AlignmentPanel } from "./alignment_panel";
import { ChunkDecorations } from "./chunk_decorations";
import { FollowedSegment } from "./followed_segment";
import { Server } from "./server/server";
import { StatusBar } from "./status_bar";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const running = new Server({});
  server = running;
  const segment = new FollowedSegment(running);
  context.subscriptions.push(
    segment,
    new AlignmentPanel(context, segment),
    new ChunkDecorations(running),
    new StatusBar(running, segment),
    commands.registerCommand("meteorscope.restart", () => running.restart()),
    commands.registerCommand("meteorscope.showLog", () => running.showLog()),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}
