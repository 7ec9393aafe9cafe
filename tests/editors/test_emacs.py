"""meteor-lsp in a real Emacs with nothing but Eglot, set up as docs/editors.md says.

It is the one editor that counts columns in characters (UTF-32).
"""

import re
from collections.abc import Sequence
from typing import Final

import pytest

from tests.editors.emacs import Findings, session, texts_of_hints
from tests.editors.sample import (
    EDITED,
    EMOJI_ROW,
    HYPOTHESES,
    IN_ITS_PLACE,
    LOW,
    REFERENCES,
    WORD,
    documented_settings,
    low_rows,
    scores,
    write_pair,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_OTHER_REFERENCES: Final = REFERENCES[::-1]

_TEXTS: Final = {"opened": HYPOTHESES, "edited": EDITED}


def _ranges_of_diagnostics(hypotheses: Sequence[str]) -> list[tuple[int, int, int]]:
    """Row, first column and last of every remark."""
    return [(row, 0, len(hypotheses[row])) for row in low_rows(hypotheses)]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    # A name that a URI has to escape; eglot loses diagnostics where it is not ASCII.
    folder = tmp_path_factory.mktemp("100% #1 ")
    other_reference = folder / "other.txt"
    other_reference.write_text("".join(f"{line}\n" for line in _OTHER_REFERENCES), "utf-8")
    plan = {
        "reference": str(folder / "demo.ref.en"),
        "word": WORD,
        "word_in_chunk": "land",
        "in_its_place": IN_ITS_PLACE,
        "other_reference": str(other_reference),
        "low_rows_with_the_other_reference": low_rows(EDITED, _OTHER_REFERENCES),
        "expected": {
            moment: {
                "hints": texts_of_hints(scores(lines)),
                "diagnostics": _ranges_of_diagnostics(lines),
            }
            for moment, lines in _TEXTS.items()
        },
    }
    settings = documented_settings("Without the package", "elisp")
    return session(folder, settings, "emacs_check.el", plan, write_pair(folder))


@pytest.fixture(params=list(_TEXTS))
def moment(request: pytest.FixtureRequest) -> str:
    moment: str = request.param
    return moment


def test_this_emacs_counts_characters(found: Findings) -> None:
    assert int(found["version"].partition(".")[0]) >= 30
    assert found["unit"] == "eglot-utf-32-linepos"


def test_nothing_is_reported_as_wrong(found: Findings) -> None:
    assert not re.search("error|warning|fail", found["messages"], re.IGNORECASE)


def test_every_line_ends_with_the_score_that_meteor_gives(found: Findings, moment: str) -> None:
    lines = _TEXTS[moment]
    assert found[moment]["lines"] == list(lines)
    assert found[moment]["hints"] == [
        {"row": row, "column": len(line), "text": text}
        for row, (line, text) in enumerate(zip(lines, texts_of_hints(scores(lines)), strict=True))
    ]


def test_a_low_score_is_a_diagnostic_on_the_whole_line(found: Findings, moment: str) -> None:
    lines = _TEXTS[moment]
    rows = low_rows(lines)
    assert rows
    shown = found[moment]["diagnostics"]
    ranges = [(one["row"], one["start"], one["stop"]) for one in shown]
    assert ranges == _ranges_of_diagnostics(lines)
    for one, score in zip(shown, (scores(lines)[row] for row in rows), strict=True):
        assert f"METEOR {score:.3f}, below {LOW:g}" in one["message"]


def test_an_edit_changes_its_own_score_and_is_not_saved(found: Findings) -> None:
    before, after = ([hint["text"] for hint in found[moment]["hints"]] for moment in _TEXTS)
    rows = enumerate(zip(before, after, strict=True))
    assert [row for row, (was, now) in rows if was != now] == [EMOJI_ROW]
    assert found["edited"]["modified"]


def test_the_echo_area_tells_the_match_of_the_word(found: Findings) -> None:
    assert re.match(r"land matches land, exact", found["hover"])


def test_the_chunk_under_the_cursor_is_marked(found: Findings) -> None:
    assert found["highlighted"] == ["land", "on", "the"]


def test_going_to_the_definition_of_a_word_goes_to_the_aligned_word(found: Findings) -> None:
    assert found["aligned_with"] == {
        "file": "demo.ref.en",
        "row": EMOJI_ROW,
        "column": REFERENCES[EMOJI_ROW].index(WORD),
    }


def test_the_reference_shows_the_same_scores_at_its_own_line_ends(found: Findings) -> None:
    assert found["servers"] == 1
    assert found["reference_hints"] == [
        {"row": row, "column": len(line), "text": text}
        for row, (line, text) in enumerate(
            zip(REFERENCES, texts_of_hints(scores(HYPOTHESES)), strict=True)
        )
    ]


def test_a_reference_that_another_program_writes_counts(found: Findings) -> None:
    rows = low_rows(EDITED, _OTHER_REFERENCES)
    assert rows != low_rows(EDITED)
    assert found["low_rows_with_the_other_reference"] == rows


def test_everything_was_there_in_time(found: Findings, moment: str) -> None:
    assert found[moment]["in_time"]
