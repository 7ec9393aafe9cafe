/** The notice that there is no server: shown once, with buttons for remedies. */

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import {
  ConfigurationTarget,
  commands,
  env,
  type Memento,
  ProcessExecution,
  Task,
  TaskPanelKind,
  TaskRevealKind,
  TaskScope,
  tasks,
  Uri,
  window,
  workspace,
} from "vscode";
import { COMMAND, forShell, IS_PUBLISHED, requirementFrom, WHERE } from "./distribution";
import type { Missing } from "./program";
import { commandToChoosePython } from "./python";
import type { Needs } from "./set_up";

const INSTALL = IS_PUBLISHED ? "Install It" : "Install It...";
const CHOOSE_PYTHON = "Choose Python Environment";
const CHOOSE_PROGRAM = "Choose Program...";
const SETTINGS = "Open Settings";
const COPY = "Copy Command";
const TRUST = "Manage Workspace Trust";
const AGAIN = "Try Again";
const GET_PYTHON = "Get Python";
const SILENT = "Don't Show Again";
/** Memento key for "Don't Show Again". */
const IS_SILENT = "silentAboutMissingServer";
const FROM_CLONE = "A Clone of Meteorscope's Repository...";
const FROM_WHEEL = "A Wheel...";
/** Milliseconds to find out whether there is an installer. */
const TIMEOUT_MS = 20_000;
const PYTHON_DOWNLOADS = "https://www.python.org/downloads/";

/** How to report that there is no server. */
interface Telling {
  readonly memory: Memento;
  /** Whether a person asked for the server, and is notified in any case. */
  readonly isAskedFor: boolean;
  /** Called when there may be one now. */
  readonly retry: () => void;
}

/**
 * Says that there is no server and does what the person chooses.
 *
 * @param needs what the server that the extension carries lacks, if it carries one.
 */
export async function offerRemedies(
  missing: Missing,
  needs: Needs | undefined,
  { memory, isAskedFor, retry }: Telling,
): Promise<void> {
  const isWrong = missing.wrongSetting !== undefined;
  if (!isAskedFor && !isWrong && memory.get(IS_SILENT, false)) {
    return; // the status bar tells, and asks for it at a click
  }
  const chosen = await window.showWarningMessage(
    needs === undefined ? messageOf(missing) : messageOfNeeds(needs),
    ...remediesFor(missing, needs),
  );
  if (chosen === SILENT) {
    await memory.update(IS_SILENT, true);
  } else if (chosen === AGAIN) {
    retry();
  } else if (chosen === GET_PYTHON) {
    await env.openExternal(Uri.parse(PYTHON_DOWNLOADS));
  } else if (chosen === INSTALL && missing.python !== undefined) {
    await install(missing.python, retry);
  } else if (chosen === CHOOSE_PYTHON) {
    await commands.executeCommand(commandToChoosePython() ?? ""); // a change starts the server
  } else if (chosen === TRUST) {
    await commands.executeCommand("workbench.trust.manage"); // trust starts the server
  } else if (chosen === CHOOSE_PROGRAM) {
    await chooseProgram();
  } else if (chosen === SETTINGS) {
    await commands.executeCommand("workbench.action.openSettings", "meteorscope.server.path");
  } else if (chosen === COPY) {
    await copy(COMMAND);
  }
}

function messageOf({ wrongSetting, python }: Missing): string {
  if (wrongSetting !== undefined) {
    return (
      `Meteorscope cannot start: the setting meteorscope.server.path is "${wrongSetting}", ` +
      "which is not the full path of a program on this machine."
    );
  }
  const where =
    python === undefined ? "on the search path" : `beside ${python} or on the search path`;
  const remedy = python === undefined ? ` ${WHERE}: ${forShell(COMMAND)}` : "";
  return `Meteorscope needs its language server: there is no meteor-lsp ${where}.${untrusted()}${remedy}`;
}

function messageOfNeeds({ pythons, asked }: Needs): string {
  const found = asked.map(({ program, version }) => `Python ${version} (${program})`);
  const inItsPlace = found.length === 0 ? "there is none" : `there is only ${found.join(", ")}`;
  return (
    `Meteorscope's language server comes with the extension and needs Python ${pythons[0]} to ` +
    `${pythons.at(-1)}. On this machine ${inItsPlace}.${untrusted()} Install Python and try again.`
  );
}

function untrusted(): string {
  return workspace.isTrusted
    ? ""
    : " This workspace is not trusted, so its Python environment was not searched.";
}

function remediesFor({ wrongSetting, python }: Missing, needs: Needs | undefined): string[] {
  if (wrongSetting !== undefined) {
    return [CHOOSE_PROGRAM, SETTINGS];
  }
  return [
    ...(workspace.isTrusted ? [] : [TRUST]),
    ...(needs !== undefined ? [GET_PYTHON, AGAIN] : [python === undefined ? COPY : INSTALL]),
    ...(commandToChoosePython() !== undefined && workspace.isTrusted ? [CHOOSE_PYTHON] : []),
    CHOOSE_PROGRAM,
    SILENT,
  ];
}

