/** The documents that the server receives. */

import { languages, type TextDocument } from "vscode";

/** The name of text segments among VS Code's languages. */
export const LANGUAGE = "meteor";
/** That of the files of translation tools; XML that is a test set gets it by its text. */
export const BILINGUAL = "bilingual";

/**
 * Files whose names say that they are of a pair, tables, files of translation tools, and all plain
 * text, since meteor.toml may pair files of any name. Other XML is not for the server.
 */
export const SELECTOR = [
  ...["file", "untitled"].flatMap((scheme) => [
    { scheme, language: LANGUAGE },
    { scheme, language: "plaintext" },
    { scheme, language: BILINGUAL },
    { scheme, language: "po" },
  ]),
  { scheme: "file", pattern: "**/*.{hyp,ref,ref[0-9],ref[0-9][0-9],mt,pe,src}.*" },
  { scheme: "file", pattern: "**/{hyp,ref,mt,pe,src}.*" },
  { scheme: "file", pattern: "**/*.{tsv,jsonl,ndjson}" },
  { scheme: "file", pattern: "**/*.{xlf,xliff,sdlxliff,mxliff,mqxliff,tmx,po,pot}" },
  { scheme: "file", pattern: "**/meteor.toml" },
];

export function isForServer(document: TextDocument): boolean {
  return languages.match(SELECTOR, document) > 0;
}
