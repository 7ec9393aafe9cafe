/** Reports in a tab of VS Code: pages of the server that load nothing and run nothing. */

import { basename } from "node:path";
import { type Uri, ViewColumn, window, workspace } from "vscode";

/**
 * Shows a page that the server wrote, where it would have a browser show it: a browser may be on
 * another machine than VS Code's files are.
 */
export async function showPage(uri: Uri): Promise<boolean> {
  const page = new TextDecoder().decode(await workspace.fs.readFile(uri));
  const panel = window.createWebviewPanel(
    "meteorscope.report",
    basename(uri.fsPath),
    ViewColumn.Beside,
    { enableScripts: false, enableFindWidget: true, localResourceRoots: [] },
  );
  panel.webview.html = page;
  return true;
}
