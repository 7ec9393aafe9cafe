"""``meteorscope compare-search``: what a variant's own search misses."""

import json
from pathlib import Path
from typing import Any

import pytest

from meteor_core import Meteor
from tests.command_line.conftest import Run

# NLTK cuts the first and the third into a chunk too many; the second it aligns as well as can be.
HYPOTHESES = ["a x a b", "the cat sat", "a b c a b d"]
REFERENCES = ["a b a", "the cat sat", "a b d a b c"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    names = []
    for name, texts in (("hypotheses", HYPOTHESES), ("references", REFERENCES)):
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        names.append(str(tmp_path / name))
    return names


def expected_row(number: int) -> dict[str, Any]:
    """By the scorers themselves, one by one."""
    own, best = (
        Meteor("nltk", align=align).score(HYPOTHESES[number - 1], [REFERENCES[number - 1]])
        for align in ("greedy", "optimal")
    )
    return {
        "segment": number,
        "score": own.score,
        "best_score": best.score,
        "difference": best.score - own.score,
        "chunks": own.chunks,
        "best_chunks": best.chunks,
    }


def test_missed_alignments_are_listed_and_summed_up(run: Run, files: list[str]) -> None:
    told = json.loads(run("compare-search", *files, "-v", "nltk", "--format", "json").stdout)
    rows = told["segments"]
    assert [row["segment"] for row in rows] == [1, 3]
    for row in rows:
        assert expected_row(row["segment"]).items() <= row.items()
        assert (row["missed"], row["proved"]) == ("chunks", True)
        assert row["best_chunks"] < row["chunks"]
    assert (told["segment_count"], told["missed"], told["missed_chunks"]) == (3, 2, 2)
    assert (told["missed_matches"], told["proved"], told["higher"], told["lower"]) == (0, 3, 2, 0)
    greedy = Meteor("nltk").corpus(HYPOTHESES, [REFERENCES])
    assert (told["score"], told["signature"]) == (greedy.score, str(greedy.signature))
    assert "align:optimal" in told["best_signature"]


def test_all_segments_are_listed_on_demand(run: Run, files: list[str]) -> None:
    table = run("compare-search", *files, "-v", "nltk", "--all", "--format", "tsv").stdout.decode()
    header, *rows = (line.split("\t") for line in table.splitlines())
    assert [row[header.index("missed")] for row in rows] == ["chunks", "", "chunks"]


def test_text_output_has_shares(run: Run, files: list[str]) -> None:
    lines = run("compare-search", *files, "-v", "nltk").stdout.decode().splitlines()
    assert lines[0].split() == [
        "segment",
        "missed",
        "score",
        "best",
        "difference",
        "chunks",
        "best",
    ]
    assert "3 segments; the best alignment was missed on 2 (66.66 %)" in lines


def test_the_optimal_search_misses_nothing_of_its_own(run: Run, files: list[str]) -> None:
    told = json.loads(run("compare-search", *files, "--format", "json").stdout)
    assert (told["missed"], told["segments"]) == (0, [])


def test_a_narrow_beam_misses_a_chunk(run: Run, tmp_path: Path) -> None:
    """A beam of 1 takes the first "c" that comes, and then has two chunks instead of one."""
    for name, text in (("h", "c c a"), ("r", "c b c c")):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    chosen = ["-v", "meteor-1.5", "--stages", "exact", "--beam-width", "1", "--format", "json"]
    told = json.loads(run("compare-search", "h", "r", *chosen).stdout)
    (row,) = told["segments"]
    assert (row["missed"], row["chunks"], row["best_chunks"]) == ("chunks", 2, 1)
    assert row["worth"] == row["best_worth"] == 4
    assert "align:beam-1|" in told["signature"]
