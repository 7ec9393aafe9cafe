"""The kernel's optimal search over spans, against every set of matches and against the beam."""

import random
from collections.abc import Callable, Sequence
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.limits import DEFAULT_LIMITS, Limits
from meteor_core.search.spans.beam import search_beam
from meteor_core.search.spans.links import Candidate, Link, SpanResult
from tests.core.compiled_searches import kernel_limits
from tests.core.implementations import needs_the_kernel
from tests.core.testing_kernel import load_testing_kernel
from tests.meteor15.span_puzzles import Puzzle, candidate_puzzles
from tests.meteor15.textbook_spans import best_measure, is_alignment, measure

pytestmark = needs_the_kernel

NARROW: Final = Limits(everything=1, first_width=1, width=1, wider=2, sweeps=3)
ALL_LIMITS: Final = (DEFAULT_LIMITS, NARROW, Limits(everything=2, width=3, edges_a_step=3))
ALL_STATES: Final = Limits(everything=1 << 40)
BUDGETS: Final = (0, 10, 30, 100, DEFAULT_BUDGET)
EXACT_STAGES: Final = (0, 0, 0, 1, -1)


def search(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    budget: int,
    width: int = 40,
    limits: Limits = DEFAULT_LIMITS,
) -> SpanResult:
    """Return the kernel's result."""
    links, optimal, chunk_gap, steps = load_testing_kernel().search_spans_optimally(
        candidates,
        hypothesis_length,
        reference_length,
        exact_stage=exact_stage,
        budget=budget,
        width=width,
        limits=kernel_limits(limits),
    )
    return SpanResult(links=links, optimal=optimal, chunk_gap=chunk_gap, steps=steps)


def few_candidates() -> st.SearchStrategy[Puzzle]:
    """So few that every set of them can be looked at."""
    return candidate_puzzles().map(
        lambda puzzle: Puzzle(
            puzzle.candidates[:12], puzzle.hypothesis_length, puzzle.reference_length
        )
    )


def of_words(hypothesis: Sequence[int], reference: Sequence[int]) -> list[Candidate]:
    """Every pair of equal words."""
    return [
        (j, 1, i, 1, 0) for j, t in enumerate(reference) for i, s in enumerate(hypothesis) if s == t
    ]


def of_words_and_phrases(hypothesis: str, reference: str, phrases: list[Candidate]) -> Puzzle:
    """Each letter is a word; an underline is one that the other row does not have."""
    candidates = of_words([*map(ord, hypothesis)], [*map(ord, reference)]) + phrases
    return Puzzle(sorted(candidates, key=lambda c: (c[0], c[4])), len(hypothesis), len(reference))


def with_some_phrases(
    rng: random.Random, hypothesis: list[int], reference: list[int], longest: int
) -> Puzzle:
    """Equal words of two rows, and none, three or many candidates anywhere of up to four words."""
    candidates = of_words(hypothesis, reference)
    for _ in range(rng.choice((0, 3, longest))):
        j, i = rng.randrange(len(reference)), rng.randrange(len(hypothesis))
        length = rng.randint(1, min(4, len(reference) - j))
        candidates.append((j, length, i, rng.randint(1, min(4, len(hypothesis) - i)), 1))
    return Puzzle(sorted(candidates, key=lambda c: (c[0], c[4])), len(hypothesis), len(reference))


def sentences(rng: random.Random, longest: int) -> Puzzle:
    """Rows of repeated words and some phrases, like those of real segments but harder."""
    words = rng.choice((2, 4, 8, 20))
    hypothesis = [rng.randrange(words) for _ in range(rng.randint(1, longest))]
    reference = [rng.randrange(words) for _ in range(rng.randint(1, longest))]
    return with_some_phrases(rng, hypothesis, reference, longest)


