/** Which program the server is. */

import { access, constants, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { workspace } from "vscode";
import { chosenPython } from "./python";

const NAME = process.platform === "win32" ? "meteor-lsp.exe" : "meteor-lsp";

/** A program that was found, or why there is none. */
export type Search =
  | { readonly found: string; readonly origin: "setting" | "environment" | "path" }
  | { readonly found: undefined; readonly wrongSetting?: string; readonly python?: string };

/**
 * The program that the setting names; else the one in the chosen Python environment; else the one
 * on the search path.
 *
 * A workspace that is not trusted cannot choose what is run: environments often lie in the
 * workspace, and are not looked at then. The setting belongs to the machine, so no workspace can
 * set it.
 */
export async function findProgram(): Promise<Search> {
  const set = workspace.getConfiguration("meteorscope").get("server.path", "").trim();
  if (set !== "") {
    const path = set.startsWith("~") ? join(process.env["HOME"] ?? "", set.slice(1)) : set;
    return isAbsolute(path) && (await isProgram(path))
      ? { found: path, origin: "setting" }
      : { found: undefined, wrongSetting: set };
  }
  const python = workspace.isTrusted ? await chosenPython() : undefined;
  if (python !== undefined) {
    const found = await firstProgram([dirname(python), join(dirname(python), "Scripts")]);
    if (found !== undefined) {
      return { found, origin: "environment" };
    }
  }
  const found = await firstProgram(searchPath());
  if (found !== undefined) {
    return { found, origin: "path" };
  }
  return python === undefined ? { found: undefined } : { found: undefined, python };
}

/** Folders of the search path; in a workspace that is not trusted, none of its own. */
function searchPath(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const isOurs = (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(join(folder, "/")));
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((path) => isAbsolute(path) && (workspace.isTrusted || !isOurs(path)));
}

async function firstProgram(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, NAME);
    if (await isProgram(path)) {
      return path;
    }
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