/** Installs it where the person sees what the installer prints, and says if it failed. */
async function install(python: string, retry: () => void): Promise<void> {
  const source = IS_PUBLISHED ? undefined : await chooseSource();
  if (!IS_PUBLISHED && source === undefined) {
    return;
  }
  await installFrom(python, requirementFrom(source), retry);
}

/** Has a person choose where it is installed from: the full path of a clone or of a wheel. */
async function chooseSource(): Promise<string | undefined> {
  const kind = await window.showQuickPick(
    [
      { label: FROM_CLONE, description: "a folder with its pyproject.toml" },
      { label: FROM_WHEEL, description: "a file meteorscope-....whl" },
    ],
    { title: "Install Meteorscope", placeHolder: "It is on no package index yet; install it from" },
  );
  if (kind === undefined) {
    return undefined;
  }
  const isWheel = kind.label === FROM_WHEEL;
  const [source] =
    (await window.showOpenDialog({
      title: isWheel ? "A wheel of Meteorscope" : "A clone of Meteorscope's repository",
      openLabel: "Install",
      canSelectFiles: isWheel,
      canSelectFolders: !isWheel,
      ...(isWheel ? { filters: { Wheels: ["whl"] } } : {}),
      defaultUri: Uri.file(homedir()),
    })) ?? [];
  return source?.fsPath;
}

async function installFrom(python: string, requirement: string, retry: () => void): Promise<void> {
  const withUv = ["uv", "pip", "install", "--python", python, requirement];
  const again = (): Promise<void> => installFrom(python, requirement, retry);
  const installer = await installerFor(python);
  if (installer === undefined) {
    await explain(
      `The environment of ${python} has no pip, and there is no uv on the search path. ` +
        "Install one of them, or choose another environment.",
      withUv,
      again,
    );
    return;
  }
  const command = installer === "uv" ? withUv : [python, "-m", "pip", "install", requirement];
  const code = await runInTerminal(command);
  if (code === 0) {
    retry();
  } else if (code !== undefined) {
    await explain(
      `The language server was not installed: ${installer} ended with code ${code}. ` +
        "Its terminal says why.",
      command,
      again,
    );
  }
}

/** What installs into an environment: its own pip, or uv, whose environments have none. */
async function installerFor(python: string): Promise<"pip" | "uv" | undefined> {
  if (await works([python, "-m", "pip", "--version"])) {
    return "pip";
  }
  return (await works(["uv", "--version"])) ? "uv" : undefined;
}

async function works([program = "", ...given]: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(program, given, { cwd: homedir(), timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** Runs a command in a terminal of its own; the code with which it ended, if it did. */
async function runInTerminal([program = "", ...given]: readonly string[]): Promise<
  number | undefined
> {
  const task = new Task(
    { type: "meteorscope" },
    TaskScope.Workspace,
    "install the language server",
    "Meteorscope",
    // Not in the workspace, where a file pip.py would be run in place of pip.
    new ProcessExecution(program, given, { cwd: homedir() }),
  );
  task.presentationOptions = { reveal: TaskRevealKind.Always, panel: TaskPanelKind.Dedicated };
  const ended = new Promise<number | undefined>((resolve) => {
    const subscription = tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.definition.type === task.definition.type) {
        subscription.dispose();
        resolve(event.exitCode);
      }
    });
  });
  await tasks.executeTask(task);
  return ended;
}

/** Says why it was not installed, once; nothing is tried again unless the person says so. */
async function explain(
  why: string,
  command: readonly string[],
  again: () => Promise<void>,
): Promise<void> {
  const chosen = await window.showErrorMessage(why, AGAIN, COPY, CHOOSE_PROGRAM);
  if (chosen === AGAIN) {
    await again();
  } else if (chosen === COPY) {
    await copy(command);
  } else if (chosen === CHOOSE_PROGRAM) {
    await chooseProgram();
  }
}

/** Copies a command for the person's own terminal. */
async function copy(command: readonly string[]): Promise<void> {
  await env.clipboard.writeText(forShell(command));
}

/** Sets the program; the change of the setting starts it. */
export async function chooseProgram(): Promise<void> {
  const [program] =
    (await window.showOpenDialog({
      title: "The program meteor-lsp",
      openLabel: "Use This Program",
      defaultUri: Uri.file(homedir()),
    })) ?? [];
  if (program !== undefined) {
    await workspace
      .getConfiguration("meteorscope")
      .update("server.path", program.fsPath, ConfigurationTarget.Global);
  }
}
