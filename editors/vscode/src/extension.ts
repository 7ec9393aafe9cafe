/** The extension: a thin client of the language server `meteor-lsp`. */

import { basename } from "node:path";
import {
  Disposable,
  type ExtensionContext,
  languages,
  Range,
  type TextDocument,
  workspace,
} from "vscode";
import { AlignmentPanel } from "./alignment_panel";
import { HEAD, isTestSet, mayBePaired } from "./candidates";
import { ChunkDecorations } from "./chunk_decorations";
import { registerCommands } from "./commands";
import { Documents } from "./documents";
import { Drawing } from "./drawing";
import { BILINGUAL, LANGUAGE } from "./files";
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

/** A folder with one of these may have pairs; package.json has the same, to load us for them. */
const NAMES = "**/{meteor.toml,*.hyp.*,hyp.*,*.mt.*,mt.*,system-outputs/*/*.txt}";
const OURS: ReadonlySet<string> = new Set([LANGUAGE, BILINGUAL]);

export function wakeWhereNeeded(server: Server): Disposable {
  /** Test sets in XML that were announced to VS Code; a person may say that they are XML after all. */
  const announced = new Set<string>();
  const look = (document: TextDocument): void => {
    const name = basename(document.uri.path);
    const head = document.getText(new Range(0, 0, HEAD, 0));
    const { scheme } = document.uri;
    const uri = document.uri.toString();
    const isXml = document.languageId === "xml" && scheme === "file";
    if (isXml && isTestSet(name, head) && !announced.has(uri)) {
      announced.add(uri);
      // VS Code opens it anew by that, as a file for the server.
      void languages.setTextDocumentLanguage(document, BILINGUAL);
    } else if (OURS.has(document.languageId) || mayBePaired(name, head)) {
      server.wake();
    }
  };
  workspace.textDocuments.forEach(look);
  void workspace.findFiles(NAMES, undefined, 1).then(({ length }) => length > 0 && server.wake());
  return Disposable.from(
    workspace.onDidOpenTextDocument(look),
    workspace.onDidSaveTextDocument(look), // the document may have got its columns only now
  );
}
