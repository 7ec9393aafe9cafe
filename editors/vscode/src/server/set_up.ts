/** Makes the environment of the server that the extension carries, and shows how far it is. */

import { type LogOutputChannel, ProgressLocation, window } from "vscode";
import type { CarriedServer } from "./carried";
import { candidatesFor, findInterpreter, type Interpreter } from "./interpreters";
import { searchPath } from "./program";

/** The versions of Python that are missing, and those that are installed. */
export interface Needs {
  readonly pythons: readonly string[];
  readonly asked: readonly Interpreter[];
}

/**
 * Makes it; returns the requirements if there is no Python for it.
 *
 * In a workspace that is not trusted, no interpreter in its folders is asked or used.
 *
 * @param chosen the interpreter that the person chose for their work.
 * @throws Error whose message is a sentence that says what failed.
 */
export async function setUp(
  carried: CarriedServer,
  chosen: string | undefined,
  log: LogOutputChannel,
  signal: AbortSignal,
): Promise<Needs | undefined> {
  const { pythons } = carried;
  const candidates = candidatesFor(chosen, await searchPath(), pythons);
  const { found, asked } = await findInterpreter(candidates, pythons);
  for (const { program, version } of asked) {
    log.info(`Python ${version}: ${program}`);
  }
  if (found === undefined) {
    return { pythons, asked };
  }
  const title = "Setting up Meteorscope, once";
  await window.withProgress(
    { location: ProgressLocation.Notification, title },
    async (progress) => {
      try {
        const tell = (step: string): void => {
          log.info(step);
          progress.report({ message: step });
        };
        await carried.install(found, tell, signal);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`The language server was not set up with ${found.program}: ${why}`);
      }
    },
  );
  return undefined;
}
