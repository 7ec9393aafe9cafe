"""``meteorscope agree``: bad use is refused before any work, odd ratings give no traceback."""

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Run

HEADER = "system\tsegment\trating\thypothesis\treference\n"
RATINGS = HEADER + "".join(
    f"{system}\t{segment}\t{-place - segment}\t{text} {segment}\ta cat {segment} sat\n"
    for segment in range(4)
    for place, (system, text) in enumerate([("A", "a cat"), ("B", "cat a"), ("C", "dogs")])
)


@pytest.fixture
def ratings(folder: Path) -> str:
    (folder / "ratings.tsv").write_text(RATINGS, encoding="utf-8")
    return "ratings.tsv"


def test_all_numbers_of_jobs_print_the_same(run: Run, ratings: str) -> None:
    options = ("--shortfall", "--measures", "all", "--format", "json", "--samples", "20")
    printed = [run("agree", ratings, "--jobs", jobs, *options) for jobs in ("1", "2", "0")]
    assert {(done.returncode, done.stdout, done.stderr) for done in printed} == {
        (0, printed[0].stdout, b"")
    }
    (found,) = json.loads(printed[0].stdout)["sets"]
    metrics = ["classic", "classic shortfall", "chrF", "chrF++", "BLEU", "TER", "length"]
    assert [row["metric"] for row in found["rows"]] == metrics
    assert (found["segments"], found["systems"], found["pairs"]) == (4, 3, 12)


def test_standard_input_and_files_print_equal_output(run: Run, ratings: str) -> None:
    options = ("--others", "none", "--samples", "20")
    from_file = run("agree", ratings, *options)
    from_input = run("agree", "-", *options, stdin=RATINGS.encode())
    expected = from_file.stdout.replace(b"ratings:", b"standard input:", 1)
    assert (from_input.returncode, from_input.stdout) == (0, expected)


ODD = {
    "one output": "A\t1\t1\ta cat\ta dog\n",
    "one system": "A\t1\t1\ta cat\ta dog\nA\t2\t2\ta\tb\n",
    "one segment": "A\t1\t1\ta cat\ta dog\nB\t1\t2\ta\ta dog\n",
    "constant": "".join(f"{s}\t{n}\t7\t{s} {n}\tr {n}\n" for s in "AB" for n in range(5)),
    "constant in a segment": "".join(f"{s}\t{n}\t{n}\t{s} {n}\tr\n" for s in "AB" for n in "12"),
    "equal texts": "".join(f"{s}\t{n}\t{ord(s)}\ta\tr {n}\n" for s in "AB" for n in range(5)),
    "no text": "A\t1\t1\t\ta dog\nB\t1\t2\t \ta dog\n",
    "large and small": "A\t1\t1e99\ta\ta dog\nB\t1\t-1e99\tb\ta dog\nC\t1\t1e-300\tdog\ta dog\n",
    "odd texts": "A\t1\t1\ta \x00\u2028 b\ta\nB\t1\t2\t\ufeff\u200b\ta\n",
    "sparse": "".join(f"{s}\t{n}\t{n}\t{s}\tr\n" for n, s in enumerate("ABCDEFG")),
    "long": f"A\t1\t1\t{'word ' * 20_000}\ta dog\nB\t1\t2\ta dog\ta dog\nC\t1\t3\tdog\ta dog\n",
}


@pytest.mark.parametrize("case", ODD)
@pytest.mark.parametrize("form", ["text", "json"])
def test_odd_ratings_give_neither_warnings_nor_nonsense(
    run: Run, folder: Path, case: str, form: str
) -> None:
    (folder / "odd.tsv").write_text(HEADER + ODD[case], encoding="utf-8")
    options = ("--measures", "all", "--shortfall", "--samples", "10", "--format", form)
    done = run("agree", "odd.tsv", *options)
    assert (done.returncode, done.stderr) == (0, b"")
    if form == "json":
        json.loads(done.stdout, parse_constant=pytest.fail)
    if case == "long" and form == "text":
        assert b"note: 1 output that TER cannot score left out\n" in done.stdout
    if case == "constant" and form == "text":
        assert b"no pair of outputs has unequal ratings" in done.stdout


def test_help_warns_of_slow_metrics(run: Run) -> None:
    text = " ".join(run("agree", "--help").stdout.decode().split())
    assert "TER takes minutes for thousands of outputs" in text
    assert "--others none" in text
