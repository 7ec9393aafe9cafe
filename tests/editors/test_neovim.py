"""meteor-lsp in a real Neovim, set up as docs/editors.md says, on text in many scripts.

Expected scores come from meteor_core directly, so hints are checked by a path that does not
pass the server. tests/editors/install.sh provides the editors.
"""

import itertools
import json
import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import Meteor
from tests.editors.sample import documented_settings, path_with_server

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_ROOT: Final = Path(__file__).parents[2]
_CHECK: Final = Path(__file__).with_name("neovim_check.lua")
_TIME: Final = 60
"""Seconds after which a Neovim that has not come to an end is killed."""

_LOW: Final = 0.3
"""The threshold in the documented settings."""

_LOW_ROW: Final = 5
_EMOJI_ROW: Final = 1

_HYPOTHESES: Final = (
    "The cat sat on the mat",
    "👩‍🚀 Astronauts 🚀 land on the 🌕 moon today",
    "東京 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد إلى المدرسة اليوم",
    "Nothing here agrees with any of it 🙈",
    "A line separator\u2028stands in this sentence",
    "The last line, naïve and short",
)
_REFERENCES: Final = (
    "On the mat sat the cat",
    "Today 👩‍🚀 the astronauts land on the moon 🌕",
    "東京 の 今日 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 est de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد صباح اليوم إلى المدرسة",
    "Quite another sentence\x85 stood at this place",
    "A line separator stands in that sentence",
    "The last line is naïve and short",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Editor:
    """A Neovim, the settings that the documentation gives for it, and its unit of columns."""

    directory: str
    heading: str
    version: str
    encoding: str

    @property
    def program(self) -> Path:
        return _ROOT / ".editors" / self.directory / "nvim"


_NEWEST: Final = _Editor(
    directory="nvim-new",
    heading="Neovim 0.11 and later",
    version=r"0\.1[2-9]|[1-9]",
    encoding="utf-8",
)
_OLDEST: Final = _Editor(
    directory="nvim-0.10", heading="Neovim 0.10", version=r"0\.10\.", encoding="utf-16"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edit:
    """A replacement of one word in one line."""

    row: int
    old: str
    new: str

    def applied(self, lines: Sequence[str]) -> list[str]:
        changed = list(lines)
        assert changed[self.row].count(self.old) == 1
        changed[self.row] = changed[self.row].replace(self.old, self.new)
        return changed

    def as_json(self, lines: Sequence[str]) -> dict[str, Any]:
        start = _byte_column(lines[self.row], self.old)
        return {
            "row": self.row,
            "start": start,
            "stop": start + len(self.old.encode()),
            "text": self.new,
        }


# Both stand behind characters outside the basic plane, where units of columns differ most.
_HYPOTHESIS_EDIT: Final = _Edit(row=_EMOJI_ROW, old="moon", new="🌖 cheese é")
_REFERENCE_EDIT: Final = _Edit(row=_EMOJI_ROW, old="land", new="𝒅𝒊𝒏𝒆 with cheese")

_AFTER_EDIT: Final = _HYPOTHESIS_EDIT.applied(_HYPOTHESES)
_TEXTS: Final = {
    "opened": (_HYPOTHESES, _REFERENCES),
    "hypothesis edited": (_AFTER_EDIT, _REFERENCES),
    "reference edited": (_AFTER_EDIT, _REFERENCE_EDIT.applied(_REFERENCES)),
    "reference undone": (_AFTER_EDIT, _REFERENCES),
}
"""The texts on both sides at each moment at which the check looks at the screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """What a Neovim showed."""

    editor: _Editor
    line_end: str
    found: dict[str, Any]

    def snapshot(self, moment: str) -> dict[str, Any]:
        snapshot: dict[str, Any] = self.found["snapshots"][moment]
        return snapshot


def _byte_column(line: str, word: str) -> int:
    return len(line[: line.index(word)].encode())


def _scores(hypotheses: Sequence[str], references: Sequence[str]) -> list[float]:
    meteor = Meteor(language="en")
    return [
        meteor.score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def _words(hypotheses: Sequence[str], references: Sequence[str]) -> list[dict[str, Any]]:
    """Every word of the hypotheses with its columns in bytes and the stage of its match."""
    meteor = Meteor(language="en")
    words: list[dict[str, Any]] = []
    for row, (hypothesis, reference) in enumerate(zip(hypotheses, references, strict=True)):
        alignment = meteor.score(hypothesis, [reference]).alignment
        stages = {
            token: match.stage for match in alignment.matches for token in range(*match.hypothesis)
        }
        for token, span in enumerate(alignment.hypothesis.spans):
            start, stop = (len(hypothesis[:column].encode()) for column in span)
            stage = stages.get(token, "unmatched")
            words.append({"row": row, "start": start, "stop": stop, "type": stage})
    return words


def _expected(hypotheses: Sequence[str], references: Sequence[str]) -> dict[str, Any]:
    scores = _scores(hypotheses, references)
    corpus = Meteor(language="en").corpus(hypotheses, [references])
    return {
        "hints": [f"{score:.3f}" for score in scores],
        "diagnostics": sum(score < _LOW for score in scores),
        "lens": f"METEOR {corpus.score:.4f} ",
        "words": _words(hypotheses, references),
    }


def _write_lines(path: Path, lines: Sequence[str], line_end: str) -> None:
    path.write_bytes("".join(line + line_end for line in lines).encode())


def _run(editor: _Editor, folder: Path, line_end: str) -> dict[str, Any]:
    hypothesis, reference = folder / "demo.hyp.en", folder / "demo.ref.en"
    _write_lines(hypothesis, _HYPOTHESES, line_end)
    _write_lines(reference, _REFERENCES, line_end)
    settings, plan, result = folder / "init.lua", folder / "plan.json", folder / "result.json"
    blocks = [documented_settings(heading, "lua") for heading in (editor.heading, "Colours")]
    settings.write_text("\n".join(blocks), encoding="utf-8")
    emoji_line = _HYPOTHESES[_EMOJI_ROW]
    plan.write_text(
        json.dumps(
            {
                "result": str(result),
                "reference": str(reference),
                "expected": {moment: _expected(*texts) for moment, texts in _TEXTS.items()},
                "word": {"row": _EMOJI_ROW, "column": _byte_column(emoji_line, "moon")},
                "hypothesis_edit": _HYPOTHESIS_EDIT.as_json(_HYPOTHESES),
                "reference_edit": _REFERENCE_EDIT.as_json(_REFERENCES),
            }
        ),
        encoding="utf-8",
    )
    arguments = ["--headless", "--clean", "-u", str(settings), str(hypothesis)]
    run = subprocess.run(
        [str(editor.program), *arguments, "-c", f"luafile {_CHECK}"],
        env={
            **os.environ,
            "PATH": path_with_server(folder),
            "METEOR_PLAN": str(plan),
            "XDG_STATE_HOME": str(folder),  # where Neovim keeps its log
        },
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=_TIME,
        check=False,
    )
    assert result.exists(), run.stdout + run.stderr
    found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    assert "problem" not in found, found["problem"]
    return found


@pytest.fixture(
    scope="module",
    params=[(_NEWEST, "\n"), (_NEWEST, "\r\n"), (_OLDEST, "\n")],
    ids=["new-lf", "new-crlf", "0.10-lf"],
)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Session:
    editor, line_end = request.param
    if not editor.program.exists():
        pytest.skip(f"{editor.directory} is not installed; tests/editors/install.sh does that")
    # A name that a URI has to escape.
    folder = tmp_path_factory.mktemp("Übersetzung 100% #1 ")
    return _Session(editor=editor, line_end=line_end, found=_run(editor, folder, line_end))


@pytest.fixture(params=list(_TEXTS))
def moment(request: pytest.FixtureRequest) -> str:
    moment: str = request.param
    return moment


def test_the_editor_is_the_one_that_is_meant(session: _Session) -> None:
    assert re.match(session.editor.version, session.found["version"])
    assert session.found["encodings"] == [session.editor.encoding]
    assert session.found["fileformat"] == ("dos" if session.line_end == "\r\n" else "unix")


def test_nothing_is_reported_as_wrong(session: _Session) -> None:
    assert not re.search(r"error|E\d+:|deprecated", session.found["messages"], re.IGNORECASE)


def test_every_line_ends_with_the_score_that_meteor_gives(session: _Session, moment: str) -> None:
    hypotheses, references = _TEXTS[moment]
    assert session.snapshot(moment)["in_time"]
    assert session.snapshot(moment)["lines"] == list(hypotheses)
    ends = [
        {"row": row, "column": len(hypothesis.encode()), "text": f"{score:.3f}"}
        for row, (hypothesis, score) in enumerate(
            zip(hypotheses, _scores(hypotheses, references), strict=True)
        )
    ]
    assert session.snapshot(moment)["hints"] == ends
    assert session.snapshot(moment)["drawn"] == ends


def test_edits_on_both_sides_change_one_hint_and_are_not_saved(session: _Session) -> None:
    shown = [
        [hint["text"] for hint in session.snapshot(moment)["drawn"]]
        for moment in ("opened", "hypothesis edited", "reference edited")
    ]
    for before, after in itertools.pairwise(shown):
        rows = enumerate(zip(before, after, strict=True))
        assert [row for row, (was, now) in rows if was != now] == [_EMOJI_ROW]
    assert session.snapshot("hypothesis edited")["modified"]
    assert session.found["reference_modified"]


def test_a_low_score_is_a_diagnostic_on_the_whole_line(session: _Session, moment: str) -> None:
    hypotheses, references = _TEXTS[moment]
    scores = _scores(hypotheses, references)
    low = [row for row, score in enumerate(scores) if score < _LOW]
    assert _LOW_ROW in low
    diagnostics = session.snapshot(moment)["diagnostics"]
    assert [found["row"] for found in diagnostics] == low
    for found in diagnostics:
        row = found["row"]
        assert (found["start"], found["stop"]) == (0, len(hypotheses[row].encode()))
        assert (found["source"], found["code"]) == ("meteor", "low-score")
        assert found["message"].startswith(f"METEOR {scores[row]:.3f}, below {_LOW:g}")


def test_the_lens_has_the_score_of_the_file(session: _Session, moment: str) -> None:
    hypotheses, references = _TEXTS[moment]
    corpus = Meteor(language="en").corpus(hypotheses, [references])
    lens, worst, signature = session.snapshot(moment)["lenses"]
    scores = _scores(hypotheses, references)
    assert {shown["row"] for shown in (lens, worst, signature)} == {0}
    assert worst["text"] == f"worst: segment {scores.index(min(scores)) + 1}, {min(scores):.3f}"
    assert signature["text"] == str(corpus.signature)
    assert lens["text"].startswith(f"METEOR {corpus.score:.4f} ")


def test_words_are_marked_by_the_stage_of_their_match(session: _Session, moment: str) -> None:
    assert session.snapshot(moment)["words"] == _words(*_TEXTS[moment])


def test_hovering_tells_the_match_of_the_word_and_the_score(session: _Session) -> None:
    score = _scores(_HYPOTHESES, _REFERENCES)[_EMOJI_ROW]
    lines = session.found["hover"]
    assert re.match(r"\W*moon\W+matches\W+moon\W+exact", lines[0])
    assert f"METEOR {score:.4f}" in "\n".join(lines)


def test_the_reference_shows_the_same_scores_at_its_own_line_ends(session: _Session) -> None:
    hypotheses, references = _TEXTS["reference edited"]
    assert session.found["reference_hints"] == [
        {"row": row, "column": len(reference.encode()), "text": f"{score:.3f}"}
        for row, (reference, score) in enumerate(
            zip(references, _scores(hypotheses, references), strict=True)
        )
    ]


def test_going_to_the_definition_of_a_word_goes_to_the_aligned_word(session: _Session) -> None:
    reference = _REFERENCES[_EMOJI_ROW]
    assert session.found["aligned_with"] == {
        "file": "demo.ref.en",
        "row": _EMOJI_ROW,
        "column": _byte_column(reference, "moon"),
    }


def test_scores_that_were_turned_off_stay_off(session: _Session) -> None:
    assert session.found["hints_when_off"] == 0
    assert session.found["clients"] == 1  # one server for both files
