"""Arabic letters, which METEOR 1.5's files of Arabic do not have."""

import warnings
from pathlib import Path

import pytest

from meteor_core import Meteor
from meteor_core.command_line.main import main
from meteor_core.errors import MeteorWarning
from meteor_core.meteor15.letters import note_on_letters
from meteor_lsp.command_line import main as server_main
from tests.meteor15.program import installed_home

ARABIC = ["ذهب الولد إلى المدرسة .", "ذهب الأولاد إلى المدارس ."]
BUCKWALTER = ["*hb Alwld <lY Almdrsp .", "*hb AlAwlAd <lY AlmdArs ."]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip without METEOR 1.5, and find it by its jar."""
    monkeypatch.setenv("METEOR_HOME", str(installed_home().jar))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pair of files in Arabic letters."""
    for name, text in zip(("x.hyp.ar", "x.ref.ar"), ARABIC, strict=True):
        (tmp_path / name).write_text(f"{text}\n" * 3, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_scorer_warns_once(jobs: int) -> None:
    one, other = ARABIC
    meteor = Meteor("meteor-1.5", "ar")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        list(meteor.batches([one] * 9, [[other] * 9], size=2, jobs=jobs))
        meteor.score(one, [other])
        meteor.corpus([one], [[other]])
    assert [warning.category for warning in told] == [MeteorWarning]
    assert "Buckwalter" in str(told[0].message)
    for score in (
        lambda scorer: scorer.score("a", [other]),
        lambda scorer: scorer.batch(["a"], [[other]]),
        lambda scorer: scorer.batch([one], scorer.prepare([["a"]])),
        lambda scorer: list(scorer.segments(["a"], [[other]])),
    ):
        with pytest.warns(MeteorWarning):
            score(Meteor("meteor-1.5", "ar"))


def test_other_letters_other_languages_and_other_variants_are_quiet() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", MeteorWarning)
        Meteor("meteor-1.5", "ar").score(BUCKWALTER[0], [BUCKWALTER[1]])
        Meteor("meteor-1.5", "en").score(ARABIC[0], ARABIC[1:])
        Meteor("classic", "ar").score(ARABIC[0], ARABIC[1:])


@pytest.mark.parametrize("text", ["، ؟ ١٢٣", "abc", ""])
def test_marks_and_digits_do_not_count_as_letters(text: str) -> None:
    assert note_on_letters(Meteor("meteor-1.5", "ar").signature(), [text, None]) == ""


@pytest.mark.parametrize(
    "command",
    [
        ["score", "x.hyp.ar", "x.ref.ar", "-v", "meteor-1.5"],
        ["align", "x.hyp.ar", "x.ref.ar", "-v", "meteor-1.5"],
        ["compare", "x.ref.ar", "--systems", "x.hyp.ar", "-v", "meteor-1.5", "--samples", "9"],
        ["meteor-1.5", "x.hyp.ar", "x.ref.ar"],
    ],
    ids=lambda words: words[0],
)
def test_commands_print_the_note_in_one_line(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "-l", "ar"]) == 0
    told = capsys.readouterr().err
    assert told.startswith("meteorscope: METEOR 1.5 has Arabic in Buckwalter")
    assert told.count("\n") == 1


def test_server_prints_the_note_for_the_pair(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert server_main(["check", "x.hyp.ar", "-v", "meteor-1.5"]) == 0
    told = capsys.readouterr().err
    assert told.startswith("meteor-lsp: warning: x.hyp.ar: METEOR 1.5 has Arabic in Buckwalter")
    assert told.count("\n") == 1
