"""The optimal search, against searches so slow and simple that they can be believed."""

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings

from meteor_core.search import DEFAULT_BUDGET, optimal
from meteor_core.search.optimal import search_optimally
from tests.core import textbook
from tests.core.puzzles import Puzzle, one_stage, puzzles, random_puzzle

# States a layer searched completely, and width of the first bounded pass: as shipped, then so
# narrow that small puzzles take the ways that only large ones take otherwise.
NARROW = [(24, 8), (0, 1), (0, 2), (1, 1), (2, 3)]


def solve_within(puzzle: Puzzle, budget: int) -> None:
    """Whatever the budget: a valid alignment, most matches, and no claim that is not true."""
    result = search_optimally(*puzzle, budget=budget)
    found, best = puzzle.objective(result), puzzle.best_objective()
    assert puzzle.is_solved_by(result)
    assert found[:-2] == best[:-2]  # matches, stage by stage
    assert best[-2] - found[-2] <= result.chunk_gap
    assert not result.optimal or (found == best and result.chunk_gap == 0)


@settings(max_examples=400)
@given(puzzles())
def test_any_small_puzzle_is_solved_and_proved(puzzle: Puzzle) -> None:
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    assert puzzle.objective(result) == puzzle.best_objective()
    assert result.optimal


@pytest.mark.parametrize(("everything", "first_width"), NARROW)
def test_puzzles_like_real_ones_are_solved_and_proved_however_narrow_the_passes(
    everything: int, first_width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal, "_EVERYTHING", everything)
    monkeypatch.setattr(optimal, "_FIRST_WIDTH", first_width)
    rng = random.Random(1000 * everything + first_width)
    for _ in range(1500):
        puzzle = random_puzzle(rng)
        result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
        assert puzzle.is_solved_by(result)
        assert puzzle.objective(result) == puzzle.best_objective()
        assert result.optimal


@pytest.mark.parametrize(("everything", "first_width"), NARROW)
def test_a_small_budget_spoils_no_match_and_no_proof(
    everything: int, first_width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal, "_EVERYTHING", everything)
    monkeypatch.setattr(optimal, "_FIRST_WIDTH", first_width)
    rng = random.Random(everything + 1000 * first_width)
    for _ in range(1000):
        solve_within(random_puzzle(rng), rng.randint(1, 200))


@settings(max_examples=300)
@given(puzzles())
def test_every_budget_keeps_its_word(puzzle: Puzzle) -> None:
    for budget in (1, 10, 30, 100):
        solve_within(puzzle, budget)


@pytest.mark.parametrize(("everything", "first_width"), NARROW)
def test_a_search_ends_no_worse_than_it_starts(
    everything: int, first_width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With budget 1 a row of repeated words gets what the search starts from."""
    monkeypatch.setattr(optimal, "_EVERYTHING", everything)
    monkeypatch.setattr(optimal, "_FIRST_WIDTH", first_width)
    rng = random.Random(17 * everything + first_width)
    for _ in range(150):
        rows = [[rng.randrange(8) for _ in range(40)] for _ in "hr"]
        puzzle = one_stage(*rows)
        start = search_optimally(*puzzle, budget=1)
        end = search_optimally(*puzzle, budget=rng.randint(200, 1500))
        assert puzzle.objective(end) >= puzzle.objective(start)
        assert not start.optimal or puzzle.objective(end) == puzzle.objective(start)


def test_two_slow_methods_agree() -> None:
    """Enumeration and dynamic programming, so that the next test can rest on the latter."""
    rng = random.Random(7)
    for _ in range(300):
        hypothesis = [rng.randrange(3) for _ in range(rng.randint(0, 6))]
        reference = [rng.randrange(3) for _ in range(rng.randint(0, 6))]
        best = one_stage(hypothesis, reference).best_objective()
        assert textbook.best_exact_objective(hypothesis, reference) == best


@pytest.mark.parametrize(("everything", "first_width"), NARROW)
def test_rows_of_repeated_words_have_the_fewest_chunks_and_the_least_distance(
    everything: int, first_width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal, "_EVERYTHING", everything)
    monkeypatch.setattr(optimal, "_FIRST_WIDTH", first_width)
    rng = random.Random(31 * everything + first_width)
    for _ in range(40):
        types = rng.randint(3, 5)
        hypothesis = [rng.randrange(types) for _ in range(rng.randint(12, 16))]
        reference = [rng.randrange(types) for _ in range(rng.randint(12, 16))]
        puzzle = one_stage(hypothesis, reference)
        result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
        assert puzzle.is_solved_by(result)
        best = textbook.best_exact_objective(hypothesis, reference)
        assert (puzzle.objective(result), result.optimal) == (best, True)


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
def test_adversarial_rows_end_in_a_valid_alignment_with_every_match(name: str) -> None:
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
    hypothesis: list[int], reference: list[int], chunks: int
) -> None:
    puzzle = one_stage(hypothesis, reference)
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert 0 <= textbook.chunks_of(result.pairs) - chunks <= result.chunk_gap


PROGRAM = """
import random
from meteor_core import VARIANTS, Meteor
rng = random.Random(6)
words = "the a cat cats feline sat sitting sits on mat rug car auto automobile".split()
for variant in VARIANTS:
    meteor = Meteor(variant)
    for _ in range(60):
        hypothesis, reference = (" ".join(rng.choices(words, k=20)) for _ in "12")
        result = meteor.score(hypothesis, [reference])
        print(variant, result.score, result.alignment.pairs, result.optimal)
"""


def test_hashing_decides_nothing() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "20050629")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 300
