/** The Python environment that the person chose, if an extension for Python is there. */

import { type Disposable, type Event, extensions, type Uri, workspace } from "vscode";

/** As much as is used of the extension ms-python.python. */
interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: Uri): { readonly path: string };
    resolveEnvironment(
      environment: { readonly path: string } | string,
    ): Promise<{ readonly executable: { readonly uri?: Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

/** As much as is used of the extension ms-python.vscode-python-envs. */
interface EnvironmentsExtension {
  getEnvironment?(
    scope: Uri | undefined,
  ): Promise<
    { readonly execInfo?: { readonly run?: { readonly executable?: string } } } | undefined
  >;
  readonly onDidChangeEnvironment?: Event<unknown>;
}

const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";

/** Whether there is an extension in which an environment can be chosen. */
export function canChoosePython(): boolean {
  return extensions.getExtension(PYTHON) !== undefined;
}

/** The interpreter of the chosen environment. */
export async function chosenPython(): Promise<string | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const environments = await apiOf<EnvironmentsExtension>(ENVIRONMENTS);
  const environment = await environments?.getEnvironment?.(folder);
  const executable = environment?.execInfo?.run?.executable;
  if (executable !== undefined) {
    return executable;
  }
  const python = (await apiOf<PythonExtension>(PYTHON))?.environments;
  const active = python?.getActiveEnvironmentPath(folder);
  if (python === undefined || active === undefined) {
    return undefined;
  }
  return (await python.resolveEnvironment(active))?.executable.uri?.fsPath;
}

/** Tells when another environment is chosen. */
export async function onPythonChosen(listener: () => void): Promise<Disposable[]> {
  const environments = await apiOf<EnvironmentsExtension>(ENVIRONMENTS);
  const python = await apiOf<PythonExtension>(PYTHON);
  return [
    environments?.onDidChangeEnvironment?.(listener),
    python?.environments?.onDidChangeActiveEnvironmentPath(listener),
  ].filter((subscription) => subscription !== undefined);
}

/** What an extension offers to others; nothing where it is not there or does not start. */
async function apiOf<Api>(id: string): Promise<Api | undefined> {
  try {
    return await extensions.getExtension<Api>(id)?.activate();
  } catch {
    return undefined;
  }
}
