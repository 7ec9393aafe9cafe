"""What is wrong with a meteor.toml, and where it stands.

A mark in a text below, ``«...»``, is where the diagnostic must be; the marks are taken out before
the file is read.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from meteor_lsp.documents.positions import Encoding
from meteor_lsp.features.project_diagnostics import project_diagnostics
from meteor_lsp.project.folder_checks import mistakes_in_folder
from meteor_lsp.project.project_file import parse_project_file
from meteor_lsp.project.settings import Settings

PAIR = '[[pairs]]\nhypothesis = "out/{x}.txt"\nreferences = "ref/{x}.txt"\n'
ERROR, WARNING = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning


def told(
    folder: Path, text: str, *, opened: tuple[str, ...] = ()
) -> Sequence[tuple[str, str, object]]:
    """The marked text, the message and the severity of each diagnostic."""
    path = folder / "meteor.toml"
    file = parse_project_file(path, text)
    found = project_diagnostics(
        file, text, mistakes_in_folder(file, Settings(), opened), Encoding.UTF32
    )
    lines = [*re.split("\r\n|\r|\n", text), ""]
    marked = []
    for one in found:
        assert one.range.start.line == one.range.end.line
        line = lines[one.range.start.line]
        first, last = one.range.start.character, one.range.end.character
        assert 0 <= first <= last <= len(line)
        marked.append(
            (f"{line[:first]}«{line[first:last]}»{line[last:]}", one.message, one.severity)
        )
    return marked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("out/a.txt", "out/b.txt", "ref/a.txt", "src/a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        ("varient = 1", "«varient» = 1", "did you mean 'variant'?"),
        ('# 👍\nvariant = "nlkt" # x', 'variant = «"nlkt"» # x', "did you mean"),
        ("[severity]\nlow-scor = 'off'", "«low-scor» = 'off'", "did you mean 'low-score'?"),
        ("[severity]\nlow-score = 'of'", "low-score = «'of'»", "severity"),
        ("hints = 1", "hints = «1»", "write [hints]"),
        ('meteorHome = "/x"', '«meteorHome» = "/x"', "only in the editor's settings"),
        ("[[pairs]]\nsource = 'x'", "[[«pairs»]]", "'hypothesis' is missing"),
        (f"{PAIR}sources = 'x'", "«sources» = 'x'", "did you mean 'source'?"),
        (f"{PAIR}source = '../x'", "source = «'../x'»", "leads out of the folder"),
        (f"{PAIR}source = '{{y}}'", "source = «'{y}'»", "{y} is not in 'hypothesis'"),
        ("[[folders]]\npath = 'out'\nhints.score = true", "«hints».score = true", "single files"),
        ("[[ignore]]\ncode = ['low']", "code = «['low']»", "unknown code"),
        ("pairs = 1", "pairs = «1»", "write [[pairs]] above each"),
        ("pairs = [1]", "pairs = [«1»]", "write [[pairs]]"),
        ("[pairs]\nx = 1", "[«pairs»]", "write [[pairs]] above each"),
        ("lowScore =", "lowScore «=»", "Invalid value"),
        ("x = [1,\n", "«»", "until this is mended"),
        ("lowScore = 1\nlowScore = 2", "lowScore = «2»", "Cannot overwrite a value"),
        ('x = "a\ny = 1', 'x = "«a»', "Illegal character"),
    ],
)
def test_error_has_the_range_of_its_key(
    folder: Path, text: str, marked: str, message: str, line_end: str
) -> None:
    found = told(folder, text.replace("\n", line_end))
    assert [(line, severity) for line, _, severity in found[:1]] == [(marked, ERROR)], found
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        (PAIR, None, ""),
        (
            '[[pairs]]\nhypothesis = "uot/{x}.txt"\nreferences = "ref/{x}.txt"',
            'hypothesis = «"uot/{x}.txt"»',
            "there is no file 'uot/{x}.txt' here",
        ),
        (
            '[[pairs]]\nhypothesis = "out/{x}.txt"\nreferences = ["ref/{x}.txt", "fer/{x}.*"]',
            'references = ["ref/{x}.txt", «"fer/{x}.*"»]',
            "there is no file 'fer/a.*' for 'out/a.txt', nor for 1 more hypothesis",
        ),
        (f"{PAIR}source = 'src/{{x}}.txt'", None, ""),
        (f"{PAIR}source = 'src/{{x}}'", "source = «'src/{x}'»", "there is no file 'src/a'"),
        (
            f"{PAIR}{PAIR.replace('{x}', 'a')}",
            'hypothesis = «"out/a.txt"»',
            "this never counts: [[pairs]] number 1 takes 'out/a.txt' before",
        ),
        # The first rule finds no reference of b, so the second counts for it.
        (f"{PAIR}{PAIR.replace('out/{x}', 'out/b').replace('ref/{x}', 'src/a')}", None, ""),
        ("[[folders]]\npath = 'out/'", None, ""),
        ("[[folders]]\npath = 'uot'", "path = «'uot'»", "there is no file 'uot' here"),
        ("[[ignore]]\nfile = 'out/*.txt'", None, ""),
        ("[[ignore]]\nfile = 'out/*.en'", "file = «'out/*.en'»", "there is no file 'out/*.en'"),
        (
            "weights = [1, 0.5]\nlowScore = 0.5",
            "weights = «[1, 0.5]»",
            "weights",
        ),
        (f"{PAIR}stages = ['exact']\nweights = [1, 1]", "weights = «[1, 1]»", "weights"),
    ],
)
def test_warning_has_the_range_of_its_key(
    folder: Path, text: str, marked: str | None, message: str
) -> None:
    found = told(folder, text)
    assert [(line, severity) for line, _, severity in found] == [(marked, WARNING)][: bool(marked)]
    assert not marked or message in found[0][1]


def test_skipped_rule_does_not_shift_numbers(folder: Path) -> None:
    (line, _, _), _, (second, message, _) = told(
        folder, f"[[pairs]]\n{PAIR}{PAIR.replace('{x}', 'a')}"
    )
    assert (line, second) == ("[[«pairs»]]", 'hypothesis = «"out/a.txt"»')
    assert "[[pairs]] number 2 takes" in message


def test_open_documents_exist(tmp_path: Path) -> None:
    text = PAIR.replace("{x}", "new")
    assert told(tmp_path, text, opened=("out/new.txt", "ref/new.txt")) == []


FRAGMENTS = (
    *(
        "[[pairs]]",
        "[[folders]]",
        "[[ignore]]",
        "[severity]",
        "[hints]",
        "hypothesis",
        "references",
    ),
    *("path", "file", "code", "lowScore", "severity.x", " = ", "'{x}.*'", "['a', '{b}']", '"../x"'),
    *(
        "1",
        "{a = 1}",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\u2028",
        "#",
        "👍",
        "'",
        '"""',
        "[",
        "]",
        "\ud800",
    ),
)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join))
def test_any_text_has_its_diagnostics_within_it(text: str) -> None:
    found = told(Path("/nowhere/at/all"), text)
    assert all(message for _, message, _ in found)
