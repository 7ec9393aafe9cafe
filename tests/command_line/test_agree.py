"""``meteorscope agree``, on ratings made up for it."""

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
