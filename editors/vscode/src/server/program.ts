/** The choice of the server's program. */

import { access, constants, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";
import { workspace } from "vscode";
import type { CarriedServer, Command } from "./carried";

const NAME = process.platform === "win32" ? "meteor-lsp.exe" : "meteor-lsp";

/** A program that was found, or why it is missing. */
export type Search =
  | { readonly found: Command; readonly origin: "setting" | "environment" | "path" | "carried" }
  | Missing;

/** Why it is missing: a wrong setting, or no program beside the chosen interpreter. */
export interface Missing {
  readonly found: undefined;
  readonly origin?: undefined;
  readonly wrongSetting?: string;
  readonly python?: string;
}

/**
 * The program that the setting names; else the one in the chosen Python environment; else the one
 * on the search path; else the server that the extension carries, if it has an environment.
 *
 * A workspace that is not trusted cannot choose programs to run: environments often lie in the
 * workspace, and are not looked at then. The setting belongs to the machine, so no workspace can
 * set it.
 *
 * @param chosenPython the interpreter of the chosen environment.
 * @param carried what the extension carries.
 */
export async function findProgram(
  chosenPython: () => Promise<string | undefined>,
  carried: CarriedServer | undefined,
): Promise<Search> {
  const set = workspace.getConfiguration("meteorscope").get("server.path", "").trim();
  if (set !== "") {
    const path = set.startsWith("~") ? join(homedir(), set.slice(1)) : set;
    return isAbsolute(path) && (await isProgram(path))
      ? { found: only(path), origin: "setting" }
      : { found: undefined, wrongSetting: set };
  }
  const python = await chosenPython();
  if (python !== undefined) {
    const found = await firstProgram([dirname(python), join(dirname(python), "Scripts")]);
    if (found !== undefined) {
      return { found: only(found), origin: "environment" };
    }
  }
  const found = await firstProgram(await searchPath());
  if (found !== undefined) {
    return { found: only(found), origin: "path" };
  }
  const command = await carried?.command();
  if (command !== undefined) {
    return { found: command, origin: "carried" };
  }
  return python === undefined ? { found: undefined } : { found: undefined, python };
}

function only(program: string): Command {
  return { program, arguments: [] };
}

/** Folders of the search path; in a workspace that is not trusted, none of its own. */
export async function searchPath(): Promise<string[]> {
  const all = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  if (workspace.isTrusted) {
    return all;
  }
  const workspaces = await Promise.all(
    (workspace.workspaceFolders ?? []).map(({ uri }) => withoutLinks(uri.fsPath)),
  );
  const isTheirs = (path: string): boolean =>
    workspaces.some((folder) => !relative(folder, path).startsWith(".."));
  const real = await Promise.all(all.map(withoutLinks));
  return real.filter((path) => !isTheirs(path));
}

async function withoutLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
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
