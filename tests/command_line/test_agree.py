"""``meteorscope agree``, on ratings made up for it, and on odd ones."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meteor_core import Meteor
from meteor_core.agreement.agreement import Estimate
from tests.command_line.conftest import Run

REFERENCES = ["the cat sat on the mat", "we danced with joy", "it rained all day"]
OUTPUTS = {
    "good": ["the cat sat on the mat", "we danced with glee", "it rained the whole day"],
    "bad": ["cat mat", "we dance joy with", "rain"],
    "middling": ["a cat sat on a mat", "we danced happily", "all day it rained"],
}
RATINGS = {"good": [5, 4, 4], "bad": [1, 2, 1], "middling": [3, 5, 4]}
HEADER = "system\tsegment\trating\thypothesis\treference\n"


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    table = tmp_path / "ratings.tsv"
    rows = [
        f"{system}\t{number + 1}\t{RATINGS[system][number]}\t{text}\t{REFERENCES[number]}\n"
        for system, texts in OUTPUTS.items()
        for number, text in enumerate(texts)
    ]
    table.write_text(HEADER + "".join(rows), encoding="utf-8")
    return str(table)


def told(run: Run, *arguments: str) -> Any:
    return json.loads(run("agree", *arguments, "--format", "json", "--samples", "50").stdout)


def test_values_are_those_of_the_scores(run: Run, ratings: str) -> None:
    """Of the eight pairs with unequal ratings, by hand."""
    [found] = told(run, ratings, "--others", "none", "--measures", "all")["sets"]
    meteor = Meteor()
    right = total = 0.0
    for number, reference in enumerate(REFERENCES):
        scores = {
            name: meteor.score(texts[number], [reference]).score for name, texts in OUTPUTS.items()
        }
        for one, other in (("good", "bad"), ("good", "middling"), ("bad", "middling")):
            gap = RATINGS[one][number] - RATINGS[other][number]
            if gap:
                total += 1
                right += (scores[one] - scores[other]) * gap > 0
    row = found["rows"][0]
    assert (found["name"], found["segments"], found["systems"]) == ("ratings", 3, 3)
    assert (found["pairs"], found["unequal_pairs"]) == (9, total)
    assert row["metric"] == "classic"
    assert row["pairwise"]["value"] == pytest.approx(right / total)
    assert set(row["pairwise"]) == {"value", "low", "high"}
    assert row["signature"] == str(meteor.signature())


def test_variants_and_metrics_are_compared_with_a_baseline(run: Run, ratings: str) -> None:
    arguments = ("-v", "classic", "-v", "nltk", "--others", "chrF", "--baseline", "chrF")
    [found] = told(run, ratings, *arguments)["sets"]
    rows = {row["metric"]: row for row in found["rows"]}
    assert list(rows) == ["classic", "nltk", "chrF", "length"]
    assert rows["chrF"]["differences"] == {}
    difference = rows["nltk"]["differences"]["pairwise"]["value"]
    assert difference == pytest.approx(
        rows["nltk"]["pairwise"]["value"] - rows["chrF"]["pairwise"]["value"]
    )
    assert rows["length"]["pairwise"]["value"] == 0.5


def test_judgements_of_pairs(run: Run, tmp_path: Path) -> None:
    pairs, answers = tmp_path / "pairs", tmp_path / "answers"
    lines = [
        f"{OUTPUTS['good'][0]} ||| {OUTPUTS['bad'][0]} ||| {REFERENCES[0]}",
        f"{OUTPUTS['bad'][1]} ||| {OUTPUTS['good'][1]} ||| {REFERENCES[1]}",
        f"{OUTPUTS['good'][2]} ||| {OUTPUTS['good'][2]} ||| {REFERENCES[2]}",
        f"{OUTPUTS['bad'][2]} ||| {OUTPUTS['good'][2]} ||| {REFERENCES[2]}",
    ]
    pairs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    answers.write_text("1\n-1\n0\n1\n", encoding="utf-8")
    arguments = ("--others", "none", "--measures", "pairwise", "pairwise_labels", "pearson")
    [found] = told(run, str(pairs), "--judgements", str(answers), *arguments)["sets"]
    row = found["rows"][0]
    assert row["pairwise"]["value"] == pytest.approx(1 / 3)  # the stems of the second line fool it
    assert row["pairwise_labels"]["value"] == pytest.approx(2 / 4)
    assert row["pearson"] is None
    assert found["systems"] == 0


def test_the_shortfall_of_a_variant_is_a_metric(run: Run, ratings: str) -> None:
    arguments = ("--others", "none", "--shortfall")
    [found] = told(run, ratings, *arguments)["sets"]
    score, shortfall, _ = found["rows"]
    assert shortfall["metric"] == "classic shortfall"
    assert shortfall["pairwise"]["value"] == score["pairwise"]["value"]
    assert shortfall["pearson"]["value"] != score["pearson"]["value"]


def test_text_and_table_agree(run: Run, ratings: str) -> None:
    text = run("agree", ratings, "--others", "none", "--samples", "50").stdout.decode()
    table = run("agree", ratings, "--others", "none", "--samples", "50", "--format", "tsv")
    header, *rows = (line.split("\t") for line in table.stdout.decode().splitlines())
    assert header[:4] == ["set", "metric", "measure", "value"]
    [value] = [float(row[3]) for row in rows if row[1:3] == ["classic", "pairwise"]]
    assert f"{100 * value:.1f} [" in text
    assert "3 systems, 3 segments, 9 pairs" in text
    signature = str(Meteor().signature())
    assert header[-1] == "signature"
    assert {row[-1] for row in rows if row[1] == "classic"} == {signature}
    assert f"classic: {signature}" in text.splitlines()


def test_three_segments_show_no_difference(run: Run, ratings: str) -> None:
    """Every sample of three segments has the same sign; so have swaps of chance in 1 of 4."""
    arguments = ("agree", ratings, "--others", "none", "--samples", "50")
    text = run(*arguments).stdout.decode()
    assert "too few segments" in text
    _, row, *_ = text[text.index("less classic") :].splitlines()
    assert row.split()[:1] == ["length"]
    assert ", -" in row  # an interval below 0
    assert "*" not in row


def test_rounding_errors_are_not_differences() -> None:
    samples = np.full(40, 1e-16)
    estimate = Estimate.of(1e-16, samples, segments=100)
    assert estimate is not None
    assert not estimate.excludes_zero
    shown = Estimate.of(1e-3, samples + 1e-3, segments=6)
    assert shown is not None
    assert shown.excludes_zero


MANY_RATINGS = HEADER + "".join(
    f"{system}\t{segment}\t{-place - segment}\t{text} {segment}\ta cat {segment} sat\n"
    for segment in range(4)
    for place, (system, text) in enumerate([("A", "a cat"), ("B", "cat a"), ("C", "dogs")])
)


@pytest.fixture
def many_ratings(folder: Path) -> str:
    (folder / "ratings.tsv").write_text(MANY_RATINGS, encoding="utf-8")
    return "ratings.tsv"


def test_all_numbers_of_jobs_print_the_same(run: Run, many_ratings: str) -> None:
    options = ("--shortfall", "--measures", "all", "--format", "json", "--samples", "20")
    printed = [run("agree", many_ratings, "--jobs", jobs, *options) for jobs in ("1", "2", "0")]
    assert {(done.returncode, done.stdout, done.stderr) for done in printed} == {
        (0, printed[0].stdout, b"")
    }
    (found,) = json.loads(printed[0].stdout)["sets"]
    metrics = ["classic", "classic shortfall", "chrF", "chrF++", "BLEU", "TER", "length"]
    assert [row["metric"] for row in found["rows"]] == metrics
    assert (found["segments"], found["systems"], found["pairs"]) == (4, 3, 12)


def test_standard_input_and_files_print_equal_output(run: Run, many_ratings: str) -> None:
    options = ("--others", "none", "--samples", "20")
    from_file = run("agree", many_ratings, *options)
    from_input = run("agree", "-", *options, stdin=MANY_RATINGS.encode())
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
