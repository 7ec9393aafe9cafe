"""meteor-lsp in a real Vim with ALE on a terminal, set up as docs/editors.md says.

ALE takes the protocol's columns for bytes, so marks are looked at by their lines.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.editors.sample import (
    HYPOTHESES,
    LOW,
    REFERENCES,
    ROOT,
    documented_settings,
    low_rows,
    path_with_server,
    write_pair,
)
from tests.editors.terminal import run_on_terminal

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_PROGRAM: Final = ROOT / ".editors" / "vim" / "vim"
_CHECK: Final = Path(__file__).with_name("vim_check.vim")

_Findings = dict[str, Any]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> _Findings:
    if not _PROGRAM.exists():
        pytest.skip("Vim with ALE is not installed; tests/editors/install.sh does that")
    folder = tmp_path_factory.mktemp("Übersetzung 100% #1 ")
    settings, plan, result = folder / "vimrc", folder / "plan.json", folder / "result.json"
    settings.write_text(documented_settings("Vim with ALE", "vim"), encoding="utf-8")
    (row,) = low_rows(HYPOTHESES)
    plan.write_text(
        json.dumps(
            {
                "result": str(result),
                "expected": {
                    "opened": [[row, 0]],
                    "edited": [],
                },
                # The segment gets the text of its reference.
                "keys": f"{row + 1}GS{REFERENCES[row]}\x1b",
            }
        ),
        encoding="utf-8",
    )
    files = ["-u", str(settings), "-S", str(_CHECK), str(write_pair(folder))]
    environment = {
        **os.environ,
        "PATH": path_with_server(folder),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "METEOR_PLAN": str(plan),
    }
    written = run_on_terminal([str(_PROGRAM), "--clean", "-N", *files], folder, environment)
    assert result.exists(), written
    found: _Findings = json.loads(result.read_text(encoding="utf-8"))
    return found


def test_a_low_score_is_marked_from_the_start_of_its_line(found: _Findings) -> None:
    (row,) = low_rows(HYPOTHESES)
    assert found["opened"]["marks"] == [[row, 0]]
    (message,) = found["opened"]["messages"]
    assert message.startswith(f"METEOR 0.000, below {LOW:g}")


def test_an_edit_that_is_not_saved_takes_the_mark_away(found: _Findings) -> None:
    assert found["edited"]["marks"] == []
    assert found["edited"]["modified"]


def test_nothing_is_reported_as_wrong(found: _Findings) -> None:
    assert not found["errors"]
