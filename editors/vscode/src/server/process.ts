/** The process of a server: begun apart from the workspace, and ended for good. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import type { Command } from "./carried";

/** Milliseconds between asking a process to end and ending it. */
const KILL_AFTER_MS = 1000;
/** Milliseconds from the end of a process until all that it said has arrived. */
const DRAIN_TIMEOUT_MS = 500;
const MAX_MESSAGE_CHARS = 200;

export class ServerProcess {
  /** What it writes for us. */
  readonly reader: Readable;
  readonly writer: Writable;
  /** How it ended and its last line, such as a traceback's error: the end of a sentence. */
  readonly ended: Promise<string>;
  /** The text that it wrote in place of a message; a real server never does. */
  readonly babble: Promise<string>;
  #lastWords = "";
  #hasSpoken = false;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    onLine: (line: string) => void,
  ) {
    const lastMeans = (): void => this.#signal("SIGKILL");
    process.once("exit", lastMeans);
    const errors = createInterface({ input: child.stderr });
    errors.on("line", (line) => {
      this.#lastWords = line.trim() || this.#lastWords;
      onLine(line);
    });
    const allSaid = Promise.all([
      once(errors, "close"),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    this.ended = new Promise((resolve) => {
      child.once("exit", async (code, signal) => {
        await Promise.race([allSaid, pause(DRAIN_TIMEOUT_MS)]);
        const how = signal === null ? `with code ${code}` : `by the signal ${signal}`;
        resolve(this.#lastWords === "" ? how : `${how}: ${shortened(this.#lastWords)}`);
      });
    });
    void this.ended.then(() => process.off("exit", lastMeans));
    this.babble = new Promise((resolve) => {
      child.stdout.once("data", (first: Buffer) => {
        this.#hasSpoken = "Content-".startsWith(first.toString("latin1", 0, "Content-".length));
        if (!this.#hasSpoken) {
          resolve(shortened(first.toString("utf8").split("\n", 1)[0] ?? ""));
        }
      });
    });
    this.reader = child.stdout.pipe(new PassThrough());
    this.writer = child.stdin;
    child.stdin.on("error", () => {}); // it ended before it read all; its end is reported
  }

  /** Whether what it wrote begins as a message does; of a process that ended, whether it ever did. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /**
   * Starts a program, in the person's home: what lies in a workspace must not become part of it, as
   * modules in the working folder become part of what `python -m` runs.
   *
   * @param onLine receives each line that it writes to its standard error.
   */
  static async start(
    { program, arguments: given }: Command,
    onLine: (line: string) => void,
  ): Promise<ServerProcess> {
    const child = spawn(program, given, {
      cwd: homedir(),
      // A group of its own, so that what a wrapper started ends with the wrapper.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    await once(child, "spawn");
    return new ServerProcess(child, onLine);
  }

  /**
   * Ends it, and what it started.
   *
   * @param patience milliseconds that it has to end by itself.
   */
  async end(patience = 0): Promise<void> {
    if (patience > 0) {
      await Promise.race([this.ended, pause(patience)]);
    }
    this.writer.end();
    this.#signal("SIGTERM");
    await Promise.race([this.ended, pause(KILL_AFTER_MS)]);
    this.#signal("SIGKILL");
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) {
      return;
    }
    if (process.platform === "win32") {
      spawn("taskkill", ["/T", "/F", "/PID", String(pid)], { windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function shortened(text: string): string {
  return text.length <= MAX_MESSAGE_CHARS ? text : `${text.slice(0, MAX_MESSAGE_CHARS)}...`;
}
