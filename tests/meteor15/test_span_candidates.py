"""What METEOR 1.5 lists as matches: both implementations against its rules, told pair by pair."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from meteor_core import Meteor
from meteor_core.errors import InputError
from meteor_core.meteor15.paraphrases.index import PhraseMatch
from meteor_core.search.spans.candidates import SpanGrounds, definite_matches
from meteor_core.search.spans.links import MOST_CANDIDATES, Candidate
from meteor_core.words.vocabulary import StageKeys
from tests.meteor15 import textbook_beam
from tests.meteor15.span_implementations import FINDERS, Finder
from tests.meteor15.span_puzzles import GroundsPuzzle, Puzzle, candidate_puzzles, grounds_puzzles
from tests.usable_variants import needs_meteor

OWN = StageKeys([(0,), (1,), (2,)], [(0,), (1,), (2,)], identity=True)


@pytest.fixture(params=FINDERS, scope="module")
def find(request: pytest.FixtureRequest) -> Finder:
    """Of each implementation in turn."""
    return FINDERS[request.param]


def listed_pair_by_pair(puzzle: GroundsPuzzle) -> list[Candidate]:
    """Each stage asks for all pairs; then the lists are put together."""
    hypothesis, reference, grounds, table = puzzle
    words = grounds.words
    same = [words[t] for t in hypothesis] == [words[t] for t in reference]
    listed: list[tuple[int, Candidate]] = []
    for stage, keys in enumerate(grounds.stages[:1] if same else grounds.stages):
        if stage == grounds.phrase_stage:
            one = [(*keys.hypothesis[t], -1)[0] for t in hypothesis]
            two = [(*keys.reference[t], -1)[0] for t in reference]
            listed += [(j, (j, n, i, m, stage)) for j, n, i, m in table.matches(two, one)]
            listed += [(j, (j, n, i, m, stage)) for i, m, j, n in table.matches(one, two)]
            continue
        for j, t in enumerate(reference):
            for i, s in enumerate(hypothesis):
                equal = words[s] == words[t]
                share = not equal and set(keys.hypothesis[s]) & set(keys.reference[t])
                if equal if stage == grounds.exact_stage else share:
                    listed.append((j, (j, 1, i, 1, stage)))
    return [candidate for _, candidate in sorted(listed, key=lambda entry: entry[0])]


@settings(max_examples=500)
@given(puzzle=grounds_puzzles())
def test_every_match_is_listed_in_the_programs_order(find: Finder, puzzle: GroundsPuzzle) -> None:
    found = find(puzzle.hypothesis, puzzle.reference, puzzle.grounds)
    assert found == listed_pair_by_pair(puzzle)


@given(puzzle=candidate_puzzles())
def test_definite_is_what_shares_no_word(puzzle: Puzzle) -> None:
    assert definite_matches(*puzzle) == textbook_beam.definite_matches(*puzzle)


def test_a_pair_that_two_stages_find_is_not_definite(find: Finder) -> None:
    """The program's "cats" and "cat": one stem, and one synonym set."""
    shared = StageKeys([(0,), (0,), (1,)], [(0,), (0,), (1,)])
    one = SpanGrounds(
        words=[0, 1, 2], stages=(OWN, shared), exact_stage=0, phrase_stage=-1, phrases=None
    )
    two = SpanGrounds(
        words=[0, 1, 2], stages=(OWN, shared, shared), exact_stage=0, phrase_stage=-1, phrases=None
    )
    assert definite_matches(find([0], [1], one), 1, 1) == [(0, 1, 0, 1, 1)]
    assert find([0], [1], two) == [(0, 1, 0, 1, 1), (0, 1, 0, 1, 2)]
    assert definite_matches(find([0], [1], two), 1, 1) == []


def test_words_of_one_hash_code_are_one_word(find: Finder) -> None:
    """The program's "gelato" and "variants": their stems are not asked for."""
    grounds = SpanGrounds(
        words=[7, 7, 2], stages=(OWN, OWN), exact_stage=0, phrase_stage=-1, phrases=None
    )
    assert find([0, 2], [1, 0], grounds) == [(0, 1, 0, 1, 0), (1, 1, 0, 1, 0)]


@pytest.mark.parametrize("row", [[0, 3], [-1]])
def test_types_without_keys_are_refused(find: Finder, row: list[int]) -> None:
    grounds = SpanGrounds(
        words=[0, 1, 2, 3], stages=(OWN,), exact_stage=0, phrase_stage=-1, phrases=None
    )
    with pytest.raises(ValueError, match=r"of the hypothesis is .* types go from 0 to 2"):
        find(row, [0], grounds)
    with pytest.raises(ValueError, match="of the reference is of type"):
        find([0], row, grounds)


class TableOfOneMatch:
    """A phrase table that finds the same match again and again."""

    def __init__(self, times: int) -> None:
        self.times = times

    def matches(self, sources: Sequence[int], targets: Sequence[int]) -> list[PhraseMatch]:
        """So many matches in each direction."""
        return [(0, 1, 0, 1)] * self.times


def grounds_with_phrases(times: int) -> SpanGrounds:
    return SpanGrounds(
        words=[0, 1, 2],
        stages=(OWN, OWN),
        exact_stage=0,
        phrase_stage=1,
        phrases=TableOfOneMatch(times),
    )


def test_as_many_candidates_as_allowed_are_listed(find: Finder) -> None:
    assert MOST_CANDIDATES == 1000 * 2000
    found = find([0] * 1000, [0] * 2000, grounds_with_phrases(0))
    assert len(found) == MOST_CANDIDATES
    assert found[-1] == (1999, 1, 999, 1, 0)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "phrases"),
    [(1000, 2001, 0), (1000, 2000, 1), (1, 1, MOST_CANDIDATES), (300_000, 300_000, 0)],
)
def test_more_candidates_are_refused(
    find: Finder, hypothesis: int, reference: int, phrases: int
) -> None:
    rows = ([0] * hypothesis + [1], [0] * reference + [2])
    with pytest.raises(InputError) as refusal:
        find(*rows, grounds_with_phrases(phrases))
    assert str(refusal.value) == (
        f"a segment of {hypothesis + 1} words has more than 2,000,000 possible matches with its "
        f"reference of {reference + 1} words; cut both into shorter segments, for example into "
        "sentences"
    )


@needs_meteor
def test_a_batch_says_which_segment_has_too_many_candidates() -> None:
    meteor = Meteor("meteor-1.5", stages=["exact", "stem"])
    text = "a " * 2000
    batch = meteor.batch(["b", text + "b"], [["b", text]])
    assert list(batch.problems) == [1]
    assert "a segment of 2001 words has more than 2,000,000" in batch.problems[1]


@pytest.mark.parametrize(
    ("candidate", "message"),
    [
        ((2, 2, 0, 1, 0), "candidate 1 covers 2 tokens of the reference from token 2 on"),
        ((2, 0, 0, 1, 0), "candidate 1 covers 0 tokens of the reference"),
        ((1, 1, 1, 3, 0), "candidate 1 covers 3 tokens of the hypothesis from token 1 on"),
        ((1, 1, -1, 1, 0), "candidate 1 covers 1 tokens of the hypothesis from token -1 on"),
        ((0, 1, 0, 1, 0), "candidate 1 starts at token 0 of the reference, after one"),
        ((1, 1, 0, 1, -1), "candidate 1 is of stage -1"),
    ],
)
def test_candidates_that_are_no_spans_are_refused(candidate: Candidate, message: str) -> None:
    with pytest.raises(InputError, match=message):
        definite_matches([(1, 1, 0, 1, 0), candidate], 3, 3)
