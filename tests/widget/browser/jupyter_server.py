"""A real Jupyter server of its own: no settings of the person's, nothing left behind."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LIGHT: Final = "JupyterLab Light"
DARK: Final = "JupyterLab Dark"

_START: Final = 60.0
"""Seconds that a cold server may take."""

_QUIET: Final = {
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    }
}
"""Settings without which JupyterLab asks whether it may ask the network for news."""

_LANGUAGE_SERVERS: Final = (
    "@jupyter-lsp/jupyterlab-lsp",
    "@jupyter-lsp/notebook-adapter",
    "@jupyter-lsp/fileeditor-adapter",
)
"""The parts of jupyterlab-lsp, which may be installed; only its own tests want it."""

_FLAGS: Final = (
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--port=0",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
    "--ServerApp.disable_check_xsrf=True",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JupyterServer:
    """A server that runs.

    Attributes:
        address: with a slash at its end.
        root: the folder of its notebooks.
    """

    address: str
    root: Path

    def address_in(self, host: str, notebook: str) -> str:
        """Where a notebook is opened: "lab" or "notebook"; a text file in "lab"."""
        if host == "notebook":
            return f"{self.address}notebooks/{notebook}"
        # A workspace of its own, or JupyterLab opens what was open before as well; its name has
        # no dot.
        return f"{self.address}lab/workspaces/{notebook.partition('.')[0]}/tree/{notebook}"

    def use_theme(self, theme: str) -> None:
        """What pages that are opened from now on look like."""
        setting = json.dumps({"raw": json.dumps({"theme": theme})})
        path = "lab/api/settings/@jupyterlab/apputils-extension:themes"
        self._call(path, method="PUT", body=setting)

    def wait_for_kernel(self, notebook: str) -> None:
        """Wait until a notebook's kernel takes work; what is run before that may be lost."""
        deadline = time.monotonic() + _START
        while time.monotonic() < deadline:
            for session in json.loads(self._call("api/sessions")):
                kernel = session["kernel"]
                ready = kernel["execution_state"] == "idle" and kernel["connections"] > 0
                if session["path"] == notebook and ready:
                    return
            time.sleep(0.1)
        raise RuntimeError(f"no kernel has started for {notebook}")

    def stop_kernels(self) -> None:
        """End all sessions: a kernel outlives the page that started it."""
        deadline = time.monotonic() + _START
        while sessions := json.loads(self._call("api/sessions")):
            for session in sessions:
                try:
                    self._call(f"api/sessions/{session['id']}", method="DELETE")
                except urllib.error.HTTPError:  # of a kernel that is being restarted
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)

    def _call(self, path: str, *, method: str = "GET", body: str = "") -> str:
        request = urllib.request.Request(
            self.address + path, data=body.encode() or None, method=method
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            text: str = answer.read().decode()
        return text


@contextmanager
def jupyter_server(
    folder: Path, *, language_servers: bool = False, python: str | Path = sys.executable
) -> Iterator[JupyterServer]:
    """A server of the JupyterLab of this Python, whose every file is in this folder."""
    root = folder / "notebooks"
    root.mkdir(parents=True)
    for name, values in _QUIET.items():
        file = folder / "settings" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")
    extensions = folder / "config" / "labconfig" / "page_config.json"
    extensions.parent.mkdir(parents=True)
    disabled = {"disabledExtensions": dict.fromkeys(_LANGUAGE_SERVERS, not language_servers)}
    extensions.write_text(json.dumps(disabled), encoding="utf-8")
    log = folder / "server.log"
    flags = [
        *_FLAGS,
        f"--ServerApp.root_dir={root}",
        f"--LanguageServerManager.autodetect={language_servers}",
    ]
    command = [str(python), "-m", "jupyterlab", *flags]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(folder),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield JupyterServer(address=_address(process, folder / "runtime", log), root=root)
    finally:
        _end(process)


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


def _address(process: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Where the server listens; it writes that down when it does."""
    deadline = time.monotonic() + _START
    while time.monotonic() < deadline and process.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            try:
                found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            except json.JSONDecodeError:  # still being written
                continue
            return str(found["url"])
        time.sleep(0.1)
    raise RuntimeError(f"Jupyter did not start:\n{log.read_text(encoding='utf-8')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and its kernels, which are in its group."""
    process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=15)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=15)
