"""The package for a platform, which carries the language server, where no Meteorscope is.

It costs about 70 s and a download of 10 MB: the package is made for this Python alone. What becomes
of an environment in an update, or when two windows make it, editors/vscode/test/carried.test.ts
tests.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from meteor_core import Meteor
from tests.editors.vscode.code_server import PROGRAM, ROOT, code_server, package, server_program
from tests.editors.vscode.conftest import new_window, write_files
from tests.editors.vscode.segments import HYPOTHESES, REFERENCES
from tests.editors.vscode.test_trust import ASKING, trap

HYPOTHESIS: Final = "demo.hyp.en"
_SETS_UP: Final = "Setting up Meteorscope"
_STORAGE: Final = Path("data", "User", "globalStorage", "meteorscope.meteorscope")
_PATIENCE: Final = 60_000
"""Milliseconds to install on a busy machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the package carries."""
    if not PROGRAM.exists():
        pytest.skip("VS Code is not installed; tests/editors/install.sh does that")
    wheels = tmp_path_factory.mktemp("wheels")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels, ROOT],
        env={**os.environ, "METEOR_BUILD": "pure"},
        check=True,
        capture_output=True,
    )
    script = ROOT / "scripts" / "vscode_server.py"
    packed = subprocess.run(
        [sys.executable, script, "--python", python, "--wheels", wheels, "--output", wheels],
        check=False,
        capture_output=True,
        text=True,
    )
    if packed.returncode != 0:
        pytest.skip(f"the wheels cannot be had: {packed.stderr[-200:]}")
    return wheels


def test_one_package_is_all_that_it_takes(
    server: Path, browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    extension = package(home, server)
    assert extension.stat().st_size < 15_000_000
    # Nothing of a workspace that nobody trusts is run, though the search path leads there.
    sprung = home / "sprung"
    trap(folder / "bin", sprung)
    for name in ("python3", "python"):
        shutil.copy(folder / "bin" / "meteor-lsp", folder / "bin" / name)
    for module in ("venv", "lzma", "meteor_lsp"):
        (folder / f"{module}.py").write_text(f'open("{sprung}", "w")\n')
    with code_server(
        home, settings=ASKING, extensions=[extension], path=[folder / "bin"], trusting=False
    ) as running:
        window = new_window(browser, running, folder)
        window.open(HYPOTHESIS)
        expect(window.notifications.filter(has_text=_SETS_UP)).to_be_visible()
        window.picture(pictures, "vscode-sets-up")
        score = Meteor(language="en").corpus(HYPOTHESES, [REFERENCES]).score
        expect(window.status).to_contain_text(f"METEOR {score:.4f}", timeout=_PATIENCE)
        expect(window.notifications).to_have_text([])
        window.picture(pictures, "vscode-set-up")
        key = json.loads((server / "server.json").read_text())["key"]
        assert [path.name for path in (home / _STORAGE).iterdir()] == [f"server-{key}"]
        assert not sprung.exists()

        # What a person chooses counts more.
        chosen = server_program(home / "bin")
        running.set_program(str(chosen))
        window.until((chosen.parent / "process").exists, expected=True)
        expect(window.status).to_contain_text("METEOR 0.")


def test_a_python_that_is_missing_is_said_with_what_to_do(
    browser: Browser, home: Path, folder: Path, pictures: Path
) -> None:
    if not PROGRAM.exists():
        pytest.skip("VS Code is not installed; tests/editors/install.sh does that")
    server = home / "server"
    server.mkdir()
    write_files(server, {"server.tar.xz": []})
    told = {"key": "x", "pythons": ["3.98", "3.99"]}
    (server / "server.json").write_text(json.dumps(told))
    with code_server(home, settings={}, extensions=[package(home, server)]) as running:
        window = new_window(browser, running, folder)
        window.open(HYPOTHESIS)
        notice = window.notifications.filter(has_text="needs Python 3.98 to 3.99")
        expect(notice).to_contain_text("On this machine there is only Python 3.")
        expect(notice.get_by_role("button", name="Get Python")).to_be_visible()
        expect(notice.get_by_role("button", name="Choose Program...")).to_be_visible()
        window.page.wait_for_timeout(500)  # until it has come to rest
        window.picture(pictures, "vscode-missing-python")

        # An archive that is damaged is an installation that fails.
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        (installed,) = (home / "extensions").glob("meteorscope.*/dist/server/server.json")
        installed.write_text(json.dumps({**told, "pythons": [python]}))
        window.page.reload()  # the file stays open
        failed = window.notifications.filter(has_text="was not set up with")
        expect(failed.get_by_role("button", name="Show Log")).to_be_visible()
        window.picture(pictures, "vscode-not-set-up")
        assert list((home / _STORAGE).iterdir()) == []
