"""meteor-lsp in a real Emacs on a terminal, set up as docs/editors.md says.

It is the one editor that counts columns in characters (UTF-32). tests/editors/install.sh provides
it.
"""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.editors.sample import (
    EDITED,
    EMOJI_ROW,
    HYPOTHESES,
    IN_ITS_PLACE,
    LOW,
    REFERENCES,
    ROOT,
    WORD,
    documented_settings,
    low_rows,
    path_with_server,
    scores,
    write_pair,
)
from tests.editors.terminal import run_on_terminal

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_PROGRAM: Final = ROOT / ".editors" / "emacs" / "emacs"
_CHECK: Final = Path(__file__).with_name("emacs_check.el")

_OTHER_REFERENCES: Final = REFERENCES[::-1]

_TEXTS: Final = {"opened": HYPOTHESES, "edited": EDITED}

_Findings = dict[str, Any]


def _texts_of_hints(hypotheses: Sequence[str]) -> list[str]:
    return [f"{score:.3f}" for score in scores(hypotheses)]


def _ranges_of_diagnostics(hypotheses: Sequence[str]) -> list[tuple[int, int, int]]:
    """Row, first column and last of every remark."""
    return [(row, 0, len(hypotheses[row])) for row in low_rows(hypotheses)]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> _Findings:
    if not _PROGRAM.exists():
        pytest.skip("Emacs is not installed; tests/editors/install.sh does that")
    # A name that a URI has to escape; eglot loses diagnostics where it is not ASCII.
    folder = tmp_path_factory.mktemp("100% #1 ")
    settings, plan, result = folder / "init.el", folder / "plan.json", folder / "result.json"
    settings.write_text(documented_settings("Emacs", "elisp"), encoding="utf-8")
    other_reference = folder / "other.txt"
    other_reference.write_text("".join(f"{line}\n" for line in _OTHER_REFERENCES), "utf-8")
    plan.write_text(
        json.dumps(
            {
                "result": str(result),
                "reference": str(folder / "demo.ref.en"),
                "word": WORD,
                "word_in_chunk": "land",
                "in_its_place": IN_ITS_PLACE,
                "other_reference": str(other_reference),
                "low_rows_with_the_other_reference": low_rows(EDITED, _OTHER_REFERENCES),
                "expected": {
                    moment: {
                        "hints": _texts_of_hints(lines),
                        "diagnostics": _ranges_of_diagnostics(lines),
                    }
                    for moment, lines in _TEXTS.items()
                },
            }
        ),
        encoding="utf-8",
    )
    files = ["-l", str(settings), str(write_pair(folder)), "-l", str(_CHECK)]
    environment = {
        **os.environ,
        "PATH": path_with_server(folder),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "METEOR_PLAN": str(plan),
    }
    written = run_on_terminal([str(_PROGRAM), "-Q", "-nw", *files], folder, environment)
    assert result.exists(), written
    found: _Findings = json.loads(result.read_text(encoding="utf-8"))
    assert "problem" not in found, found
    return found


@pytest.fixture(params=list(_TEXTS))
def moment(request: pytest.FixtureRequest) -> str:
    moment: str = request.param
    return moment


def test_this_emacs_counts_characters(found: _Findings) -> None:
    assert int(found["version"].partition(".")[0]) >= 30
    assert found["unit"] == "eglot-utf-32-linepos"


def test_nothing_is_reported_as_wrong(found: _Findings) -> None:
    assert not re.search("error|warning|fail", found["messages"], re.IGNORECASE)


def test_every_line_ends_with_the_score_that_meteor_gives(found: _Findings, moment: str) -> None:
    lines = _TEXTS[moment]
    assert found[moment]["lines"] == list(lines)
    assert found[moment]["hints"] == [
        {"row": row, "column": len(line), "text": text}
        for row, (line, text) in enumerate(zip(lines, _texts_of_hints(lines), strict=True))
    ]


def test_a_low_score_is_a_diagnostic_on_the_whole_line(found: _Findings, moment: str) -> None:
    lines = _TEXTS[moment]
    rows = low_rows(lines)
    assert rows
    shown = found[moment]["diagnostics"]
    ranges = [(one["row"], one["start"], one["stop"]) for one in shown]
    assert ranges == _ranges_of_diagnostics(lines)
    for one, score in zip(shown, (scores(lines)[row] for row in rows), strict=True):
        assert f"METEOR {score:.3f}, below {LOW:g}" in one["message"]


def test_an_edit_changes_its_own_score_and_is_not_saved(found: _Findings) -> None:
    before, after = ([hint["text"] for hint in found[moment]["hints"]] for moment in _TEXTS)
    rows = enumerate(zip(before, after, strict=True))
    assert [row for row, (was, now) in rows if was != now] == [EMOJI_ROW]
    assert found["edited"]["modified"]


def test_the_echo_area_tells_the_match_of_the_word(found: _Findings) -> None:
    assert re.match(r"land matches land, exact", found["hover"])


def test_the_chunk_under_the_cursor_is_marked(found: _Findings) -> None:
    assert found["highlighted"] == ["land", "on", "the"]


def test_going_to_the_definition_of_a_word_goes_to_the_aligned_word(found: _Findings) -> None:
    assert found["aligned_with"] == {
        "file": "demo.ref.en",
        "row": EMOJI_ROW,
        "column": REFERENCES[EMOJI_ROW].index(WORD),
    }


def test_the_reference_shows_the_same_scores_at_its_own_line_ends(found: _Findings) -> None:
    assert found["servers"] == 1
    assert found["reference_hints"] == [
        {"row": row, "column": len(line), "text": text}
        for row, (line, text) in enumerate(
            zip(REFERENCES, _texts_of_hints(HYPOTHESES), strict=True)
        )
    ]


def test_a_reference_that_another_program_writes_counts(found: _Findings) -> None:
    rows = low_rows(EDITED, _OTHER_REFERENCES)
    assert rows != low_rows(EDITED)
    assert found["low_rows_with_the_other_reference"] == rows


def test_everything_was_there_in_time(found: _Findings, moment: str) -> None:
    assert found[moment]["in_time"]
