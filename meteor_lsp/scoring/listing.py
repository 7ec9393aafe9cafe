"""The scored segments of a pair in an order, and windows of that list: never all of it at once."""

from array import array
from bisect import bisect_left
from collections.abc import Callable
from enum import StrEnum
from heapq import merge
from itertools import islice
from typing import Final, TypeAlias

from .scores import PairScores

Place: TypeAlias = tuple[float, int]
"""Where a segment stands: what counts first, and its number, from 0."""


class Order(StrEnum):
    """What comes first in a list of segments."""

    SCORE = "score"
    POSITION = "position"


class Listing:
    """The segments that are scored by now, worst first, equals by number; or all by number.

    What is kept of each block of segments is one number for each: after an edit, one block is
    sorted anew.
    """

    def __init__(self, scores: PairScores, order: Order) -> None:
        """The list of that pair in that order."""
        self._scores: Final = scores
        self._place: Final[Callable[[int], Place]] = (
            self._by_score if order is Order.SCORE else _by_position
        )
        self._blocks: Final = [
            scores.per_block(f"listing by {order}", block, self._sorted)
            for block in range(scores.block_count)
        ]

    @property
    def total(self) -> int:
        """How many segments the list has."""
        return sum(map(len, self._blocks))

    def place(self, segment: int, score: float | None = None) -> Place | None:
        """The place of a segment, by the score that is given or else by its own.

        None for one that is not scored.
        """
        if score is not None:
            return self._place_with(score, segment)
        return None if self._scores.score(segment) is None else self._place(segment)

    def before(self, place: Place) -> int:
        """How many segments stand before a place."""
        return sum(bisect_left(block, place, key=self._place) for block in self._blocks)

    def window(self, first: int, count: int) -> list[int]:
        """So many segments from the one on that has so many before it."""
        return list(islice(merge(*self._blocks, key=self._place), first, first + count))

    def _sorted(self, segments: range) -> "array[int]":
        return array("L", sorted(self._scores.listed(segments), key=self._place))

    def _place_with(self, score: float, segment: int) -> Place:
        return (score, segment) if self._place == self._by_score else _by_position(segment)

    def _by_score(self, segment: int) -> Place:
        known = self._scores.score(segment)
        return (known.score if known else 0.0, segment)


def _by_position(segment: int) -> Place:
    return (0.0, segment)
