"""The package for Emacs, in a real one on a terminal, set up as docs/editors.md says."""

import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import Meteor
from tests.editors.emacs import PROGRAM, Findings, session, texts_of_hints
from tests.editors.neovim.session import groups_of, results_of
from tests.editors.sample import (
    EDITED,
    EMOJI_ROW,
    HYPOTHESES,
    IN_ITS_PLACE,
    REFERENCES,
    ROOT,
    WORD,
    documented_settings,
    scores,
    write_pair,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_PACKAGE: Final = ROOT / "editors" / "emacs" / "meteorscope.el"
_TEXTS: Final = {"opened": HYPOTHESES, "edited": EDITED}
_BANDS: Final = (("○", "low"), ("◐", "middling"), ("●", "high"))


def _band(score: float) -> tuple[str, str]:
    return _BANDS[(score >= 0.3) + (score >= 0.6)]  # as people are told


def _signed(hypotheses: Sequence[str]) -> list[str]:
    numbers = scores(hypotheses)
    texts = zip(numbers, texts_of_hints(numbers), strict=True)
    return [f"{_band(score)[0]} {text}" for score, text in texts]


def _mode_line(hypotheses: Sequence[str]) -> str:
    return f" {Meteor(language='en').corpus(hypotheses, [REFERENCES]).score:.4f}"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    folder = tmp_path_factory.mktemp("Übersetzung 100% #1 ")  # a URI has to escape it
    plan = {
        "reference": str(folder / "demo.ref.en"),
        "word": WORD,
        "in_its_place": IN_ITS_PLACE,
        "mode_line": _mode_line(EDITED),
        "expected": {moment: _signed(lines) for moment, lines in _TEXTS.items()},
    }
    settings = documented_settings("Emacs", "elisp").replace("~/meteorscope", str(ROOT))
    return session(folder, settings, "emacs_package_check.el", plan, write_pair(folder))


@pytest.fixture(params=list(_TEXTS))
def moment(request: pytest.FixtureRequest) -> str:
    moment: str = request.param
    return moment


@pytest.fixture(params=["hypothesis", "reference"])
def side(request: pytest.FixtureRequest) -> str:
    side: str = request.param
    return side


def test_both_sides_show_all_scores_and_follow_an_edit(
    found: Findings, side: str, moment: str
) -> None:
    shown = found[f"{side} {moment}"]
    assert shown["in_time"]
    lines = _TEXTS[moment]
    assert shown["scores"] == [
        {
            "row": row,
            "column": len(lines[row] if side == "hypothesis" else REFERENCES[row]),
            "text": text,
            "face": f"meteorscope-{_band(score)[1]}",
        }
        for row, (score, text) in enumerate(zip(scores(lines), _signed(lines), strict=True))
    ]


def test_words_have_the_faces_of_their_chunks_and_stages(
    found: Findings, side: str, moment: str
) -> None:
    drawn = [
        (word["row"], word["start"], word["stop"], set(word["faces"]))
        for word in found[f"{side} {moment}"]["words"]
    ]
    expected = []
    for row, result in enumerate(results_of(_TEXTS[moment], REFERENCES)):
        words: dict[tuple[int, int], set[str]] = defaultdict(set)
        for span, group in groups_of(result.alignment, side):
            face = re.sub(r"\B([A-Z0-9])", r"-\1", group.removeprefix("Meteor")).lower()
            words[span].add(f"meteorscope-{face}")
        expected += [(row, *span, faces) for span, faces in words.items()]
    assert drawn == expected


def test_the_alignment_at_point_follows_an_edit_and_closes(found: Findings, moment: str) -> None:
    picture = found[f"alignment {moment}"]
    score = scores(_TEXTS[moment])[EMOJI_ROW]
    assert picture.startswith(f"segment {EMOJI_ROW + 1}  {score:.4f}")
    assert (WORD if moment == "opened" else IN_ITS_PLACE.split()[0]) in picture
    assert "exact" in found["legend"]
    assert found["closed"]


def test_the_mode_line_has_the_score_of_the_file(found: Findings, moment: str) -> None:
    assert found[f"mode line {moment}"] == _mode_line(_TEXTS[moment])


def test_nothing_is_reported_as_wrong(found: Findings) -> None:
    assert not re.search("error|warning|fail", found["messages"], re.IGNORECASE)


def test_it_compiles_without_warnings_and_its_documentation_is_in_order(tmp_path: Path) -> None:
    if not PROGRAM.exists():
        pytest.skip("Emacs is not installed; tests/editors/install.sh does that")
    shutil.copy(_PACKAGE, tmp_path)
    program = """(progn (setq byte-compile-error-on-warn t)
      (unless (byte-compile-file "meteorscope.el") (kill-emacs 1))
      (checkdoc-file "meteorscope.el"))"""
    done: subprocess.CompletedProcess[Any] = subprocess.run(
        [PROGRAM, "-Q", "--batch", "--eval", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
