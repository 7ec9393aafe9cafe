"""Files whose names say that they are swapped."""

from pathlib import Path

import pytest

from meteor_core.command_line.main import main
from meteor_core.comparison.reading import read_lines
from meteor_core.text.side_names import note_on_swapped, side_of
from meteor_lsp.command_line import main as server_main

HYPOTHESES = (
    *("x.hyp.en", "hyp.Online-A.de", "a/city_hypothesis.txt", "out.mt.de", "x.hyp.mt"),
    *("system-output.txt", "news.hyp", "hyp", "HYP.txt", "mt.de"),
)
REFERENCES = (
    *("x.ref.en", "ref.A.de", "city-references.txt", "x.ref2.en", "x.pe.de", "news.ref"),
    *("gold.txt", "hyp/x.ref.en", "reference"),
)
NEITHER = (*("x.en", "-", "wmt.en", "reflection.en", "hyp-vs-ref.en", "hypernym.txt", "de.po", ""),)
SAID = {"hypothesis": HYPOTHESES, "reference": REFERENCES, None: NEITHER}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a hypothesis, its reference and a file that says neither."""
    for name, text in (("x.hyp.en", "a cat"), ("x.ref.en", "a cat sat"), ("x.en", "the cat")):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("side", "name"), [(side, name) for side, names in SAID.items() for name in names]
)
def test_side_is_recognised_by_name(side: str | None, name: str) -> None:
    assert side_of(name) == side


@pytest.mark.parametrize(
    "command",
    [
        ["score", "x.ref.en", "x.hyp.en"],
        ["score", "x.ref.en", "x.en", "x.hyp.en"],
        ["align", "x.ref.en", "x.hyp.en"],
        ["compare-search", "x.ref.en", "x.hyp.en"],
        ["compare", "x.hyp.en", "--systems", "x.ref.en", "--samples", "9"],
        ["compare", "x.hyp.en", "--systems", "A=x.ref.en", "--samples", "9"],
        ["review", "x.ref.en", "x.hyp.en", "-l", "en"],
    ],
    ids=" ".join,
)
def test_swapped_files_are_named_and_scored(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 0
    assert capsys.readouterr().err == (
        "meteorscope: x.ref.en is scored against x.hyp.en, but its name says reference; are they "
        "swapped?\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        ["score", "x.hyp.en", "x.ref.en"],
        ["score", "x.ref.en", "x.ref.en"],
        ["score", "x.ref.en", "x.en"],
        ["score", "x.en", "x.hyp.en"],
        ["compare", "x.ref.en", "--systems", "x.hyp.en", "x.en", "--samples", "9"],
        ["review", "x.hyp.en", "x.ref.en", "-l", "en"],
    ],
    ids=" ".join,
)
def test_single_or_neutral_names_have_no_side(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 0
    assert capsys.readouterr().err == ""


def test_comparison_in_python_has_the_note() -> None:
    assert read_lines(["x.hyp.en"], ["x.ref.en"]).notes == (
        note_on_swapped(["x.ref.en"], ["x.hyp.en"]),
    )
    assert read_lines(["x.ref.en"], ["x.hyp.en"]).notes == ()


def test_bilingual_files_that_are_compared_have_it_too(folder: Path) -> None:
    for name in ("x.hyp.po", "x.ref.po"):
        (folder / name).write_text('msgid "a"\nmsgstr "b"\n', encoding="utf-8")
    assert read_lines(["x.hyp.po"], ["x.ref.po"]).notes == (
        note_on_swapped(["x.ref.po"], ["x.hyp.po"]),
    )


def test_pairs_of_a_project_may_be_swapped(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "meteor.toml").write_text(
        '[[pairs]]\nhypothesis = "x.ref.en"\nreferences = "x.hyp.en"\n', encoding="utf-8"
    )
    assert server_main(["check", "x.ref.en"]) == 0
    assert capsys.readouterr().err.startswith("meteor-lsp: warning: x.ref.en is scored against x.h")
