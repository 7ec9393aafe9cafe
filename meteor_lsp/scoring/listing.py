"""The scored segments of a pair in an order, and windows of that list: never all of it at once."""

from array import array
from bisect import bisect_left
from functools import partial
from heapq import merge
from itertools import islice
from math import isclose
from typing import Final

from .scores import Order, PairScores, Place

_DIGITS: Final = 1e-12
"""Numbers that differ by less are the same: Neovim writes 14 digits of a float."""


class Listing:
    """The segments that are scored by now, worst first, equals by number; or all by number.

    What is kept of each block of segments is one number for each: after an edit, one block is
    sorted anew.
    """

    def __init__(self, scores: PairScores, order: Order) -> None:
        """The list of that pair in that order."""
        self._scores: Final = scores
        self._order: Final = order
        self._blocks: Final = [
            scores.per_block(f"listing by {order}", block, partial(self._sorted, block))
            for block in range(scores.block_count)
        ]

    @property
    def total(self) -> int:
        """How many segments the list has."""
        return sum(map(len, self._blocks))

    def place(self, segment: int, number: float | None = None) -> Place | None:
        """The place of a segment, by the score or shortfall that is given or else by its own.

        None for one that is not scored.
        """
        known = self._scores.score(segment)
        if number is not None:
            own = known is not None and isclose(number, self._order.number(known), rel_tol=_DIGITS)
            return self._place(segment) if own else self._order.place(number, segment)
        return None if known is None else self._place(segment)

    def before(self, place: Place) -> int:
        """How many segments stand before a place."""
        return sum(bisect_left(block, place, key=self._place) for block in self._blocks)

    def window(self, first: int, count: int) -> list[int]:
        """So many segments from the one on that has so many before it."""
        return list(islice(merge(*self._blocks, key=self._place), first, first + count))

    def _sorted(self, block: int, _: range) -> "array[int]":
        places = sorted(self._scores.places(block, self._order))
        return array("L", [segment for _, segment in places])

    def _place(self, segment: int) -> Place:
        known = self._scores.score(segment)
        return self._order.place(self._order.number(known) if known else 0.0, segment)
