"""Stand-ins for the extensions for Python, which are somebody else's and not to be had here.

They offer as much of the published interfaces as the extension uses. The chosen interpreter is a
setting of theirs, ``python.chosen``.
"""

import json
from pathlib import Path
from typing import Any, Final

# microsoft/vscode-python, pythonExtensionApi/src/main.ts.
_PYTHON: Final = """
const { existsSync } = require("node:fs");
const vscode = require("vscode");
const changed = new vscode.EventEmitter();
const chosen = () => vscode.workspace.getConfiguration("python").get("chosen");
exports.activate = context => {
  context.subscriptions.push(
    vscode.commands.registerCommand("python.setInterpreter", () => {}),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration("python.chosen")) {
        changed.fire({ id: chosen(), path: chosen(), resource: undefined });
      }
    }),
  );
  return { ready: Promise.resolve(), environments: {
    getActiveEnvironmentPath: () => ({ id: chosen(), path: chosen() }),
    resolveEnvironment: async ({ path }) => existsSync(path)
      ? { id: path, path, executable: { uri: vscode.Uri.file(path) } } : undefined,
    onDidChangeActiveEnvironmentPath: changed.event,
  } };
};
"""

# microsoft/vscode-python-environments, src/api.ts.
_ENVIRONMENTS: Final = """
const vscode = require("vscode");
const changed = new vscode.EventEmitter();
const environment = () => {
  const executable = vscode.workspace.getConfiguration("python").get("chosen");
  const envId = { id: executable, managerId: "stand-in" };
  return executable && { envId, execInfo: { run: { executable } } };
};
let old;
exports.activate = async context => {
  context.subscriptions.push(
    vscode.commands.registerCommand("python-envs.set", () => {}),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration("python.chosen")) {
        changed.fire({ uri: undefined, old, new: (old = environment()) });
      }
    }),
  );
  return { getEnvironment: async () => environment(), onDidChangeEnvironment: changed.event };
};
"""

PYTHON: Final = "python"
ENVIRONMENTS: Final = "vscode-python-envs"
_SOURCES: Final = {PYTHON: _PYTHON, ENVIRONMENTS: _ENVIRONMENTS}


def python_extension(folder: Path, name: str = PYTHON) -> Path:
    """The folder of an extension, below a folder."""
    extension = folder / f"ms-python.{name}"
    extension.mkdir(parents=True)
    manifest: dict[str, Any] = {
        "name": name,
        "publisher": "ms-python",
        "version": "1.0.0",
        "main": "main.js",
        "engines": {"vscode": "^1.91.0"},
        "activationEvents": [],
        # As the real ones have it.
        "capabilities": {
            "untrustedWorkspaces": {
                PYTHON: {"supported": "limited", "description": "Only partly."},
                ENVIRONMENTS: {"supported": False, "description": "Not at all."},
            }[name]
        },
        "contributes": {"configuration": {"properties": {"python.chosen": {"type": "string"}}}},
    }
    (extension / "package.json").write_text(json.dumps(manifest))
    (extension / "main.js").write_text(_SOURCES[name])
    return extension
