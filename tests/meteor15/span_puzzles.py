"""Small candidate lists and grounds, made at random."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from meteor_core.search.spans.candidates import SpanGrounds
from meteor_core.search.spans.links import Candidate
from meteor_core.words.vocabulary import Keys, StageKeys


class Puzzle(NamedTuple):
    """What a search is given."""

    candidates: list[Candidate]
    hypothesis_length: int
    reference_length: int


def random_candidates(rng: random.Random) -> Puzzle:
    """Any spans of three stages; some of them twice."""
    longest = rng.choice((3, 6, 9))
    hypothesis_length, reference_length = rng.randint(1, longest), rng.randint(1, longest)
    candidates: list[Candidate] = []
    for _ in range(rng.choice((2, 6, 12, 25))):
        span = min(rng.choice((1, 1, 1, 2, 3)), reference_length)
        hypothesis_span = min(rng.choice((1, 1, 1, 2, 3)), hypothesis_length)
        start = rng.randint(0, reference_length - span)
        hypothesis_start = rng.randint(0, hypothesis_length - hypothesis_span)
        stage = rng.choice((0, 0, 0, 1, 2))
        candidates.append((start, span, hypothesis_start, hypothesis_span, stage))
    candidates += rng.sample(candidates, rng.choice((0, 0, 1, 2)))
    return Puzzle(sorted(candidates, key=lambda c: c[0]), hypothesis_length, reference_length)


def candidate_puzzles() -> st.SearchStrategy[Puzzle]:
    """Made by a seed, which is much faster than number by number."""
    return st.integers(0, 2**32).map(lambda seed: random_candidates(random.Random(seed)))


class Rows:
    """A phrase table that is asked row by row."""

    def __init__(self, rows: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
        """Sources and targets."""
        self._rows = rows

    def matches(
        self, sources: Sequence[int], targets: Sequence[int]
    ) -> list[tuple[int, int, int, int]]:
        """See ``PhraseTable``."""
        return [
            (start, length, target_start, len(target))
            for start in range(len(sources))
            for length in range(1, len(sources) - start + 1)
            for source, target in self._rows
            if source == tuple(sources[start : start + length])
            for target_start in range(len(targets))
            if target == tuple(targets[target_start : target_start + len(target)])
        ]


class GroundsPuzzle(NamedTuple):
    """What ``find_candidates`` is given."""

    hypothesis: list[int]
    reference: list[int]
    grounds: SpanGrounds
    table: Rows


def random_grounds(rng: random.Random) -> GroundsPuzzle:
    """Stages in any order; types with equal words; phrases that overlap."""
    types = rng.randint(1, 6)
    own: list[Keys] = [(number,) for number in range(types)]
    known: list[Keys] = [(number,) if rng.random() < 0.8 else () for number in range(types)]

    def keys(most: int, count: int) -> list[Keys]:
        return [tuple(rng.sample(range(count), rng.randint(0, most))) for _ in range(types)]

    def phrase() -> tuple[int, ...]:
        return tuple(rng.choices(range(types), k=rng.randint(1, 3)))

    stages = [
        StageKeys(own, own, identity=True),
        StageKeys(keys(1, 4), keys(1, 4)),
        StageKeys(keys(3, 6), keys(3, 6)),
        StageKeys(known, known),
    ]
    order = rng.sample(range(4), rng.randint(1, 4))
    table = Rows([(phrase(), phrase()) for _ in range(rng.randint(0, 6))])
    grounds = SpanGrounds(
        words=[rng.choice((number, number, -5)) for number in range(types)],
        stages=tuple(stages[kind] for kind in order),
        exact_stage=order.index(0) if 0 in order else -1,
        phrase_stage=order.index(3) if 3 in order else -1,
        phrases=table,
    )
    hypothesis, reference = (rng.choices(range(types), k=rng.randint(0, 8)) for _ in range(2))
    if rng.random() < 0.1:
        reference = list(hypothesis)
    return GroundsPuzzle(hypothesis, reference, grounds, table)


def grounds_puzzles() -> st.SearchStrategy[GroundsPuzzle]:
    """Made by a seed."""
    return st.integers(0, 2**32).map(lambda seed: random_grounds(random.Random(seed)))
