"""The optimal search over spans: against every set of matches, the beam, and its twin."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from meteor_core.errors import InputError, ParameterError
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.component import Component
from meteor_core.search.limits import DEFAULT_LIMITS, Limits
from meteor_core.search.spans.beam import search_beam
from meteor_core.search.spans.candidates import definite_matches
from meteor_core.search.spans.links import Candidate, Link, SpanResult
from meteor_core.search.spans.optimal import search_spans_optimally
from meteor_core.search.spans.optimal.components import decompose
from meteor_core.search.spans.optimal.demands import demands_on_slots
from meteor_core.search.spans.optimal.reduction import reduce_candidates
from tests.meteor15.span_puzzles import Puzzle, candidate_puzzles
from tests.meteor15.textbook_spans import best_measure, is_alignment, measure

KERNEL_IS_THERE: Final = chosen_implementation().name == "compiled"
NARROW: Final = Limits(everything=1, first_width=1, width=1, wider=2, sweeps=3)
ALL_LIMITS: Final = (DEFAULT_LIMITS, NARROW, Limits(everything=2, width=3, edges_a_step=3))
ALL_STATES: Final = Limits(everything=1 << 40)
BUDGETS: Final = (0, 10, 30, 100, DEFAULT_BUDGET)
EXACT_STAGES: Final = (0, 0, 0, 1, -1)


class Search(Protocol):
    """See ``search_spans_optimally``."""

    def __call__(
        self,
        candidates: Sequence[Candidate],
        hypothesis_length: int,
        reference_length: int,
        *,
        exact_stage: int,
        budget: int,
        width: int = 40,
        limits: Limits = DEFAULT_LIMITS,
    ) -> SpanResult:
        """The best alignment."""


SEARCHES: dict[str, Search] = {"python": search_spans_optimally}

if KERNEL_IS_THERE:
    from meteor_core import _kernel

    def compiled_search(
        candidates: Sequence[Candidate],
        hypothesis_length: int,
        reference_length: int,
        *,
        exact_stage: int,
        budget: int,
        width: int = 40,
        limits: Limits = DEFAULT_LIMITS,
    ) -> SpanResult:
        """The kernel's, with its result as Python's."""
        links, optimal, chunk_gap, steps = _kernel.search_spans_optimally(
            candidates,
            hypothesis_length,
            reference_length,
            exact_stage=exact_stage,
            budget=budget,
            width=width,
            limits=_kernel.Limits(
                few_candidates=limits.few_candidates,
                everything=limits.everything,
                first_width=limits.first_width,
                width=limits.width,
                wider=limits.wider,
                sweeps=limits.sweeps,
                edges_a_step=limits.edges_a_step,
            ),
        )
        return SpanResult(links=links, optimal=optimal, chunk_gap=chunk_gap, steps=steps)

    SEARCHES["compiled"] = compiled_search


@pytest.fixture(params=SEARCHES, scope="module")
def search(request: pytest.FixtureRequest) -> Search:
    """Of each implementation in turn."""
    return SEARCHES[request.param]


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


def assert_right(search: Search, puzzle: Puzzle, exact_stage: int, limits: Limits) -> None:
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
def test_no_set_of_matches_is_better(
    search: Search, puzzle: Puzzle, exact_stage: int, limits: Limits
) -> None:
    assert_right(search, puzzle, exact_stage, limits)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(
    puzzle=few_candidates() | few_words() | few_words_alike(),
    exact_stage=st.sampled_from(EXACT_STAGES),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_no_set_of_matches_is_better_however_long_it_is_tried(
    search: Search, puzzle: Puzzle, exact_stage: int, limits: Limits
) -> None:
    assert_right(search, puzzle, exact_stage, limits)


@settings(max_examples=300)
@given(
    seed=st.integers(0, 2**32),
    sort=st.sampled_from((alike, sentences)),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_a_search_of_all_states_says_the_same(
    search: Search, seed: int, sort: Callable[[random.Random, int], Puzzle], limits: Limits
) -> None:
    puzzle = sort(random.Random(seed), 12)
    complete = search(*puzzle, exact_stage=0, budget=10**9, limits=ALL_STATES)
    result = search(*puzzle, exact_stage=0, budget=DEFAULT_BUDGET, limits=limits)
    if result.optimal:
        assert measure(result.links, 0) == measure(complete.links, 0)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), budget=st.sampled_from((20, 200, 3000)))
def test_long_rows_come_out_no_worse_than_the_beam_aligns_them(
    search: Search, seed: int, budget: int
) -> None:
    puzzle = sentences(random.Random(seed), 30)
    result = search(*puzzle, exact_stage=0, budget=budget)
    assert is_alignment(result.links, puzzle.candidates)
    beam = search_beam(*puzzle, exact_stage=0)
    assert measure(result.links, 0) >= measure(beam.links, 0)


def test_the_beam_is_taken_whole_where_it_chose_what_no_best_alignment_needs(
    search: Search,
) -> None:
    candidates = of_words([0, 0, *range(1, 10)], [0, 10, 11, 0, 0, 0])
    candidates += [(1, 1, 1, 1, 1), (3, 1, 9, 1, 1), (4, 1, 10, 1, 1)]
    puzzle = Puzzle(sorted(candidates), 11, 6)
    beam = search_beam(*puzzle, exact_stage=0, width=1)
    result = search(*puzzle, exact_stage=0, width=1, budget=len(candidates), limits=NARROW)
    assert measure(result.links, 0) >= measure(beam.links, 0)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_sides_can_be_exchanged(search: Search, seed: int) -> None:
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
def test_another_exact_match_is_never_a_loss(search: Search, seed: int) -> None:
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


@settings(max_examples=300)
@given(puzzle=few_words())
@example(  # a phrase takes several of the slots that are required
    puzzle=of_words_and_phrases(
        "_xx_yy", "xyyx", [(2, 2, 4, 1, 1), (3, 1, 2, 4, 1), (3, 1, 2, 3, 1)]
    )
)
@example(  # a phrase covers layers that are required
    puzzle=of_words_and_phrases(
        "acbba", "abccca", [(1, 3, 3, 2, 1), (2, 2, 4, 1, 1), (5, 1, 2, 1, 1)]
    )
)
def test_demands_are_met_by_all_that_take_what_is_required(puzzle: Puzzle) -> None:
    definite = definite_matches(*puzzle)
    for component in decompose(reduce_candidates(puzzle.candidates, definite, 0), 0):
        demands = demands_on_slots(component)
        for states in complete_choices(component):
            for layer, taken in states:
                for demand in demands[layer]:
                    free = (demand.slots & ~taken).bit_count()
                    assert demand.least <= free <= demand.most


def complete_choices(component: Component) -> Iterator[list[tuple[int, int]]]:
    """Of all that take what is required, the slots that are taken after each layer."""
    required = sum(1 << slot for slot, is_so in enumerate(component.slot_required) if is_so)

    def go_on(layer: int, taken: int) -> Iterator[list[tuple[int, int]]]:
        if layer == len(component.layers):
            if not required & ~taken:
                yield []
            return
        steps = [] if component.layer_required[layer] else [(layer + 1, taken)]
        for _, after, first, end, *_ in component.layers[layer]:
            slots = (1 << end) - (1 << first)
            if not taken & slots:
                steps.append((after, taken | slots))
        for after, mask in steps:
            for states in go_on(after, mask):
                yield [(layer, mask), *states]

    return go_on(0, 0)


@pytest.mark.skipif(not KERNEL_IS_THERE, reason="the compiled kernel is not there")
@settings(max_examples=300)
@given(
    seed=st.integers(0, 2**32),
    longest=st.sampled_from((6, 12, 25, 80)),
    exact_stage=st.sampled_from(EXACT_STAGES),
    budget=st.sampled_from((0, 50, 500, 3000)),
    width=st.sampled_from((1, 3, 40)),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_twins_agree_in_all_they_return(
    *, seed: int, longest: int, exact_stage: int, budget: int, width: int, limits: Limits
) -> None:
    puzzle = sentences(random.Random(seed), longest)
    python, compiled = (
        SEARCHES[name](*puzzle, exact_stage=exact_stage, budget=budget, width=width, limits=limits)
        for name in ("python", "compiled")
    )
    assert python == compiled


@pytest.mark.skipif(not KERNEL_IS_THERE, reason="the compiled kernel is not there")
@settings(max_examples=300)
@given(
    puzzle=candidate_puzzles(),
    exact_stage=st.sampled_from(EXACT_STAGES),
    budget=st.sampled_from(BUDGETS),
    limits=st.sampled_from(ALL_LIMITS),
)
def test_twins_agree_on_any_candidates(
    puzzle: Puzzle, exact_stage: int, budget: int, limits: Limits
) -> None:
    python, compiled = (
        SEARCHES[name](*puzzle, exact_stage=exact_stage, budget=budget, limits=limits)
        for name in ("python", "compiled")
    )
    assert python == compiled


def test_more_than_64_slots_are_searched_as_well(search: Search) -> None:
    row = [0, 1, 2] * 30
    result = search(of_words(row, row), 90, 90, exact_stage=0, budget=10**6)
    assert result.links == tuple((i, i + 1, i, i + 1, 0) for i in range(90))
    assert result.optimal


def links_of(search: Search, candidates: list[Candidate], length: int) -> tuple[Link, ...]:
    result = search(candidates, length, length, exact_stage=0, budget=DEFAULT_BUDGET)
    assert result.optimal
    assert result.chunk_gap == 0
    return result.links


def test_a_word_of_one_stem_is_matched_where_it_joins_two_runs(search: Search) -> None:
    # found by two stages, so it is not definite: "the cat sat" against "the cats sat"
    ends: list[Candidate] = [(0, 1, 0, 1, 0), (2, 1, 2, 1, 0)]
    between: list[Candidate] = [(1, 1, 1, 1, 1), (1, 1, 1, 1, 2)]
    found = links_of(search, [ends[0], *between, ends[1]], 3)
    assert found == ((0, 1, 0, 1, 0), (1, 2, 1, 2, 1), (2, 3, 2, 3, 0))


def test_a_word_of_one_stem_alone_is_not_matched(search: Search) -> None:
    assert links_of(search, [(0, 1, 0, 1, 1), (0, 1, 0, 1, 2)], 1) == ()


def test_a_word_of_one_stem_alone_is_matched_if_it_is_definite(search: Search) -> None:
    assert links_of(search, [(0, 1, 0, 1, 1)], 1) == ((0, 1, 0, 1, 1),)


def test_a_word_of_one_stem_at_the_end_of_a_run_is_matched(search: Search) -> None:
    twice: list[Candidate] = [(1, 1, 1, 1, 1), (1, 1, 1, 1, 2)]
    assert len(links_of(search, [(0, 1, 0, 1, 0), *twice], 2)) == 2
    aside: list[Candidate] = [(1, 1, 2, 1, 1), (1, 1, 2, 1, 2)]
    assert len(links_of(search, [(0, 1, 1, 1, 0), *aside], 3)) == 2


def test_a_word_is_not_given_up_for_chunks_where_it_weighs_little(search: Search) -> None:
    # with the first weight of worth, the best choice has fewer chunks and is worth less
    puzzle = sentences(random.Random(3539), 30)
    complete = search(*puzzle, exact_stage=0, budget=10**9, limits=ALL_STATES)
    result = search(*puzzle, exact_stage=0, budget=DEFAULT_BUDGET, limits=NARROW)
    assert result.optimal
    assert measure(result.links, 0) == measure(complete.links, 0)


@pytest.mark.parametrize("between", ["a", "ab"])
def test_words_between_certain_matches_are_certain(between: str) -> None:
    words = f"x{between}yz{between}w"
    puzzle = of_words_and_phrases(words, words, [])
    reduction = reduce_candidates(puzzle.candidates, definite_matches(*puzzle), 0)
    assert reduction.open == []
    assert sorted(match.link[:4] for match in reduction.certain) == [
        (i, i + 1, i, i + 1) for i in range(len(words))
    ]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "length"),
    [
        ("xabc_b_c", "xabc", 4),  # after a certain match
        ("abcx_b_c", "abcx", 4),  # before one
        ("abc_b_c_a", "abc", 3),  # beside none
        ("abc_cd_a_b", "abcd", 2),  # a part: the third word may be as good elsewhere
    ],
)
def test_runs_that_save_a_chunk_are_certain(hypothesis: str, reference: str, length: int) -> None:
    puzzle = of_words_and_phrases(hypothesis, reference, [])
    reduction = reduce_candidates(puzzle.candidates, definite_matches(*puzzle), 0)
    certain = {match.reference_start: match.hypothesis_start for match in reduction.certain}
    assert [k for k in range(3) if certain.get(k) == k] == [*range(min(3, length))]


def test_a_word_between_certain_matches_may_be_worth_more_in_a_phrase(search: Search) -> None:
    phrases: list[Candidate] = [(3, 6, 1, 1, 1), (4, 6, 1, 1, 1)]  # six words against one
    puzzle = of_words_and_phrases("xay", "xay_______", phrases)
    assert links_of(search, puzzle.candidates, 10)[1] == (1, 2, 3, 9, 1)


def test_three_words_between_certain_matches_are_searched() -> None:
    puzzle = of_words_and_phrases("xabcyzabcw", "xabcyzabcw", [])
    assert reduce_candidates(puzzle.candidates, definite_matches(*puzzle), 0).open


def test_exact_words_are_worth_more_than_the_phrase_around_them(search: Search) -> None:
    # "of the house" against "the house": 2 + 2 words, or a phrase of int(3 / 2) + int(2 / 2)
    words: list[Candidate] = [(1, 1, 0, 1, 0), (2, 1, 1, 1, 0)]
    found = links_of(search, [(0, 3, 0, 2, 1), *words], 3)
    assert found == ((0, 1, 1, 2, 0), (1, 2, 2, 3, 0))


def test_a_phrase_goes_if_more_equal_words_can_be_matched_without_it() -> None:
    # "a_" against "_": worth 1, and without it "a" can be matched twice instead of once
    puzzle = of_words_and_phrases("a_a", "a_a", [(0, 2, 1, 1, 1)])
    reduction = reduce_candidates(puzzle.candidates, definite_matches(*puzzle), 0)
    assert all(match.words == 2 for match in reduction.certain + reduction.open)


def test_phrases_go_though_each_takes_a_word_that_another_would_leave() -> None:
    # two phrases take one "a" of three each, and each is worth 1, which is less than a match
    puzzle = of_words_and_phrases("a1a2a", "a3a4a", [(0, 2, 1, 1, 1), (2, 2, 3, 1, 1)])
    reduction = reduce_candidates(puzzle.candidates, definite_matches(*puzzle), 0)
    assert all(match.words == 2 for match in reduction.certain + reduction.open)


def test_a_phrase_is_worth_more_than_an_exact_word_of_it(search: Search) -> None:
    # four words against four, one of them equal: 2 + 2 or 1 + 1
    found = links_of(search, [(0, 4, 0, 4, 1), (1, 1, 2, 1, 0)], 4)
    assert found == ((0, 4, 0, 4, 1),)


def test_of_equal_spans_the_exact_match_is_taken(search: Search) -> None:
    assert links_of(search, [(0, 1, 0, 1, 0), (0, 1, 0, 1, 1)], 1) == ((0, 1, 0, 1, 0),)
    assert links_of(search, [(0, 2, 0, 2, 1), (0, 2, 0, 2, 2)], 2) == ((0, 2, 0, 2, 1),)


def test_chunks_that_a_beam_of_40_misses_are_found(search: Search) -> None:
    rng = random.Random(5)
    better = 0
    for _ in range(20):
        hypothesis, reference = ([rng.randrange(6) for _ in range(25)] for _ in range(2))
        candidates = of_words(hypothesis, reference)
        found = search(candidates, 25, 25, exact_stage=0, budget=DEFAULT_BUDGET)
        beam = search_beam(candidates, 25, 25, exact_stage=0)
        better += measure(found.links, 0)[:2] > measure(beam.links, 0)[:2]
    assert better >= 15


def test_without_a_budget_the_beam_is_what_there_is(search: Search) -> None:
    candidates = of_words([0, 1, 0, 1, 2], [1, 0, 2, 1, 0])
    result = search(candidates, 5, 5, exact_stage=0, budget=0)
    assert result.links == search_beam(candidates, 5, 5, exact_stage=0).links
    assert not result.optimal
    assert result.chunk_gap == -measure(result.links, 0).fewer_chunks - 1


def test_nothing_to_match_is_proved_at_once(search: Search) -> None:
    result = search([], 0, 3, exact_stage=0, budget=0)
    assert result == SpanResult(links=(), optimal=True, chunk_gap=0, steps=0)


def test_a_word_that_is_repeated_all_the_time_ends_soon(search: Search) -> None:
    row = [0] * 100
    result = search(of_words(row, row), 100, 100, exact_stage=0, budget=20_000)
    assert len(result.links) == 100
    assert result.steps < 60_000


def test_a_budget_is_kept_but_for_what_is_under_way(search: Search) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        hypothesis, reference = ([rng.randrange(2) for _ in range(60)] for _ in range(2))
        candidates = of_words(hypothesis, reference)
        beam = search_beam(candidates, 60, 60, exact_stage=0)
        result = search(candidates, 60, 60, exact_stage=0, budget=10_000)
        assert result.steps - beam.steps < 15_000


def test_a_beam_of_no_width_is_refused() -> None:
    with pytest.raises(ParameterError, match="width is 0"):
        search_spans_optimally([], 0, 0, exact_stage=0, budget=1, width=0)


def test_candidates_beyond_a_row_are_refused() -> None:
    with pytest.raises(InputError, match="candidate 0 covers 2 tokens of the reference"):
        search_spans_optimally([(0, 2, 0, 1, 0)], 1, 1, exact_stage=0, budget=1)
