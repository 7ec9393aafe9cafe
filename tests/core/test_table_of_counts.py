"""The table of counts: the kernel's and the front end's copies of it, and what leaves it alone."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from meteor_core.batch.batch import CHOICES
from meteor_core.score.statistics import (
    COUNTS,
    PROOF_COUNTS,
    STAGE_COUNTS,
    Statistics,
    count_names,
    count_width,
)

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "core/kernel"
FRONT_END = ROOT / "meteor_widget/frontend/src/scoring/many_scores.ts"


def test_a_row_of_counts_has_every_count_in_the_tables_order() -> None:
    counted = Statistics(
        segments=5,
        hypothesis_length=1,
        reference_length=2,
        chunks=3,
        perfect_segments=4,
        proved_segments=5,
        proved_scores=6,
        hypothesis_function_words=7,
        reference_function_words=8,
        matches_by_stage=(9, 10),
        hypothesis_function_matches=(11, 12),
        reference_function_matches=(13, 14),
        reference_matches_by_stage=(15, 16),
    )
    assert counted.counts() == tuple(range(1, 17))
    assert count_width(2) == len(count_names(["exact", "stem"])) == 16
    assert Statistics.of_counts(range(1, 17), segments=5) == counted
    assert (counted + counted).counts() == tuple(range(2, 34, 2))
    assert (counted + -counted) == Statistics.zero(2)
    assert Statistics.__slots__ == ("segments", *COUNTS, *STAGE_COUNTS)


def test_statistics_of_unequal_numbers_of_stages_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="zip"):
        Statistics.zero(2) + Statistics.zero(3)


@pytest.mark.parametrize(
    ("header", "name", "names"),
    [
        ("score/measures.hpp", "Count", (*COUNTS, "counts")),
        ("score/measures.hpp", "StageCount", (*STAGE_COUNTS, "stage_counts")),
        ("batch/scorer.hpp", "ChoiceColumn", (*CHOICES, "choices")),
    ],
)
def test_the_kernel_has_the_same_table(header: str, name: str, names: tuple[str, ...]) -> None:
    """Its last name is the number of those before."""
    text = (KERNEL / header).read_text(encoding="utf-8")
    (listed,) = re.findall(rf"(?ms)^enum {name} : std::size_t {{(.*?)}};", text)
    words = [re.findall("[A-Z][a-z]+", constant) for constant in re.findall(r"\bk\w+", listed)]
    assert tuple("_".join(each).lower() for each in words) == names


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("COUNTS", tuple(each for each in COUNTS if each not in PROOF_COUNTS)),
        ("STAGE_COUNTS", STAGE_COUNTS),
    ],
)
def test_the_front_end_has_the_same_table(name: str, names: tuple[str, ...]) -> None:
    text = FRONT_END.read_text(encoding="utf-8")
    (listed,) = re.findall(rf"(?ms)^export const {name} = \[(.*?)\] as const", text)
    assert tuple(re.findall(r'"(\w+)"', listed)) == names


def test_a_keystroke_needs_no_tests_of_significance() -> None:
    code = "import sys, meteor_lsp.server; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "meteor_lsp.scoring.scores" in run.stdout.split()
    assert "meteor_core.analysis.significance" not in run.stdout.split()
