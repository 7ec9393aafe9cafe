"""METEOR 1.5's beam search: both implementations against the textbook, and its odd cases."""

import random
import resource

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.errors import InputError
from meteor_core.search.spans.candidates import definite_matches
from meteor_core.search.spans.links import Candidate, link_of
from tests.meteor15 import textbook_beam
from tests.meteor15.span_implementations import BEAMS, Beam
from tests.meteor15.span_puzzles import Puzzle, candidate_puzzles
from tests.thoroughness import more_when_thorough, tries

WIDTHS = (1, 2, 3, 5, 40)


@pytest.fixture(params=BEAMS, scope="module")
def search(request: pytest.FixtureRequest) -> Beam:
    """Of each implementation in turn."""
    return BEAMS[request.param]


@more_when_thorough
@settings(max_examples=tries(300, thorough=1000))
@given(
    puzzle=candidate_puzzles(),
    exact_stage=st.sampled_from((0, 0, 0, 1, -1)),
    width=st.sampled_from(WIDTHS),
)
def test_any_puzzle_is_aligned_as_by_the_textbook(
    search: Beam, puzzle: Puzzle, exact_stage: int, width: int
) -> None:
    result = search(*puzzle, exact_stage=exact_stage, width=width)
    assert list(result.links) == textbook_beam.best_alignment(*puzzle, exact_stage, width)


def test_a_path_that_matches_nearly_all_words_is_no_bound(search: Beam) -> None:
    """It stands still at the last token, where another one overtakes it by the longest phrase."""
    candidates = [(0, 2, 0, 2, 0), (2, 2, 4, 1, 0), *[(3, 1, 0, 1, 0)] * 4, (3, 1, 2, 3, 0)]
    puzzle = Puzzle(candidates, 5, 4)
    assert search(*puzzle, exact_stage=0, width=4).links == ((0, 2, 0, 2, 0), (2, 5, 3, 4, 0))


@settings(max_examples=200)
@given(puzzle=candidate_puzzles(), width=st.sampled_from(WIDTHS))
def test_definite_matches_are_in_every_result(search: Beam, puzzle: Puzzle, width: int) -> None:
    links = search(*puzzle, exact_stage=0, width=width).links
    assert set(map(link_of, definite_matches(*puzzle))) <= set(links)


