/**
 * The server that the extension carries for its platform, and the environment that it makes of it.
 *
 * The environment is a folder in the extension's own storage, named by what the extension carries: an
 * update makes another, whole, and moves it into place when the server in it has started once. The
 * server runs as a module, so that the environment may be moved.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ask, type Interpreter } from "./interpreters";

/** Milliseconds after which an environment that no window has started from is removed. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
/** What starts the server: alone, whatever the variables of the environment or packages at home say. */
const ARGUMENTS = ["-I", "-m", "meteor_lsp"];

/** A program and what it is given. */
export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
}

export class CarriedServer {
  readonly #environment: string;

  private constructor(
    private readonly folder: string,
    private readonly storage: string,
    key: string,
    /** The versions of Python that it has wheels for, as in "3.12", oldest first. */
    readonly pythons: readonly string[],
  ) {
    this.#environment = join(storage, `server-${key}`);
  }

  /**
   * What the extension carries; undefined if it carries no server.
   *
   * @param folder the extension's folder for it.
   * @param storage a folder of the extension's own, for all workspaces.
   */
  static async in(folder: string, storage: string): Promise<CarriedServer | undefined> {
    try {
      const { key, pythons } = JSON.parse(await readFile(join(folder, "server.json"), "utf8"));
      return new CarriedServer(folder, storage, key, pythons);
    } catch {
      return undefined;
    }
  }

  /** What starts it; undefined if it has no environment yet, or the Python of that is another now. */
  async command(): Promise<Command | undefined> {
    const program = pythonIn(this.#environment);
    try {
      const settings = await readFile(join(this.#environment, "pyvenv.cfg"), "utf8");
      const made = settings.match(/^version = (\d+\.\d+)/m)?.[1];
      if (made === undefined || (await ask(program))?.version !== made) {
        return undefined;
      }
    } catch {
      return undefined;
    }
    const now = new Date();
    await utimes(this.#environment, now, now).catch(() => {});
    return { program, arguments: ARGUMENTS };
  }

  /**
   * Makes its environment.
   *
   * @param tell receives each step.
   * @throws Error whose message says why it is missing, as the end of a sentence.
   */
  async install(
    interpreter: Interpreter,
    tell: (step: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await mkdir(this.storage, { recursive: true });
    const building = await mkdtemp(join(this.storage, "building-"));
    const made = join(building, "environment");
    try {
      const script = join(this.folder, "install_server.py");
      const wheels = join(this.folder, "server.tar.xz");
      await run([interpreter.program, "-I", script, wheels, made], tell, signal);
      try {
        await rename(made, this.#environment);
      } catch {
        if ((await this.command()) === undefined) {
          await this.discard(); // the environment does not start
          await rename(made, this.#environment);
        } // else another window was faster
      }
    } finally {
      await rm(building, { recursive: true, force: true });
    }
    await this.#removeUnused();
  }

  /** Removes an environment whose server does not start. */
  async discard(): Promise<void> {
    await rm(this.#environment, { recursive: true, force: true });
  }

  /** Removes those of earlier versions, of which another window may still use one. */
  async #removeUnused(): Promise<void> {
    for (const name of await readdir(this.storage)) {
      const folder = join(this.storage, name);
      if (/^(server|building)-/.test(name) && folder !== this.#environment) {
        const { mtimeMs } = await stat(folder);
        if (Date.now() - mtimeMs > UNUSED_MS) {
          await rm(folder, { recursive: true, force: true });
        }
      }
    }
  }
}

function pythonIn(environment: string): string {
  return process.platform === "win32"
    ? join(environment, "Scripts", "python.exe")
    : join(environment, "bin", "python");
}

/** Runs the installer; fails with its last words. */
async function run(
  [program = "", ...given]: readonly string[],
  tell: (step: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(program, given, {
    cwd: homedir(),
    signal,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let lastWords = "";
  createInterface({ input: child.stdout }).on("line", tell);
  createInterface({ input: child.stderr }).on("line", (line) => {
    lastWords = line.trim() || lastWords;
  });
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw new Error(lastWords || `the installer ended with code ${code}`);
  }
}
