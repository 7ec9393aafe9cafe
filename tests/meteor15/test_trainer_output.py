"""``meteorscope meteor-1.5-trainer`` prints what the program's Trainer does, byte for byte.

Only the last digits of correlations may differ, as those of the powers that they are made of.
"""

import html
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from meteor_core import Meteor
from meteor_core.command_line.main import main
from meteor_core.meteor15.eval_statistics import EvalStatistics
from meteor_core.meteor15.trainer.grid import Grid
from meteor_core.meteor15.trainer.objectives import WeightedPearson
from meteor_core.meteor15.trainer.sweep import train
from tests.meteor15.printed_numbers import assert_same_output
from tests.meteor15.small_home import make_small_home
from tests.meteor15.trainer_cases import CASES, GOLDEN, copy_inputs, run_jar, with_any_order

OURS = b"as METEOR 1.5 does"
"""What warnings say that the program does not have."""

RANK = ("rank", "judged", "-s", ".5 .5 .5 1 1 1 1 1")
SEGCOR = ("segcor", "rated", "-s", ".5 .5 .5 1 1 1 1 1")

REAL = Path(__file__).parents[2].parent / "shared/data/rated/wmt23.zh-en.tsv"
REAL_GRID = ("-i", "0 0 0 .5 1", "-s", ".2 .3 .25 .25 1 .5 .5 1")


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


@pytest.mark.slow
@pytest.mark.parametrize("task", ["segcor", "spearman", "rank"])
def test_real_ratings(
    task: str, home: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    if not REAL.is_file():
        pytest.skip("no shared data beside the repository")
    rows = [line.split("\t") for line in REAL.read_text(encoding="utf-8").splitlines()[1:]]
    by_system = {
        name: [row for row in rows if row[0] == name][:60] for name in ("HW-TSC", "ONLINE-M")
    }
    for name, rated in by_system.items():
        write(f"real/{name}.tst", sgml("tst", [row[3] for row in rated]))
        write(f"real/{name}.ref", sgml("ref", [row[4] for row in rated]))
        lines = [f"any {place} {row[2]}\n" for place, row in enumerate(rated, 1)]
        write(f"real/{name}.ter", "".join(lines))
        write(f"real-rank/zh-en.{name}.sgm", sgml("tst", [row[3] for row in rated]))
        write("real-rank/zh-en.ref.sgm", sgml("ref", [row[4] for row in rated]))
    judged = [
        f"{place}\tzh-en\t{max(pair, key=rating)[0]}\tzh-en\t{min(pair, key=rating)[0]}\n"
        for place, pair in enumerate(zip(*by_system.values(), strict=True), 1)
        if rating(pair[0]) != rating(pair[1])
    ]
    write("real-rank/zh-en.rank", "".join(judged))
    words = (task, "real-rank" if task == "rank" else "real", *REAL_GRID)
    assert_same_output(run_here(words, home, capfd), run_jar(words, home, folder))


def rating(row: list[str]) -> float:
    return float(row[2])


def sgml(kind: str, segments: list[str]) -> str:
    escaped = enumerate(map(html.escape, segments), 1)
    rows = "".join(f'<seg id="{place}"> {text} </seg>\n' for place, text in escaped)
    return (
        f'<{kind}set setid="any" srclang="any" trglang="any">\n<doc docid="any" sysid="sys">\n'
        f"{rows}</doc>\n</{kind}set>\n"
    )


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


@pytest.mark.slow
def test_a_bar_shows_how_far_it_is_until_it_is_interrupted(folder: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "meteorscope", "meteor-1.5-trainer"]
    with subprocess.Popen(
        [*command, "spearman", "rated", "--lowest", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        shown = b""
        while b"settings  " not in shown:
            shown += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # the other side is closed
            while True:
                shown += os.read(ours, 65536)
        output, _ = process.communicate()
    os.close(ours)
    assert b"/167448141" in shown
    assert b"meteorscope: interrupted" in shown
    assert (process.returncode, output) == (130, b"")


def test_training_by_itself(home: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    meteor = Meteor("meteor-1.5", "en", tokenizer="meteor-1.5")
    hypotheses, references, ratings = [], [], []
    for name in os.listdir(folder / "rated"):  # noqa: PTH208 - in the order of the program
        if name.endswith(".ter"):
            start = name.removesuffix(".ter")
            hypotheses += texts(folder / "rated" / f"{start}.tst")
            references += texts(folder / "rated" / f"{start}.ref")
            rated = (folder / "rated" / name).read_text(encoding="utf-8").splitlines()
            ratings += [float(line.split()[2]) for line in rated]
    batch = meteor.batch(hypotheses, [references])
    statistics = [EvalStatistics.of(batch.statistics(row)) for row in range(len(batch))]
    grid = Grid.between(final=(0.9, 2, 0.9, *(1,) * 5), step=(0.5, 1, 0.5, 1, 1, 0.5, 0.5, 0.5))
    weights = [each.reference_length for each in statistics]
    found = train(statistics, WeightedPearson(ratings, weights), grid, lowest=True)
    words = (*SEGCOR[:2], "-f", ".9 2 .9 1 1 1 1 1", "-s", ".5 1 .5 1 1 .5 .5 .5", "--lowest")
    value, *setting = map(float, run_here(words, home, capfd)["stdout"].split())
    assert found.value == value
    assert [found.alpha, found.beta, found.gamma, found.delta, *found.weights] == setting


def texts(file: Path) -> list[str]:
    return re.findall(r"<seg[^>]*> (.*) </seg>", file.read_text(encoding="utf-8"))


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
        (
            "rated/travel.tst",
            '<tstset setid="any">\n<doc docid="any" sysid="a\tb">\n<seg id="1"> x </seg>\n',
            "a name of the SGML files has a tab in it: any\ta\tb\tany\t1\t",
        ),
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