def of_repeated_words(rng: random.Random, longest: int) -> Puzzle:
    """Two rows of few words, each pair of equal ones a candidate; some pairs match as phrases."""
    words = rng.randint(1, longest // 3)
    hypothesis = [rng.randrange(words) for _ in range(rng.randint(1, longest))]
    reference = [rng.randrange(words) for _ in range(rng.randint(1, longest))]
    candidates: list[Candidate] = []
    for j, t in enumerate(reference):
        candidates += [(j, 1, i, 1, 0) for i, s in enumerate(hypothesis) if s == t]
        if j + 1 < len(reference) and len(hypothesis) > 3 and rng.random() < 0.3:
            candidates.append((j, 2, rng.randrange(len(hypothesis) - 2), 3, 1))
    return Puzzle(candidates, len(hypothesis), len(reference))


@pytest.mark.parametrize("longest", [9, 30, 90, 200])
def test_implementations_agree_on_longer_rows(longest: int) -> None:
    """Beyond 64 words that are fought for, and beyond what one integer holds."""
    rng = random.Random(longest)
    for _ in range(600 // longest):
        puzzle = of_repeated_words(rng, longest)
        width = rng.choice(WIDTHS)
        results = [search(*puzzle, exact_stage=0, width=width) for search in BEAMS.values()]
        assert all(result == results[0] for result in results)
        if longest <= 30:
            expected = textbook_beam.best_alignment(*puzzle, 0, width)
            assert list(results[0].links) == expected


def crowd(rng: random.Random) -> Puzzle:
    """Far more candidates at a token than paths go on, and stages that mix."""
    words, tokens = rng.randint(8, 20), rng.randint(2, 8)
    share, shared = rng.choice((0.0, 0.5, 0.9)), rng.choice((0.5, 1.0))
    candidates = [
        (j, 1, i, 1, int(rng.random() < share))
        for j in range(tokens)
        for i in range(words)
        if rng.random() < shared
    ]
    if rng.random() < 0.3:  # as phrases may come
        rng.shuffle(candidates)
        candidates.sort(key=lambda candidate: candidate[0])
    return Puzzle(candidates, words, tokens)


def test_a_crowd_of_candidates_is_aligned_as_by_the_textbook(search: Beam) -> None:
    rng = random.Random(8)
    for width in (1, 2, 3) * 60:
        puzzle = crowd(rng)
        links = search(*puzzle, exact_stage=0, width=width).links
        assert list(links) == textbook_beam.best_alignment(*puzzle, 0, width)


def moved(puzzle: Puzzle, far: int) -> Puzzle:
    """The same where the hypothesis has so many more words at its start."""
    candidates = [(j, length, far + i, span, stage) for j, length, i, span, stage in puzzle[0]]
    return Puzzle(candidates, far + puzzle[1], puzzle[2])


@pytest.mark.parametrize("far", [100_000, 300_000, 500_000, 800_000, 1_200_000])
def test_measures_of_which_only_differences_fit_into_an_integer(search: Beam, far: int) -> None:
    """With and without paths too different for that: from the first words on, all or none match."""
    rng = random.Random(far)
    one_by_one = [(j, 1, j % 5, 1, 0) for j in range(10)]
    for puzzle in [Puzzle(one_by_one, 5, 10), *(of_repeated_words(rng, 12) for _ in range(15))]:
        links = search(*moved(puzzle, far), exact_stage=0, width=40).links
        nearer = textbook_beam.best_alignment(*moved(puzzle, 1_000), 0, 40)
        assert [(i - far, end - far, *rest) for i, end, *rest in links] == [
            (i - 1_000, end - 1_000, *rest) for i, end, *rest in nearer
        ]


def test_measures_beyond_one_integer(search: Beam) -> None:
    """So far apart, and so wide a beam, that a key and a path do not fit into 64 bits."""
    far = 3_000_000
    near = [(j, 1, i, 1, 0) for j in range(3) for i in range(3)]
    moved = [(j, 1, far + i, 1, 0) for j, _, i, _, _ in near]
    links = search(moved, far + 3, 3, exact_stage=0, width=2**31 - 1).links
    expected = textbook_beam.best_alignment(near, 3, 3, 0, 40)
    assert [(i - far, end - far, *rest) for i, end, *rest in links] == expected


def test_a_stem_found_twice_counts_nothing_and_is_skipped(search: Beam) -> None:
    """The program scores "cats" against "cat" 0: matching would cost a chunk and gain no word."""
    found_twice = [(0, 1, 0, 1, 1), (0, 1, 0, 1, 2)]
    assert search(found_twice, 1, 1, exact_stage=0).links == ()
    assert search(found_twice[:1], 1, 1, exact_stage=0).links == ((0, 1, 0, 1, 1),)


def test_a_stem_found_twice_is_matched_where_it_joins_a_chunk(search: Beam) -> None:
    candidates = [(0, 1, 0, 1, 0), (1, 1, 1, 1, 1), (1, 1, 1, 1, 2), (2, 1, 2, 1, 0)]
    links = ((0, 1, 0, 1, 0), (1, 2, 1, 2, 1), (2, 3, 2, 3, 0))
    assert search(candidates, 3, 3, exact_stage=0).links == links


def test_half_words_are_dropped_on_each_side_of_each_match(search: Beam) -> None:
    """Three words to one count 1 + 0, two words to two 1 + 1."""
    three_to_one = [(0, 1, 0, 3, 1), (0, 2, 1, 2, 1)]
    assert search(three_to_one, 3, 2, exact_stage=0).links == ((1, 3, 0, 2, 1),)


def test_result_proves_nothing(search: Beam) -> None:
    result = search([(0, 1, 0, 1, 0), (2, 1, 2, 1, 0)], 3, 3, exact_stage=0)
    assert (result.optimal, result.chunk_gap, result.steps) == (False, 1, 3)
    empty = search([], 0, 0, exact_stage=0)
    assert (empty.links, empty.optimal, empty.chunk_gap, empty.steps) == ((), False, 1, 0)


def test_steps_are_paths_at_tokens(search: Beam) -> None:
    """One path at the first token, two at the second, all three that fit at the last."""
    candidates = [(j, 1, i, 1, 0) for j in range(3) for i in range(2)]
    assert search(candidates, 2, 3, exact_stage=0, width=1).steps == 3
    assert search(candidates, 2, 3, exact_stage=0, width=40).steps == 1 + 3 + (2 + 2 + 3)


@pytest.mark.parametrize(
    "candidate", [(1, 2, 0, 1, 0), (0, 1, 2, 1, 0), (0, 0, 0, 1, 0), (-1, 1, 0, 1, 0)]
)
def test_candidates_that_are_no_spans_are_refused(search: Beam, candidate: Candidate) -> None:
    with pytest.raises(ValueError, match=r"candidate 0 covers .* tokens of the"):
        search([candidate], 2, 2, exact_stage=0)


def test_candidates_out_of_order_are_refused(search: Beam) -> None:
    with pytest.raises(ValueError, match="sort candidates by their first token"):
        search([(1, 1, 0, 1, 0), (0, 1, 0, 1, 0)], 2, 2, exact_stage=0)


def test_messages_are_the_same() -> None:
    messages = set()
    for search in BEAMS.values():
        with pytest.raises(ValueError, match="candidate") as caught:
            search([(0, 1, 0, 1, 0), (1, 1, 3, 1, 0)], 2, 2, exact_stage=0)
        messages.add(str(caught.value))
    assert len(messages) == 1
    with pytest.raises(InputError):
        BEAMS["python"]([(0, 1, 5, 1, 0)], 2, 2, exact_stage=0)


def test_a_beam_of_no_paths_is_refused(search: Beam) -> None:
    with pytest.raises(ValueError, match="width is 0; it must be at least 1"):
        search([], 0, 0, exact_stage=0, width=0)


def test_words_all_alike_do_not_take_for_ever(search: Beam) -> None:
    """Each token of the reference has as many candidates as the hypothesis has words.

    A search that takes more than steps in proportion to them meets the time limit of a test.
    """
    words = 800 if search is not BEAMS["python"] else 200
    candidates = [(j, 1, i, 1, 0) for j in range(words - 1) for i in range(words)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = search(candidates, words, words - 1, exact_stage=0)
    assert result.links == tuple((i, i + 1, i, i + 1, 0) for i in range(words - 1))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kB
