/** The Python environment that the person chose, if an extension for Python is there. */

import { isAbsolute } from "node:path";
import { type Disposable, type Event, EventEmitter, extensions, type Uri, workspace } from "vscode";
import { pause } from "./process";

/** As much as is used of the API of the extension ms-python.python. */
interface PythonExtension {
  readonly environments?: {
    /** The path may be that of an environment's folder, or of nothing that exists. */
    getActiveEnvironmentPath(resource?: Uri): { readonly id: string; readonly path: string };
    resolveEnvironment(environment: {
      readonly id: string;
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri: Uri | undefined } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

/** As much as is used of the API of the extension ms-python.vscode-python-envs. */
interface EnvironmentsExtension {
  getEnvironment(
    scope: Uri | undefined,
  ): Promise<{ readonly execInfo: { readonly run: { readonly executable: string } } } | undefined>;
  readonly onDidChangeEnvironment: Event<unknown>;
}

const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";
/** Milliseconds that other extensions have to say something; what they say later counts then. */
const TIMEOUT_MS = 10_000;

/** The command that lets the person choose an environment, if there is one. */
export function commandToChoosePython(): string | undefined {
  if (extensions.getExtension(PYTHON) !== undefined) {
    return "python.setInterpreter";
  }
  return extensions.getExtension(ENVIRONMENTS) === undefined ? undefined : "python-envs.set";
}

/**
 * The choice of an environment.
 *
 * In a workspace that is not trusted it is missing: environments often lie in the workspace, whose
 * programs are not run then.
 */
export class PythonChoice implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable[];
  readonly #followed = new Set<string>();

  /** Fires when another environment is chosen, or may be. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      extensions.onDidChange(() => this.#follow()),
      workspace.onDidGrantWorkspaceTrust(() => this.#follow()),
    ];
    this.#follow();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** The interpreter of the environment that is chosen now. */
  async interpreter(): Promise<string | undefined> {
    if (!workspace.isTrusted) {
      return undefined;
    }
    const folder = workspace.workspaceFolders?.[0]?.uri;
    for (const look of [inEnvironmentsExtension, inPythonExtension]) {
      const found = await Promise.race([look(folder).catch(() => undefined), pause(TIMEOUT_MS)]);
      if (found && isAbsolute(found)) {
        return found;
      }
    }
    return undefined;
  }

  /** Follows the extensions that are there; one may come later, with trust or from the market. */
  #follow(): void {
    if (!workspace.isTrusted) {
      return;
    }
    void this.#listen<EnvironmentsExtension>(ENVIRONMENTS, (api) => api.onDidChangeEnvironment);
    void this.#listen<PythonExtension>(
      PYTHON,
      (api) => api.environments?.onDidChangeActiveEnvironmentPath,
    );
  }

  async #listen<Api>(id: string, eventOf: (api: Api) => Event<unknown> | undefined): Promise<void> {
    if (this.#followed.has(id) || extensions.getExtension(id) === undefined) {
      return;
    }
    this.#followed.add(id);
    const api = await apiOf<Api>(id);
    const event = api === undefined ? undefined : eventOf(api);
    if (event !== undefined) {
      this.#subscriptions.push(event(() => this.#changed.fire()));
      this.#changed.fire();
    }
  }
}

async function inEnvironmentsExtension(folder: Uri | undefined): Promise<string | undefined> {
  const api = await apiOf<EnvironmentsExtension>(ENVIRONMENTS);
  return (await api?.getEnvironment(folder))?.execInfo.run.executable;
}

async function inPythonExtension(folder: Uri | undefined): Promise<string | undefined> {
  const environments = (await apiOf<PythonExtension>(PYTHON))?.environments;
  const active = environments?.getActiveEnvironmentPath(folder);
  if (environments === undefined || active === undefined) {
    return undefined;
  }
  return (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
}

/** What an extension offers to others; nothing where it is not there or does not start. */
async function apiOf<Api>(id: string): Promise<Api | undefined> {
  try {
    return await extensions.getExtension<Api | undefined>(id)?.activate();
  } catch {
    return undefined;
  }
}
