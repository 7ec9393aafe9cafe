"""The optimal search, against searches so slow and simple that they can be believed."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.limits import DEFAULT_LIMITS, Limits
from meteor_core.search.result import SearchResult
from tests.core import textbook
from tests.core.implementations import OptimalSearch
from tests.core.puzzles import Puzzle, one_stage, puzzles, random_puzzle
from tests.thoroughness import more_when_thorough, tries

# How far a search goes before it takes more elaborate ways: as shipped, then so little that
# small puzzles take the ways that only large ones take otherwise.
LIMITS = {
    "as shipped": DEFAULT_LIMITS,
    "one state wide": Limits(few_candidates=0, first_width=1, width=1),
    "two states wide": Limits(few_candidates=12, first_width=2, width=2),
    "bounds never improved": Limits(few_candidates=0, first_width=1, width=1, sweeps=0),
    "bounds hardly improved": Limits(few_candidates=24, first_width=1, width=3, sweeps=1),
    "one pass of any width": Limits(few_candidates=0, first_width=1 << 20, sweeps=0),
}


class Limited(NamedTuple):
    """A search with its limits, and random numbers to try it with."""

    search: OptimalSearch
    limits: Limits
    dice: random.Random

    def solve(self, puzzle: Puzzle, *, budget: int = DEFAULT_BUDGET) -> SearchResult:
        return self.search(*puzzle, budget=budget, limits=self.limits)


@pytest.fixture(params=LIMITS)
def limited(request: pytest.FixtureRequest, search_optimally: OptimalSearch) -> Limited:
    """Each implementation with each of the limits in turn."""
    return Limited(search_optimally, LIMITS[request.param], random.Random(request.param))


def assert_honest(puzzle: Puzzle, result: SearchResult, best: tuple[int, ...]) -> None:
    """A valid alignment, most matches, and no claim that is not true."""
    found = puzzle.objective(result)
    assert puzzle.is_solved_by(result)
    assert found[:-2] == best[:-2]  # matches, stage by stage
    assert best[-2] - found[-2] <= result.chunk_gap
    assert not result.optimal or (found == best and result.chunk_gap == 0)


@more_when_thorough
@settings(max_examples=tries(150, thorough=400))
@given(puzzle=puzzles())
def test_any_small_puzzle_is_solved_and_proved(
    search_optimally: OptimalSearch, puzzle: Puzzle
) -> None:
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    assert puzzle.objective(result) == puzzle.best_objective()
    assert result.optimal


@more_when_thorough
def test_puzzles_like_real_ones_are_solved_and_proved_whatever_the_limits(
    limited: Limited,
) -> None:
    for _ in range(tries(300, thorough=1000)):
        puzzle = random_puzzle(limited.dice)
        result = limited.solve(puzzle)
        assert puzzle.is_solved_by(result)
        assert puzzle.objective(result) == puzzle.best_objective()
        assert result.optimal


@more_when_thorough
def test_a_small_budget_spoils_no_match_and_no_proof(limited: Limited) -> None:
    for _ in range(tries(200, thorough=600)):
        puzzle = random_puzzle(limited.dice)
        result = limited.solve(puzzle, budget=limited.dice.randint(1, 200))
        assert_honest(puzzle, result, puzzle.best_objective())


@settings(max_examples=150)
@given(puzzle=puzzles())
def test_every_budget_keeps_its_word(search_optimally: OptimalSearch, puzzle: Puzzle) -> None:
    best = puzzle.best_objective()
    for budget in (1, 10, 30, 100):
        assert_honest(puzzle, search_optimally(*puzzle, budget=budget), best)


def test_what_is_proved_with_little_budget_stays_so_with_more(limited: Limited) -> None:
    for _ in range(60):
        rows = [
            [limited.dice.randrange(8) for _ in range(limited.dice.randint(5, 40))] for _ in "hr"
        ]
        puzzle = one_stage(*rows)
        little = limited.solve(puzzle, budget=limited.dice.randint(50, 1000))
        more = limited.solve(puzzle, budget=2000)
        assert not little.optimal or puzzle.objective(more) == puzzle.objective(little)


def test_two_slow_methods_agree() -> None:
    """Enumeration and dynamic programming, so that the next test can rest on the latter."""
    rng = random.Random(7)
    for _ in range(300):
        hypothesis = [rng.randrange(3) for _ in range(rng.randint(0, 6))]
        reference = [rng.randrange(3) for _ in range(rng.randint(0, 6))]
        best = one_stage(hypothesis, reference).best_objective()
        assert textbook.best_exact_objective(hypothesis, reference) == best


def repeated_words(rng: random.Random) -> Puzzle:
    types = rng.randint(3, 5)
    rows = [[rng.randrange(types) for _ in range(rng.randint(12, 16))] for _ in "hr"]
    return one_stage(*rows)


@more_when_thorough
def test_rows_of_repeated_words_are_solved_and_proved(search_optimally: OptimalSearch) -> None:
    rng = random.Random(16)
    for _ in range(tries(20, thorough=50)):
        puzzle = repeated_words(rng)
        result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
        best = textbook.best_exact_objective(puzzle.hypothesis, puzzle.reference)
        assert (puzzle.objective(result), result.optimal) == (best, True)


@more_when_thorough
def test_rows_of_repeated_words_are_never_said_to_be_better_than_they_are(
    limited: Limited,
) -> None:
    for _ in range(tries(4, thorough=12)):
        puzzle = repeated_words(limited.dice)
        best = textbook.best_exact_objective(puzzle.hypothesis, puzzle.reference)
        for budget in (DEFAULT_BUDGET, limited.dice.randint(50, 2000)):
            assert_honest(puzzle, limited.solve(puzzle, budget=budget), best)


ZIPF = random.Random(1949)
ADVERSARIAL = {
    "one word 500 times": ([0] * 500, [0] * 500),
    "one word, rows of unlike length": ([0] * 300, [0] * 310),
    "alternating, one step apart": ([0, 1] * 250, [1, 0] * 250),
    "alternating, within the budget": ([0, 1] * 100, [1, 0] * 100),
    "reversed": (list(range(2000)), list(range(1999, -1, -1))),
    "nothing in common": ([0] * 1000, [1] * 1000),
    "5,000 words as frequent as in a language": (
        [min(int(ZIPF.paretovariate(1)), 999) for _ in range(5000)],
        [min(int(ZIPF.paretovariate(1)), 999) for _ in range(5000)],
    ),
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_adversarial_rows_end_in_a_valid_alignment_with_every_match(
    search_optimally: OptimalSearch, name: str
) -> None:
    hypothesis, reference = ADVERSARIAL[name]
    puzzle = one_stage(hypothesis, reference)
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    assert len(result.pairs) == (Counter(hypothesis) & Counter(reference)).total()


@pytest.mark.parametrize(
    ("hypothesis", "reference", "chunks"),
    [
        ([0] * 500, [0] * 500, 1),  # the same row
        ([0, 1] * 250, [1, 0] * 250, 2),  # all but one word in a run, and not the same row
        (list(range(99)), list(range(98, -1, -1)), 99),  # nothing adjacent in the same order
    ],
)
def test_the_gap_of_a_long_row_reaches_the_known_optimum(
    search_optimally: OptimalSearch, hypothesis: list[int], reference: list[int], chunks: int
) -> None:
    puzzle = one_stage(hypothesis, reference)
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert 0 <= textbook.chunks_of(result.pairs) - chunks <= result.chunk_gap


PROGRAM = """
import random
from meteor_core import Meteor
from tests.usable_variants import USABLE_VARIANTS
rng = random.Random(6)
words = "the a cat cats feline sat sitting sits on mat rug car auto automobile".split()
for variant in USABLE_VARIANTS:
    meteor = Meteor(variant)
    for _ in range(60):
        hypothesis, reference = (" ".join(rng.choices(words, k=20)) for _ in "12")
        result = meteor.score(hypothesis, [reference])
        print(variant, result.score, result.alignment.links, result.optimal)
"""


def test_hashing_decides_nothing() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "20050629")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 300
