"""Sessions of a real Emacs on a terminal, which tests/editors/install.sh provides."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.editors.sample import ROOT, path_with_server
from tests.editors.terminal import run_on_terminal

PROGRAM: Final = ROOT / ".editors" / "emacs" / "emacs"

Findings = dict[str, Any]


def session(
    folder: Path, settings: str, check: str, plan: Mapping[str, Any], text: Path
) -> Findings:
    """What a session in Emacs finds; without Emacs, the test is skipped.

    Args:
        folder: its home, with the server on its search path.
        settings: what stands in its init file.
        check: the name of the file beside this one that drives it.
        plan: what that file is told.
        text: the file that is opened.
    """
    if not PROGRAM.exists():
        pytest.skip("Emacs is not installed; tests/editors/install.sh does that")
    init, told, result = folder / "init.el", folder / "plan.json", folder / "result.json"
    init.write_text(settings, encoding="utf-8")
    told.write_text(json.dumps({**plan, "result": str(result)}), encoding="utf-8")
    files = ["-l", str(init), str(text), "-l", str(Path(__file__).with_name(check))]
    environment = {
        **os.environ,
        "PATH": path_with_server(folder),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "METEOR_PLAN": str(told),
    }
    written = run_on_terminal([str(PROGRAM), "-Q", "-nw", *files], folder, environment)
    assert result.exists(), written
    found: Findings = json.loads(result.read_text(encoding="utf-8"))
    assert "problem" not in found, found
    return found


def texts_of_hints(numbers: Sequence[float]) -> list[str]:
    """Scores as they stand at line ends."""
    return [f"{score:.3f}" for score in numbers]
