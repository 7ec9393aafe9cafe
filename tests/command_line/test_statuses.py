"""How each command ends when its output cannot be written: real processes with real streams."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

RATED = "system\tsegment\trating\thypothesis\treference\n" + "".join(
    f"{system}\t{segment}\t{rating}\t{hypothesis}\tthe cat sat there\n"
    for segment in (1, 2, 3)
    for system, rating, hypothesis in (("A", 1, "the cat sat"), ("B", 0, "a cat"))
)
OWN, SERVER = ("meteorscope",), ("meteor_lsp",)
PAIR = ("x.hyp.en", "x.ref.en")
COMMANDS = [
    (*OWN, "--version"),
    (*OWN, "--help"),
    (*OWN, "score", *PAIR, "--segments", "--format", "tsv"),
    (*OWN, "align", *PAIR),
    (*OWN, "compare", "x.ref.en", "--systems", "x.hyp.en", "y.hyp.en", "--samples", "10"),
    (*OWN, "review", *PAIR),
    (*OWN, "compare-search", *PAIR, "-v", "nltk"),
    (*OWN, "agree", "rated.tsv", "--others", "none", "--samples", "10"),
    (*OWN, "sweep", "rated.tsv", "--over", "alpha=.5", "--samples", "10"),
    (*OWN, "tune", "rated.tsv", "--others", "none", "--folds", "3", "--samples", "10"),
    (*OWN, "variants"),
    (*OWN, "paraphrases"),
    (*OWN, "doctor"),
    (*OWN, "meteor-1.5", "--help"),
    (*OWN, "completion", "bash"),
    (*OWN, "check", "x.hyp.en"),
    (*SERVER, "--version"),
    (*SERVER, "check", "x.hyp.en"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two systems, their reference, and ratings."""
    folder = tmp_path_factory.mktemp("statuses")
    (folder / "x.hyp.en").write_text("a cat sat\nthe dog ran off\n")
    (folder / "y.hyp.en").write_text("a cat\nthe dog ran off\n")
    (folder / "x.ref.en").write_text("a cat sat there\nthe dog ran\n")
    (folder / "rated.tsv").write_text(RATED)
    return folder


def start(
    words: tuple[str, ...], place: Path, *, redirect: str = "", output: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a module as a shell does, with Python's own buffers whatever this run has."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    command = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", *words]
    return subprocess.run(
        command,
        cwd=place,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if output is None else output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )


def unread_pipe() -> int:
    """Return the end to write to of a pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_reader_that_leaves_is_no_error(words: tuple[str, ...], place: Path) -> None:
    pipe = unread_pipe()
    done = start(words, place, output=pipe)
    os.close(pipe)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_full_disk_is_one_line_and_status_2(words: tuple[str, ...], place: Path) -> None:
    done = start(words, place, redirect="> /dev/full")
    said = "error: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr.partition(": ")[2]) == (2, said)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_closed_output_is_one_line_and_status_2(words: tuple[str, ...], place: Path) -> None:
    done = start(words, place, redirect=">&-")
    assert done.returncode == 2
    assert done.stderr.partition(": ")[2] == "error: standard output is closed\n"


def test_output_that_is_not_used_may_be_closed(place: Path) -> None:
    done = start((*OWN, "score", *PAIR, "-o", "scores.tsv"), place, redirect=">&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert (place / "scores.tsv").read_text().startswith("signature\t")


def test_closed_standard_error_keeps_messages_out_of_the_output(place: Path) -> None:
    done = start((*OWN, "score", "x.hyp.en", "absent"), place, redirect="2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_closed_input_is_empty(place: Path) -> None:
    done = start((*OWN, "score", "-", "x.ref.en"), place, redirect="<&-")
    assert done.returncode == 2
    assert done.stderr.startswith("meteorscope: error: standard input ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["/dev/full", "no-such-folder/x.tsv"])
def test_a_file_that_cannot_be_written_is_named(name: str, place: Path) -> None:
    done = start((*OWN, "score", *PAIR, "-o", name), place)
    assert done.returncode == 2
    assert done.stderr.startswith(f"meteorscope: error: {name} cannot be written: ")
    assert done.stderr.count("\n") == 1
