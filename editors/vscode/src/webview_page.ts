/** Pages of web views: each runs one script of ours and loads nothing else. */

import { randomBytes } from "node:crypto";
import { Uri, type Webview } from "vscode";

/**
 * @param files the folder of scripts and style sheets, the web view's only resources.
 * @param name of the script and of the style sheet.
 */
export function pageOf(webview: Webview, files: Uri, name: string, title: string): string {
  const nonce = randomBytes(16).toString("base64");
  const script = webview.asWebviewUri(Uri.joinPath(files, `${name}.js`));
  const style = webview.asWebviewUri(Uri.joinPath(files, `${name}.css`));
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
<body><script nonce="${nonce}" src="${script}"></script></body>
</html>`;
}
