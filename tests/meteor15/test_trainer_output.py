"""``meteorscope meteor-1.5-trainer`` prints what the program's Trainer does, byte for byte.

Only the last digits of correlations may differ, as those of the powers that they are made of.
"""

import shutil
import time
from pathlib import Path

import pytest

from meteor_core.command_line.main import main
from tests.meteor15.printed_numbers import assert_same_output
from tests.meteor15.small_home import make_small_home
from tests.meteor15.trainer_cases import CASES, GOLDEN, copy_inputs, run_jar, with_any_order

OURS = b"as METEOR 1.5 does"
"""What warnings say that the program does not have."""

RANK = ("rank", "judged", "-s", ".5 .5 .5 1 1 1 1 1")
SEGCOR = ("segcor", "rated", "-s", ".5 .5 .5 1 1 1 1 1")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_small_home(tmp_path, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "files"
    copy_inputs(folder)
    monkeypatch.chdir(folder)
    return folder


def run_here(
    words: tuple[str, ...], home: Path, capfd: pytest.CaptureFixture[str]
) -> dict[str, bytes]:
    assert main(["meteor-1.5-trainer", *words]) == 0
    printed, told = capfd.readouterr()
    lines = told.encode().splitlines(keepends=True)
    messages = b"".join(line for line in lines if OURS not in line)
    return {"stdout": printed.encode(), "stderr": with_any_order(messages, home)}


def golden(case: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (GOLDEN / case).iterdir()}


@pytest.mark.parametrize("case", CASES)
def test_output_is_that_of_the_program(
    case: str, home: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = run_here(CASES[case], home, capfd)
    assert_same_output(found, golden(case))
    assert sorted(path.name for path in folder.iterdir()) == ["judged", "rated"]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_program_says_the_same_here(
    case: str, home: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    expected = run_jar(CASES[case], home, folder)
    assert_same_output(expected, golden(case))
    found = run_here(CASES[case], home, capfd)
    if case.startswith("rank"):
        assert found == expected
    assert_same_output(found, expected)


@pytest.mark.parametrize("words", [RANK, SEGCOR, ("spearman", *SEGCOR[1:])])
def test_the_best_line_is_the_one_that_sort_puts_first(
    words: tuple[str, ...], folder: Path, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = run_here(words, home, capfd)["stdout"].splitlines(keepends=True)
    ordered = sorted(lines, key=lambda line: (float(line.split()[0]), line))
    highest = run_here((*words, "--highest", "--jobs", "2"), home, capfd)["stdout"]
    lowest = run_here((*words, "--lowest"), home, capfd)["stdout"]
    assert (highest, lowest) == (ordered[-1], ordered[0])


def test_how_many_judgements_are_left_out(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["meteor-1.5-trainer", *RANK]) == 0
    assert "Warning: 1 of 35 judgements are of systems without a file" in capfd.readouterr().err


def test_long_work_is_announced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 100_000, 3600))
    with monkeypatch.context() as patched:
        patched.setattr(time, "perf_counter", lambda: next(clock))
        assert main(["meteor-1.5-trainer", *SEGCOR, "--highest"]) == 0
    assert "360 settings of 28 segments: about" in capfd.readouterr().err


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def wrong_words(*words: str) -> tuple[str, ...]:
    return ("segcor", "rated", *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rank",), "give a task (segcor, spearman, rank) and a folder"),
        (("kendall", "judged"), "unknown task of METEOR 1.5's Trainer 'kendall'"),
        (("rank", "nowhere"), "nowhere does not exist"),
        (("rank", "judged/fr-en.rank"), "judged/fr-en.rank cannot be read: Not a directory"),
        (("rank", "rated"), "rated/"),
        (("segcor", "judged"), "judged has no ratings: NAME.ter, with NAME.tst and NAME.ref"),
        (wrong_words("-q"), 'Unknown option "-q"'),
        (wrong_words("-i"), "-i is the last word, but needs a value after it"),
        (wrong_words("-i", "1 x"), "-i: 'x' is not a number"),
        (wrong_words("-e", ""), "-e: '' is not a number"),
        (wrong_words("-f", "1 1 1 1 1 1 1 1 1"), "9 numbers, but there are 8: alpha, beta, gamma"),
        (wrong_words("-s", ".1 .1"), "the step of gamma is 0.0, with which METEOR 1.5 would"),
        (wrong_words("-s", ".1 -.1"), "the step of beta is -0.1"),
        (wrong_words("-s", ".1 1e-20"), "the step of beta, 1e-20, makes more than 1,000,000"),
        (wrong_words("-i", "2"), "alpha begins at 2.0, beyond its end, 1.0"),
        (wrong_words("-f", "NaN"), "alpha goes from 0.0 to nan by 0.05: no finite numbers"),
        (wrong_words("--jobs", "many"), "--jobs is 'many', but must be a number of cores"),
        (wrong_words("--highest", "--lowest"), "give one of them"),
        (wrong_words("-l", "klingon"), "klingon"),
        (wrong_words("-a", "nowhere"), "nowhere does not exist"),
        (wrong_words("--meteor-home", "nowhere"), "METEOR 1.5 is not at nowhere"),
    ],
)
def test_wrong_words(
    words: tuple[str, ...], message: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert_refused(words, message, capfd)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("rated/travel.ter", "any 1 .5\n\n", "rated/travel.ter:2: '', but each line is a document"),
        ("rated/travel.ter", "any 1 much\n", "rated/travel.ter:1: 'any 1 much', but each line"),
        ("rated/travel.ter", "any 1 NaN\n", "rated/travel.ter:1: 'any 1 NaN', but each line"),
        ("rated/travel.ter", "any 1 1e999\n", "rated/travel.ter:1: "),
        ("rated/travel.ter", "any 1 .5\n", "has no rating of segment 2 of document any"),
        ("rated/more.ter", "any 1 .5\n", "rated/more.tst does not exist"),
        ("rated/travel.ref", "", "rated/travel.ref has no set 'any'"),
        ("judged/README", "", "judged/README is neither PAIR.SYSTEM.sgm, PAIR.ref.sgm nor *.rank"),
        ("judged/fr-en.sgm", "", "judged/fr-en.sgm is neither PAIR.SYSTEM.sgm"),
        ("judged/fr-xy.a.sgm", "", "xy"),
        ("judged/fr-de.a.sgm", "", "there is no paraphrase table"),
        ("judged/cs-en.a.sgm", "", "judged/cs-en.ref.sgm does not exist"),
        ("judged/a.rank", "1\tfr-en\tmill\n", "judged/a.rank:1: '1\tfr-en\tmill', but each line"),
        ("judged/a.rank", "1\tcs-en\ta\tfr-en\tb\n", "judged/a.rank:1: there is no cs-en.SYSTEM"),
        (
            "judged/a.rank",
            "9\tfr-en\tmill\tfr-en\tharbour\n",
            "judged/a.rank:1: there is no segment 9 in the system's file",
        ),
    ],
)
def test_wrong_files(
    file: str, text: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(file, text)
    assert_refused((RANK if file.startswith("judged") else SEGCOR), message, capfd)


def test_judgements_of_other_systems_only(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for file in (folder / "judged").glob("*.rank"):
        file.write_text("1\tfr-en\tzebra\tfr-en\tmill\n", encoding="utf-8")
    assert_refused(RANK, "judged has no judgements: *.rank, of systems that have a file", capfd)


def test_bytes_that_are_not_utf_8(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = folder / "rated/travel.tst"
    file.write_bytes(file.read_bytes().replace(b"museum", b"mus\xe9um"))
    assert main(["meteor-1.5-trainer", *SEGCOR]) == 0
    printed, told = capfd.readouterr()
    assert len(printed.splitlines()) == 360
    assert "rated/travel.tst:7: not UTF-8; read as U+FFFD, as METEOR 1.5 does" in told


def test_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["meteor-1.5-trainer", "rank", "--help"]) == 0
    assert "167,448,141" in capfd.readouterr().out
    assert main(["meteor-1.5-trainer"]) == 2
    assert "usage: meteorscope meteor-1.5-trainer TASK FOLDER" in capfd.readouterr().err


def assert_refused(words: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["meteor-1.5-trainer", *words]) == 2
    printed, told = capfd.readouterr()
    *_, last = told.splitlines()
    assert printed == ""
    assert last.startswith("meteorscope: error: ")
    assert message in last
