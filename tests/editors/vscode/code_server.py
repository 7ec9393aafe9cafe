"""VS Code, as code-server runs it: a server with a home of its own, whose windows are pages."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import quote

ROOT: Final = Path(__file__).parents[3]
PROGRAM: Final = ROOT / ".editors" / "vscode" / "code-server"
CLIENT: Final = ROOT / "editors" / "vscode"

_TIME: Final = 60
_PROGRAM: Final = "meteorscope.server.path"
_QUIET: Final[dict[str, Any]] = {
    "breadcrumbs.enabled": False,
    "editor.fontFamily": "DejaVu Sans Mono, Noto Sans Mono CJK SC, Noto Color Emoji, monospace",
    "editor.minimap.enabled": False,
    "extensions.autoUpdate": False,
    "extensions.ignoreRecommendations": True,
    "git.enabled": False,
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "window.commandCenter": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
    "workbench.enableExperiments": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeServer:
    """A VS Code that runs.

    Attributes:
        port: where its pages are, on loopback.
        home: everything that it writes.
        processes: its own first process.
    """

    port: int
    home: Path
    process: int

    def url(self, folder: Path) -> str:
        """The page of a window with a folder."""
        return f"http://127.0.0.1:{self.port}/?folder={quote(str(folder))}"

    def set(self, settings: Mapping[str, Any]) -> None:
        """The person's own settings, on top of quiet ones; an open window follows."""
        _write_settings(self.home, settings)

    def set_program(self, program: str) -> None:
        """The setting ``meteorscope.server.path``, which belongs to the machine."""
        self.set_on_machine({_PROGRAM: program})

    def set_on_machine(self, settings: Mapping[str, Any]) -> None:
        """The machine's settings; an open window follows them sooner than the person's."""
        _write(self.home / "data" / "Machine" / "settings.json", settings)


def package(target: Path, server: Path | None = None) -> Path:
    """The extension as people install it.

    Args:
        target: a folder for it.
        server: the folder with what it carries; none for the package without a server.

    Raises:
        FileNotFoundError: what npm installs is not there.
    """
    if not (ROOT / "node_modules" / "@vscode" / "vsce").exists():
        raise FileNotFoundError("the extension cannot be packaged: run npm ci first")
    file = target / "meteorscope.vsix"
    subprocess.run(
        ["npm", "run", "--silent", "package", "--", "--out", str(file)],
        cwd=CLIENT,
        env={**os.environ, "METEORSCOPE_SERVER": "" if server is None else str(server)},
        check=True,
        capture_output=True,
        text=True,
    )
    return file


def server_program(folder: Path) -> Path:
    """A program ``meteor-lsp`` in a folder, which is the server of this very Python.

    It writes the number of its process beside itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "meteor-lsp"
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT)])
    program.write_text(
        f'#!/bin/sh\necho $$ > "{folder}/process"\n'
        f'PYTHONPATH="{paths}" exec "{sys.executable}" -m meteor_lsp "$@"\n'
    )
    program.chmod(0o755)
    return program


@contextmanager
def code_server(
    home: Path,
    *,
    settings: Mapping[str, Any],
    program: Path | None = None,
    extensions: Sequence[Path],
    path: Sequence[Path] = (),
    trusting: bool = True,
) -> Iterator[CodeServer]:
    """Start it, and end it with all that it started.

    Args:
        home: an empty folder for everything that it writes.
        settings: of the person.
        program: the server that the settings name.
        extensions: packages to install, or folders of unpacked extensions.
        path: folders before all others on its search path.
        trusting: whether every workspace is trusted without being asked about.
    """
    port = _free_port()
    config = home / "config.yaml"
    config.write_text(f"bind-addr: 127.0.0.1:{port}\nauth: none\ncert: false\n")
    _write_settings(home, settings)
    if program is not None:
        _write(home / "data" / "Machine" / "settings.json", {_PROGRAM: str(program)})
    (home / "extensions").mkdir()
    arguments = [
        str(PROGRAM),
        f"--config={config}",
        f"--user-data-dir={home / 'data'}",
        f"--extensions-dir={home / 'extensions'}",
    ]
    environment = _environment(home, path)
    for extension in extensions:
        if extension.is_dir():
            (home / "extensions" / extension.name).symlink_to(extension)
        else:
            subprocess.run(
                [*arguments, "--install-extension", str(extension)],
                env=environment,
                check=True,
                capture_output=True,
                timeout=_TIME,
            )
    switches = ["telemetry", "update-check", "getting-started-override"]
    switches += ["workspace-trust"] if trusting else []
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            [*arguments, *(f"--disable-{switch}" for switch in switches)],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait_for(port)
        yield CodeServer(port=port, home=home, process=process.pid)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


def _environment(home: Path, path: Sequence[Path]) -> dict[str, str]:
    # VS Code takes the search path from the person's login shell.
    (home / ".profile").write_text("".join(f'PATH="{folder}:$PATH"\n' for folder in path))
    # Without the folder of this Python: a server that is found there would be found by accident.
    ours = Path(sys.executable).parent
    others = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != ours]
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "HOME": str(home),
        "SHELL": "/bin/sh",
        "PATH": os.pathsep.join(others),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "share"),
    }


def _write_settings(home: Path, settings: Mapping[str, Any]) -> None:
    _write(home / "data" / "User" / "settings.json", {**_QUIET, **settings})


def _write(file: Path, settings: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(settings, indent=2))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + _TIME
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