def alike(rng: random.Random, longest: int) -> Puzzle:
    """One row and the same with words exchanged, so that much of it is certain."""
    words = rng.choice((2, 3, 4, 8))
    reference = [
        rng.randrange(words) if rng.random() < 0.7 else 100 + token
        for token in range(rng.randint(longest // 2, longest))
    ]
    hypothesis = list(reference)
    for _ in range(rng.randint(0, 3)):
        one, other = rng.randrange(len(reference)), rng.randrange(len(reference))
        hypothesis[one], hypothesis[other] = hypothesis[other], hypothesis[one]
    return with_some_phrases(rng, hypothesis, reference, longest)


def few_words_alike() -> st.SearchStrategy[Puzzle]:
    """Short rows that are alike, of which every set of matches can be looked at."""
    puzzles = st.integers(0, 2**32).map(lambda seed: alike(random.Random(seed), 8))
    return puzzles.filter(lambda puzzle: len(puzzle.candidates) <= 16)


def few_words() -> st.SearchStrategy[Puzzle]:
    """Short rows of equal words with phrases, of which every set of matches can be looked at."""
    puzzles = st.integers(0, 2**32).map(lambda seed: sentences(random.Random(seed), 6))
    return puzzles.filter(lambda puzzle: len(puzzle.candidates) <= 14)


def assert_right(puzzle: Puzzle, exact_stage: int, limits: Limits) -> None:
    best = best_measure(puzzle.candidates, exact_stage)
    beam = measure(search_beam(*puzzle, exact_stage=exact_stage).links, exact_stage)
    for budget in BUDGETS:
        result = search(*puzzle, exact_stage=exact_stage, budget=budget, limits=limits)
        assert is_alignment(result.links, puzzle.candidates)
        found = measure(result.links, exact_stage)
        assert found >= beam
        assert result.optimal <= (found == best)
        assert result.optimal <= (result.chunk_gap == 0)
        if found.worth == best.worth:
            assert best.fewer_chunks - found.fewer_chunks <= result.chunk_gap
        if budget == DEFAULT_BUDGET:
            assert result.optimal


@settings(max_examples=300)
@given(
    puzzle=few_candidates() | few_words() | few_words_alike(),
    exact_stage=st.sampled_from(EXACT_STAGES),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_no_set_of_matches_is_better(puzzle: Puzzle, exact_stage: int, limits: Limits) -> None:
    assert_right(puzzle, exact_stage, limits)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(
    puzzle=few_candidates() | few_words() | few_words_alike(),
    exact_stage=st.sampled_from(EXACT_STAGES),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_no_set_of_matches_is_better_however_long_it_is_tried(
    puzzle: Puzzle, exact_stage: int, limits: Limits
) -> None:
    assert_right(puzzle, exact_stage, limits)


@settings(max_examples=300)
@given(
    seed=st.integers(0, 2**32),
    sort=st.sampled_from((alike, sentences)),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_a_search_of_all_states_says_the_same(
    seed: int, sort: Callable[[random.Random, int], Puzzle], limits: Limits
) -> None:
    puzzle = sort(random.Random(seed), 12)
    complete = search(*puzzle, exact_stage=0, budget=10**9, limits=ALL_STATES)
    result = search(*puzzle, exact_stage=0, budget=DEFAULT_BUDGET, limits=limits)
    if result.optimal:
        assert measure(result.links, 0) == measure(complete.links, 0)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), budget=st.sampled_from((20, 200, 3000)))
def test_long_rows_come_out_no_worse_than_the_beam_aligns_them(seed: int, budget: int) -> None:
    puzzle = sentences(random.Random(seed), 30)
    result = search(*puzzle, exact_stage=0, budget=budget)
    assert is_alignment(result.links, puzzle.candidates)
    beam = search_beam(*puzzle, exact_stage=0)
    assert measure(result.links, 0) >= measure(beam.links, 0)


def test_the_beam_is_taken_whole_where_it_chose_what_no_best_alignment_needs() -> None:
    candidates = of_words([0, 0, *range(1, 10)], [0, 10, 11, 0, 0, 0])
    candidates += [(1, 1, 1, 1, 1), (3, 1, 9, 1, 1), (4, 1, 10, 1, 1)]
    puzzle = Puzzle(sorted(candidates), 11, 6)
    beam = search_beam(*puzzle, exact_stage=0, width=1)
    result = search(*puzzle, exact_stage=0, width=1, budget=len(candidates), limits=NARROW)
    assert measure(result.links, 0) >= measure(beam.links, 0)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_sides_can_be_exchanged(seed: int) -> None:
    puzzle = sentences(random.Random(seed), 15)
    exchanged = Puzzle(
        sorted((i, span, j, length, stage) for j, length, i, span, stage in puzzle.candidates),
        puzzle.reference_length,
        puzzle.hypothesis_length,
    )
    one, other = (search(*p, exact_stage=0, budget=50_000) for p in (puzzle, exchanged))
    assume(one.optimal and other.optimal)
    assert measure(one.links, 0) == measure(other.links, 0)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_another_exact_match_is_never_a_loss(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = sentences(rng, 12)
    if not puzzle.candidates:
        return
    more = puzzle.candidates
    fewer = [c for c in more if c[4] != 0]
    fewer += rng.sample([c for c in more if c[4] == 0], k=sum(c[4] == 0 for c in more) // 2)
    fewer.sort(key=lambda c: (c[0], c[4]))
    best = [search(c, *puzzle[1:], exact_stage=0, budget=50_000) for c in (fewer, more)]
    assume(all(result.optimal for result in best))
    assert measure(best[0].links, 0).worth <= measure(best[1].links, 0).worth


def test_more_than_64_slots_are_searched_as_well() -> None:
    row = [0, 1, 2] * 30
    result = search(of_words(row, row), 90, 90, exact_stage=0, budget=10**6)
    assert result.links == tuple((i, i + 1, i, i + 1, 0) for i in range(90))
    assert result.optimal


def links_of(candidates: list[Candidate], length: int) -> tuple[Link, ...]:
    result = search(candidates, length, length, exact_stage=0, budget=DEFAULT_BUDGET)
    assert result.optimal
    assert result.chunk_gap == 0
    return result.links


def test_a_word_of_one_stem_is_matched_where_it_joins_two_runs() -> None:
    # found by two stages, so it is not definite: "the cat sat" against "the cats sat"
    ends: list[Candidate] = [(0, 1, 0, 1, 0), (2, 1, 2, 1, 0)]
    between: list[Candidate] = [(1, 1, 1, 1, 1), (1, 1, 1, 1, 2)]
    found = links_of([ends[0], *between, ends[1]], 3)
    assert found == ((0, 1, 0, 1, 0), (1, 2, 1, 2, 1), (2, 3, 2, 3, 0))


def test_a_word_of_one_stem_alone_is_not_matched() -> None:
    assert links_of([(0, 1, 0, 1, 1), (0, 1, 0, 1, 2)], 1) == ()


def test_a_word_of_one_stem_alone_is_matched_if_it_is_definite() -> None:
    assert links_of([(0, 1, 0, 1, 1)], 1) == ((0, 1, 0, 1, 1),)


def test_a_word_of_one_stem_at_the_end_of_a_run_is_matched() -> None:
    twice: list[Candidate] = [(1, 1, 1, 1, 1), (1, 1, 1, 1, 2)]
    assert len(links_of([(0, 1, 0, 1, 0), *twice], 2)) == 2
    aside: list[Candidate] = [(1, 1, 2, 1, 1), (1, 1, 2, 1, 2)]
    assert len(links_of([(0, 1, 1, 1, 0), *aside], 3)) == 2


def test_a_word_is_not_given_up_for_chunks_where_it_weighs_little() -> None:
    # with the first weight of worth, the best choice has fewer chunks and is worth less
    puzzle = sentences(random.Random(3539), 30)
    complete = search(*puzzle, exact_stage=0, budget=10**9, limits=ALL_STATES)
    result = search(*puzzle, exact_stage=0, budget=DEFAULT_BUDGET, limits=NARROW)
    assert result.optimal
    assert measure(result.links, 0) == measure(complete.links, 0)


def test_a_word_between_certain_matches_may_be_worth_more_in_a_phrase() -> None:
    phrases: list[Candidate] = [(3, 6, 1, 1, 1), (4, 6, 1, 1, 1)]  # six words against one
    puzzle = of_words_and_phrases("xay", "xay_______", phrases)
    assert links_of(puzzle.candidates, 10)[1] == (1, 2, 3, 9, 1)


def test_exact_words_are_worth_more_than_the_phrase_around_them() -> None:
    # "of the house" against "the house": 2 + 2 words, or a phrase of int(3 / 2) + int(2 / 2)
    words: list[Candidate] = [(1, 1, 0, 1, 0), (2, 1, 1, 1, 0)]
    found = links_of([(0, 3, 0, 2, 1), *words], 3)
    assert found == ((0, 1, 1, 2, 0), (1, 2, 2, 3, 0))


def test_a_phrase_is_worth_more_than_an_exact_word_of_it() -> None:
    # four words against four, one of them equal: 2 + 2 or 1 + 1
    found = links_of([(0, 4, 0, 4, 1), (1, 1, 2, 1, 0)], 4)
    assert found == ((0, 4, 0, 4, 1),)


def test_of_equal_spans_the_exact_match_is_taken() -> None:
    assert links_of([(0, 1, 0, 1, 0), (0, 1, 0, 1, 1)], 1) == ((0, 1, 0, 1, 0),)
    assert links_of([(0, 2, 0, 2, 1), (0, 2, 0, 2, 2)], 2) == ((0, 2, 0, 2, 1),)


def test_chunks_that_a_beam_of_40_misses_are_found() -> None:
    rng = random.Random(5)
    better = 0
    for _ in range(20):
        hypothesis, reference = ([rng.randrange(6) for _ in range(25)] for _ in range(2))
        candidates = of_words(hypothesis, reference)
        found = search(candidates, 25, 25, exact_stage=0, budget=DEFAULT_BUDGET)
        beam = search_beam(candidates, 25, 25, exact_stage=0)
        better += measure(found.links, 0)[:2] > measure(beam.links, 0)[:2]
    assert better >= 15


def test_without_a_budget_the_beam_is_what_there_is() -> None:
    candidates = of_words([0, 1, 0, 1, 2], [1, 0, 2, 1, 0])
    result = search(candidates, 5, 5, exact_stage=0, budget=0)
    assert result.links == search_beam(candidates, 5, 5, exact_stage=0).links
    assert not result.optimal
    assert result.chunk_gap == -measure(result.links, 0).fewer_chunks - 1


def test_nothing_to_match_is_proved_at_once() -> None:
    result = search([], 0, 3, exact_stage=0, budget=0)
    assert result == SpanResult(links=(), optimal=True, chunk_gap=0, steps=0)


def test_a_word_that_is_repeated_all_the_time_ends_soon() -> None:
    row = [0] * 100
    result = search(of_words(row, row), 100, 100, exact_stage=0, budget=20_000)
    assert len(result.links) == 100
    assert result.steps < 60_000


def test_a_budget_is_kept_but_for_what_is_under_way() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        hypothesis, reference = ([rng.randrange(2) for _ in range(60)] for _ in range(2))
        candidates = of_words(hypothesis, reference)
        beam = search_beam(candidates, 60, 60, exact_stage=0)
        result = search(candidates, 60, 60, exact_stage=0, budget=10_000)
        assert result.steps - beam.steps < 15_000


def test_width_below_1_is_rejected() -> None:
    with pytest.raises(ValueError, match="width is 0"):
        search([], 0, 0, exact_stage=0, budget=1, width=0)


def test_candidates_beyond_a_row_are_rejected() -> None:
    with pytest.raises(ValueError, match="candidate 0 covers 2 tokens of the reference"):
        search([(0, 2, 0, 1, 0)], 1, 1, exact_stage=0, budget=1)
