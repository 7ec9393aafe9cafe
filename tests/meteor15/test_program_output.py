"""``meteorscope meteor-1.5`` prints and writes what the program does, byte for byte.

Only the last digits of numbers may differ; see ``printed_numbers.py``.
"""

import io
import shutil
import sys
from pathlib import Path

import pytest

from meteor_core.command_line.main import main
from tests.meteor15.printed_numbers import assert_same_output, with_digits_of
from tests.meteor15.program import installed_home
from tests.meteor15.program_cases import CASES, GOLDEN, contents, copy_inputs, run_jar

OURS = b"not UTF-8; read as U+FFFD"
"""What warnings say that the program does not have."""

STEMS = "exact stem"
WORDS = "exact stem synonym"

TEXTS = Path(__file__).parents[2].parent / "shared/data/wmt21"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the runs name, where the runs look for them, and no cache."""
    installed_home()
    folder = tmp_path / "files"
    copy_inputs(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("METEORSCOPE_CACHE", str(tmp_path / "cache"))
    return folder


def run_here(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, bytes]:
    """What is printed and written here, by name, as of ``run_jar``."""
    before = contents(folder)
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdout", "stderr")}
    with monkeypatch.context() as patched, (folder / "stdio.txt").open("rb") as standard_input:
        patched.setattr(sys, "stdin", io.TextIOWrapper(standard_input, "utf-8"))
        for name, stream in streams.items():
            patched.setattr(sys, name, stream)
        assert main(["meteor-1.5", *words]) == 0
    written = {name: data for name, data in contents(folder).items() if name not in before}
    return {**{name: printed(stream) for name, stream in streams.items()}, **written}


def printed(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    lines = stream.buffer.getvalue().splitlines(keepends=True)  # type: ignore[attr-defined]
    return b"".join(line for line in lines if OURS not in line)


SCORE = b"score:\t0.3677613463768908\n"


@pytest.mark.parametrize("found", [SCORE, b"score:\t0.36776134637689084\n"])
def test_last_digits_may_differ(found: bytes) -> None:
    assert with_digits_of(SCORE, found) == SCORE


@pytest.mark.parametrize(
    "found",
    [
        b"score:\t0.3677613463768918\n",
        b"score: 0.3677613463768908\n",
        b"score:\t0.3677613463768908 1.0\n",
        b"score:\t\n",
    ],
)
def test_nothing_else_may_differ(found: bytes) -> None:
    assert with_digits_of(SCORE, found) != SCORE


@pytest.mark.parametrize("case", CASES)
def test_output_is_that_of_the_program(
    case: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run_here(CASES[case], folder, monkeypatch)
    assert_same_output(
        {name: data for name, data in found.items() if data}, contents(GOLDEN / case)
    )


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_program_still_prints_the_goldens(case: str, folder: Path) -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    found = run_jar(CASES[case], folder)
    assert_same_output(
        {name: data for name, data in found.items() if data}, contents(GOLDEN / case)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "reference", "options"),
    [
        ("cs-en/hyp.Online-A.en", "cs-en/ref.A.en", ("-norm", "-m", WORDS)),
        ("cs-en/hyp.Online-G.en", "cs-en/ref.B.en", ("-ch", "-m", WORDS)),
        ("cs-en/hyp.Facebook-AI.en", "cs-en/ref.A.en", ("-lower", "-a", "new/paraphrase.gz")),
        ("en-de/hyp.UEdin.de", "en-de/ref.A.de", ("-l", "de", "-norm", "-m", STEMS)),
        ("de-fr/hyp.Online-A.fr", "de-fr/ref.A.fr", ("-l", "fr", "-norm", "-ch", "-m", STEMS)),
        ("en-ru/hyp.Online-B.ru", "en-ru/ref.A.ru", ("-l", "ru", "-norm", "-m", STEMS)),
        ("en-ru/hyp.Online-B.ru", "en-ru/ref.A.ru", ("-l", "cz", "-norm", "-m", "exact")),
        ("en-ja/hyp.Online-A.ja", "en-ja/ref.A.ja", ("-l", "other")),
    ],
)
def test_real_files(
    test: str,
    reference: str,
    options: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    if not TEXTS.is_dir():
        pytest.skip("no shared data beside the repository")
    for name, file in (("test", test), ("reference", reference)):
        lines = (TEXTS / file).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(lines[:200]))
    command = ("test", "reference", *options, "-vOut", "-writeAlignments")
    found = run_here(command, folder, monkeypatch)
    (folder / "meteor-align.out").unlink()
    assert_same_output(found, run_jar(command, folder))
