/** The Pythons of a machine, for the server that the extension carries. */

import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";

/** Milliseconds that an interpreter has to tell its version; a cold one on a busy machine is slow. */
const TIMEOUT_MS = 20_000;

/** What an interpreter has to have, besides its version; -S: no package of anybody's is loaded. */
const ASK = [
  "-I",
  "-S",
  "-c",
  "import sys, sysconfig, lzma, venv\n" +
    "print(sys.implementation.name, '%d.%d' % sys.version_info[:2], " +
    "bool(sysconfig.get_config_var('Py_GIL_DISABLED')))",
];

/** An interpreter that was asked, or why it could not be. */
export interface Interpreter {
  readonly program: string;
  /** As in "3.12", of CPython with its lock; else what it is, in words. */
  readonly version: string;
}

/** The first interpreter of one of these versions, and all that were asked before it. */
export async function findInterpreter(
  candidates: readonly string[],
  versions: readonly string[],
): Promise<{ readonly found: Interpreter | undefined; readonly asked: readonly Interpreter[] }> {
  const asked: Interpreter[] = [];
  const files = new Set<string>();
  for (const program of candidates) {
    const file = await realpath(program).catch(() => undefined);
    if (file === undefined || files.has(file)) {
      continue; // missing, or already asked by another name
    }
    files.add(file);
    const interpreter = await ask(program);
    if (interpreter !== undefined) {
      asked.push(interpreter);
      if (versions.includes(interpreter.version)) {
        return { found: interpreter, asked };
      }
    }
  }
  return { found: undefined, asked };
}

/** What an interpreter says of itself; undefined where none runs. */
export async function ask(program: string): Promise<Interpreter | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ASK, {
      cwd: homedir(), // modules in a workspace must not become part of it
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    const [name = "", version = "", isThreaded] = stdout.trim().split(" ");
    if (name !== "cpython" || isThreaded === "True") {
      return {
        program,
        version: name === "cpython" ? `free-threaded ${version}` : `${name} ${version}`,
      };
    }
    return { program, version };
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    const lacking = stderr?.match(/No module named '_?(\w+)'/)?.[1];
    return lacking === undefined
      ? undefined
      : { program, version: `without its module ${lacking}` };
  }
}

/**
 * The paths at which interpreters may be, the likeliest first.
 *
 * @param chosen the interpreter that the person chose for their work.
 * @param folders those of the search path.
 * @param versions those that are wanted, as in "3.12".
 */
export function candidatesFor(
  chosen: string | undefined,
  folders: readonly string[],
  versions: readonly string[],
): string[] {
  const newestFirst = [...versions].reverse();
  const isWindows = process.platform === "win32";
  const names = isWindows
    ? ["python.exe"]
    : ["python3", ...newestFirst.map((version) => `python${version}`), "python"];
  const paths = names.flatMap((name) =>
    [...folders, ...(isWindows ? [] : ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin"])].map(
      (folder) => join(folder, name),
    ),
  );
  const installers = isWindows
    ? [
        join(process.env["LOCALAPPDATA"] ?? "", "Programs", "Python"),
        process.env["ProgramFiles"] ?? "",
      ].flatMap((folder) =>
        newestFirst.map((version) =>
          join(folder, `Python${version.replace(".", "")}`, "python.exe"),
        ),
      )
    : [];
  const all = [...(chosen === undefined ? [] : [chosen]), ...paths, ...installers];
  return [...new Set(all.filter(isAbsolute))];
}
