/** Reports in a tab of VS Code: pages of the server that load nothing and run nothing. */

import { basename } from "node:path";
import { type Uri, ViewColumn, window, workspace } from "vscode";

const TITLE = /<title>([^<]*)<\/title>/;

/**
 * Shows a page that the server wrote, where it would have a browser show it: a browser may be on
 * another machine than VS Code's files are. The page follows VS Code's theme by itself.
 */
export async function showPage(uri: Uri): Promise<boolean> {
  const page = new TextDecoder().decode(await workspace.fs.readFile(uri));
  const panel = window.createWebviewPanel(
    "meteorscope.report",
    titleOf(page, uri),
    ViewColumn.Beside,
    {
      enableScripts: false,
      enableFindWidget: true,
      localResourceRoots: [],
    },
  );
  panel.webview.html = page;
  return true;
}

function titleOf(page: string, uri: Uri): string {
  const title = TITLE.exec(page)?.[1] ?? basename(uri.fsPath);
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  return title
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => characters[name] ?? "")
    .replaceAll("&#x27;", "'");
}
