/** Wakes the server where something may be paired, and leaves it asleep elsewhere. */

import { basename } from "node:path";
import { Disposable, languages, Range, type TextDocument, workspace } from "vscode";
import { HEAD, isTestSet, mayBePaired } from "./candidates";
import { BILINGUAL, LANGUAGE } from "./files";
import type { Server } from "./server/server";

/** A folder with one of these may have pairs; package.json has the same, to load us for them. */
const NAMES = "**/{meteor.toml,*.hyp.*,hyp.*,*.mt.*,mt.*,system-outputs/*/*.txt}";
const OURS: ReadonlySet<string> = new Set([LANGUAGE, BILINGUAL]);

export function wakeWhereNeeded(server: Server): Disposable {
  /** Test sets in XML that were told to VS Code; a person may say that they are XML after all. */
  const told = new Set<string>();
  const look = (document: TextDocument): void => {
    const name = basename(document.uri.path);
    const head = document.getText(new Range(0, 0, HEAD, 0));
    const { scheme } = document.uri;
    const uri = document.uri.toString();
    const isXml = document.languageId === "xml" && scheme === "file";
    if (isXml && isTestSet(name, head) && !told.has(uri)) {
      told.add(uri);
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
