/** What to do where there is no server: said once, with buttons that do it. */

import {
  ConfigurationTarget,
  commands,
  env,
  ProcessExecution,
  Task,
  TaskScope,
  tasks,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Search } from "./program";
import { canChoosePython } from "./python";

type Missing = Extract<Search, { found: undefined }>;

const INSTALL = "Install It";
const CHOOSE_PYTHON = "Choose Python Environment";
const CHOOSE_PROGRAM = "Choose Program...";
const SETTINGS = "Open Settings";
const COPY = "Copy Command";
const REQUIREMENT = "meteorscope[lsp]";

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
    await commands.executeCommand("python.setInterpreter"); // a change of it starts the server
  } else if (chosen === CHOOSE_PROGRAM) {
    await chooseProgram();
  } else if (chosen === SETTINGS) {
    await commands.executeCommand("workbench.action.openSettings", "meteorscope.server.path");
  } else if (chosen === COPY) {
    await env.clipboard.writeText(`pip install '${REQUIREMENT}'`);
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
  return `Meteorscope needs its language server: there is no meteor-lsp ${where}.${untrusted}`;
}

function remediesFor({ wrongSetting, python }: Missing): string[] {
  if (wrongSetting !== undefined) {
    return [CHOOSE_PROGRAM, SETTINGS];
  }
  return [
    python === undefined ? COPY : INSTALL,
    ...(canChoosePython() && workspace.isTrusted ? [CHOOSE_PYTHON] : []),
    CHOOSE_PROGRAM,
  ];
}

/** Runs pip where the person sees what it prints. */
async function install(python: string, retry: () => void): Promise<void> {
  const task = new Task(
    { type: "meteorscope" },
    TaskScope.Workspace,
    "install the language server",
    "Meteorscope",
    new ProcessExecution(python, ["-m", "pip", "install", REQUIREMENT]),
  );
  const execution = await tasks.executeTask(task);
  const subscription = tasks.onDidEndTaskProcess((ended) => {
    if (ended.execution === execution) {
      subscription.dispose();
      retry();
    }
  });
}

/** Sets the program; the change of the setting starts it. */
export async function chooseProgram(): Promise<void> {
  const [program] =
    (await window.showOpenDialog({
      title: "The program meteor-lsp",
      openLabel: "Use This Program",
      defaultUri: Uri.file(process.env["HOME"] ?? "/"),
    })) ?? [];
  if (program !== undefined) {
    await workspace
      .getConfiguration("meteorscope")
      .update("server.path", program.fsPath, ConfigurationTarget.Global);
  }
}
