"""Small inputs for searches, made at random."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from meteor_core.search.result import SearchResult
from meteor_core.words.vocabulary import Keys, StageKeys
from tests.core import textbook

LONGEST = 6
"""Tokens a row: every alignment of two such rows can still be looked at."""


class Puzzle(NamedTuple):
    """What a search is given."""

    hypothesis: list[int]
    reference: list[int]
    keys: tuple[StageKeys, ...]

    def is_solved_by(self, result: SearchResult) -> bool:
        """Whether the result is an alignment at all."""
        return textbook.is_valid(result.pairs, *self)

    def objective(self, result: SearchResult) -> tuple[int, ...]:
        """Matches by stage, less chunks, less distance."""
        return textbook.objective(result.pairs, len(self.keys))

    def best_objective(self) -> tuple[int, ...]:
        """The most that is possible."""
        return textbook.best_objective(*self)


def one_stage(hypothesis: list[int], reference: list[int]) -> Puzzle:
    """Only equal types match."""
    own: list[Keys] = [(t,) for t in range(max([*hypothesis, *reference], default=0) + 1)]
    return Puzzle(hypothesis, reference, (StageKeys(own, own, identity=True),))


def random_puzzle(rng: random.Random, longest: int = LONGEST) -> Puzzle:
    """Stages like the real ones: same word, same class, shared keys that depend on the side.

    Whether a stage says that it is the one of same words must make no difference.
    """
    types = rng.randint(1, 6)
    own: list[Keys] = [(t,) for t in range(types)]
    classes: list[Keys] = [(rng.randrange(3),) for _ in range(types)]
    stages = [
        StageKeys(own, own, identity=rng.random() < 0.5),
        StageKeys(classes, classes),
        StageKeys(_some_keys(rng, types), _some_keys(rng, types)),
    ]
    rng.shuffle(stages)
    return Puzzle(
        [rng.randrange(types) for _ in range(rng.randint(0, longest))],
        [rng.randrange(types) for _ in range(rng.randint(0, longest))],
        tuple(stages[: rng.randint(1, 3)]),
    )


def _some_keys(rng: random.Random, types: int) -> list[Keys]:
    return [tuple(rng.sample(range(5), rng.randint(0, 2))) for _ in range(types)]


@st.composite
def puzzles(draw: st.DrawFn, longest: int = LONGEST) -> Puzzle:
    """Any rows, and stages with any keys at all."""
    types = draw(st.integers(1, 5))
    rows = st.lists(st.integers(0, types - 1), max_size=longest)
    some_keys = st.lists(st.integers(0, 3), max_size=3, unique=True).map(tuple)
    table = st.lists(some_keys, min_size=types, max_size=types)
    own: list[Keys] = [(t,) for t in range(types)]
    stage = st.builds(StageKeys, table, table) | st.just(StageKeys(own, own, identity=True))
    stages = draw(st.lists(stage, min_size=1, max_size=3))
    return Puzzle(draw(rows), draw(rows), tuple(stages))
