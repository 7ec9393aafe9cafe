/** What to do where there is no server: said once, with buttons that do it. */

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import {
  ConfigurationTarget,
  commands,
  env,
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
import type { Search } from "./program";
import { commandToChoosePython } from "./python";

type Missing = Extract<Search, { found: undefined }>;

const INSTALL = "Install It";
const CHOOSE_PYTHON = "Choose Python Environment";
const CHOOSE_PROGRAM = "Choose Program...";
const SETTINGS = "Open Settings";
const COPY = "Copy Command";
const TRUST = "Manage Workspace Trust";
const AGAIN = "Try Again";
const REQUIREMENT = "meteorscope[lsp]";
const COMMAND = ["pip", "install", REQUIREMENT];
/** Milliseconds to find out whether there is an installer. */
const PATIENCE = 20_000;

/**
 * Says that there is no server and does what the person chooses.
 *
 * @param retry called when there may be one now.
 */
export async function offerRemedies(missing: Missing, retry: () => void): Promise<void> {
  const chosen = await window.showWarningMessage(messageOf(missing), ...remediesFor(missing));
  if (chosen === INSTALL && missing.python !== undefined) {
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
  const untrusted = workspace.isTrusted
    ? ""
    : " This workspace is not trusted, so its Python environment was not looked at.";
  const remedy = python === undefined ? ` It comes with: ${forShell(COMMAND)}` : "";
  return `Meteorscope needs its language server: there is no meteor-lsp ${where}.${untrusted}${remedy}`;
}

function remediesFor({ wrongSetting, python }: Missing): string[] {
  if (wrongSetting !== undefined) {
    return [CHOOSE_PROGRAM, SETTINGS];
  }
  return [
    ...(workspace.isTrusted ? [] : [TRUST]),
    python === undefined ? COPY : INSTALL,
    ...(commandToChoosePython() !== undefined && workspace.isTrusted ? [CHOOSE_PYTHON] : []),
    CHOOSE_PROGRAM,
  ];
}

/** Installs it where the person sees what the installer prints, and says if it failed. */
async function install(python: string, retry: () => void): Promise<void> {
  const command = await installerFor(python);
  if (command === undefined) {
    await explain(
      `The environment of ${python} has no pip, and there is no uv on the search path. ` +
        "Install one of them, or choose another environment.",
      ["uv", "pip", "install", "--python", python, REQUIREMENT],
      () => install(python, retry),
    );
    return;
  }
  const code = await runInTerminal(command);
  if (code === 0) {
    retry();
  } else if (code !== undefined) {
    await explain(
      `The language server was not installed: ${command[0] === "uv" ? "uv" : "pip"} ended with ` +
        `code ${code}. Its terminal says why.`,
      command,
      () => install(python, retry),
    );
  }
}

/** What installs into an environment: its own pip, or uv, whose environments have none. */
async function installerFor(python: string): Promise<readonly string[] | undefined> {
  const pip = [python, "-m", "pip"];
  if (await works([...pip, "--version"])) {
    return [...pip, "install", REQUIREMENT];
  }
  return (await works(["uv", "--version"]))
    ? ["uv", "pip", "install", "--python", python, REQUIREMENT]
    : undefined;
}

async function works([program = "", ...given]: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(program, given, { cwd: homedir(), timeout: PATIENCE });
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

function forShell(command: readonly string[]): string {
  return command.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`)).join(" ");
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
