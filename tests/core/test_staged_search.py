"""The search of 2005 and 2007, against its rule spelled out."""

import random

import pytest
from hypothesis import given, settings

from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.words.staged import frontier, search_stage_after_stage
from meteor_core.words.vocabulary import Keys, StageKeys
from tests.core import textbook
from tests.core.puzzles import Puzzle, one_stage, puzzles, random_puzzle
from tests.thoroughness import more_when_thorough, tries


def follows_the_rule(puzzle: Puzzle, pairs: tuple[textbook.Pair, ...]) -> bool:
    """Each stage: most matches of what is left, fewest crossings, least distance, then ties."""
    for stage in range(len(puzzle.keys)):
        fixed = [pair for pair in pairs if pair[2] < stage]
        own = tuple(pair for pair in pairs if pair[2] == stage)
        best = textbook.mappings_of_stage(*puzzle, stage, fixed)
        if own != textbook.preferred_mapping(best, len(puzzle.hypothesis)):
            return False
    return True


@more_when_thorough
@settings(max_examples=tries(100, thorough=300))
@given(puzzles())
def test_any_small_puzzle_is_aligned_by_the_rule(puzzle: Puzzle) -> None:
    result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    assert follows_the_rule(puzzle, result.pairs)
    assert (result.optimal, result.chunk_gap) == (True, 0)


@more_when_thorough
@pytest.mark.parametrize("widths", [(16, 256, 4096, 65536), (1, 2, 4096), (1, 4096)])
def test_puzzles_like_real_ones_are_aligned_by_the_rule_however_narrow_the_passes(
    widths: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier, "_WIDTHS", (*widths, 1 << 62))
    rng = random.Random(2005)
    for _ in range(tries(300, thorough=1000)):
        puzzle = random_puzzle(rng)
        result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
        assert follows_the_rule(puzzle, result.pairs)
        assert result.optimal


@more_when_thorough
def test_longer_rows_of_few_words_are_aligned_by_the_rule() -> None:
    """Against every mapping that does not cross within a word, up to 11 tokens a side."""
    rng = random.Random(2011)
    for _ in range(tries(150, thorough=1500)):
        words = rng.randint(2, 4)
        rows = [[rng.randrange(words) for _ in range(rng.randint(5, 11))] for _ in range(2)]
        puzzle = one_stage(*rows)
        result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
        mappings = list(textbook.uncrossed_mappings(*rows))
        most = max(textbook.measure_of_stage(mapping, []) for mapping in mappings)
        best = [m for m in mappings if textbook.measure_of_stage(m, []) == most]
        assert result.pairs == textbook.preferred_mapping(best, len(rows[0])), puzzle
        assert result.optimal


def test_a_small_budget_spoils_no_match_and_no_proof() -> None:
    rng = random.Random(2007)
    for _ in range(600):
        puzzle = random_puzzle(rng)
        result = search_stage_after_stage(*puzzle, budget=rng.randint(1, 60))
        assert puzzle.is_solved_by(result)
        for stage in range(len(puzzle.keys)):
            fixed = [pair for pair in result.pairs if pair[2] < stage]
            own = sum(pair[2] == stage for pair in result.pairs)
            assert own == len(textbook.mappings_of_stage(*puzzle, stage, fixed)[0])
        assert not result.optimal or follows_the_rule(puzzle, result.pairs)


def test_the_chunk_gap_of_an_unproved_alignment_reaches_the_rules_own() -> None:
    rng = random.Random(2014)
    for _ in range(600):
        puzzle = random_puzzle(rng, longest=5)
        result = search_stage_after_stage(*puzzle, budget=rng.randint(1, 20))
        chunks = textbook.chunks_of(result.pairs)
        rule = [textbook.chunks_of(pairs) for pairs in textbook.staged_alignments(*puzzle)]
        assert min(abs(chunks - by_rule) for by_rule in rule) <= result.chunk_gap, puzzle


def test_fewest_crossings_come_before_fewest_chunks() -> None:
    """One crossing and three chunks; the optimal search would cross twice and cut once less."""
    puzzle = one_stage([0, 1, 0, 2], [0, 2, 0])  # "a x a b" and "a b a"
    result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
    assert result.pairs == ((0, 0, 0), (2, 2, 0), (3, 1, 0))
    assert textbook.crossings_of(result.pairs) == 1
    assert textbook.chunks_of(result.pairs) == 3
    assert puzzle.best_objective()[-2] == -2


def test_a_later_stage_does_not_touch_what_an_earlier_one_matched() -> None:
    """Type 1 stems like 0. Matched exactly, the two 0 cross; the stem stage may not undo it."""
    own: list[Keys] = [(0,), (1,)]
    stem: list[Keys] = [(0,), (0,)]
    puzzle = Puzzle([0, 1], [1, 0], (StageKeys(own, own, identity=True), StageKeys(stem, stem)))
    result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
    assert result.pairs == ((0, 1, 0), (1, 0, 0))


ROWS = {
    "one word 500 times": ([0] * 500, [0] * 500),
    "one word 300 times": ([0] * 300, [0] * 300),
    "alternating": ([0, 1] * 100, [1, 0] * 100),
    "reversed": (list(range(2000)), list(range(1999, -1, -1))),
}


@pytest.mark.parametrize("name", ROWS)
def test_adversarial_rows_end_in_a_valid_alignment_with_every_match(name: str) -> None:
    hypothesis, reference = ROWS[name]
    puzzle = one_stage(hypothesis, reference)
    result = search_stage_after_stage(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    assert len(result.pairs) == len(hypothesis)  # each row has the same words
