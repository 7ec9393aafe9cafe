"""The greedy search, against the double loop that defines it."""

from hypothesis import given, settings

from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.result import Search
from tests.core import textbook
from tests.core.puzzles import Puzzle, one_stage, puzzles


@settings(max_examples=300)
@given(puzzle=puzzles(longest=12))
def test_any_puzzle_is_aligned_as_by_the_double_loop(
    search_greedily: Search, puzzle: Puzzle
) -> None:
    result = search_greedily(*puzzle, budget=DEFAULT_BUDGET)
    assert list(result.pairs) == textbook.greedy_alignment(*puzzle)


@given(puzzle=puzzles())
def test_it_never_claims_a_proof(search_greedily: Search, puzzle: Puzzle) -> None:
    assert not search_greedily(*puzzle, budget=DEFAULT_BUDGET).optimal


@settings(max_examples=300)
@given(puzzle=puzzles())
def test_its_gap_covers_any_alignment_with_as_many_matches(
    search_greedily: Search, puzzle: Puzzle
) -> None:
    result = search_greedily(*puzzle, budget=DEFAULT_BUDGET)
    fewest = 1 if result.pairs else 0
    assert textbook.chunks_of(result.pairs) - fewest <= result.chunk_gap


def test_it_cuts_where_no_cut_is_needed(search_greedily: Search) -> None:
    """The example of NLTK's own history: three chunks, though two are enough."""
    puzzle = one_stage([0, 1, 0, 2], [0, 2, 0])  # "a x a b" and "a b a"
    result = search_greedily(*puzzle, budget=DEFAULT_BUDGET)
    assert result.pairs == ((0, 0, 0), (2, 2, 0), (3, 1, 0))
    assert textbook.chunks_of(result.pairs) == 3
    assert puzzle.best_objective()[-2] == -2
