/** Wakes the server where something may be paired, and leaves it asleep elsewhere. */

import { basename } from "node:path";
import { Disposable, type TextDocument, workspace } from "vscode";
import { mayBePaired } from "./candidates";
import { LANGUAGE } from "./files";
import type { Server } from "./server/server";

/** A folder with one of these may have pairs; package.json has the same, to load us for them. */
const NAMES = "**/{meteor.toml,*.hyp.*,hyp.*,*.mt.*,mt.*}";

export function wakeWhereNeeded(server: Server): Disposable {
  const look = (document: TextDocument): void => {
    const name = basename(document.uri.path);
    if (document.languageId === LANGUAGE || mayBePaired(name, document.lineAt(0).text)) {
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
