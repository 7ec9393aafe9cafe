"""Sort scored segments, and return windows of the list without building all of it."""

from array import array
from bisect import bisect_left
from functools import partial
from heapq import merge
from itertools import islice
from math import isclose
from typing import Final

from .scores import Order, PairScores, Place

_RELATIVE_TOLERANCE: Final = 1e-12
"""Neovim writes 14 digits of a float."""


class Listing:
    """The scored segments of a pairing in an order, equals by number.

    Only numbers are cached, block by block: an edit costs the sort of one block.
    """

    def __init__(self, scores: PairScores, order: Order) -> None:
        """Sort the scores by `order`."""
        self._scores: Final = scores
        self._order: Final = order
        self._blocks: Final = [
            scores.per_block(f"listing by {order}", block, partial(self._sorted, block))
            for block in range(scores.block_count)
        ]

    @property
    def total(self) -> int:
        """Number of segments in the list."""
        return sum(map(len, self._blocks))

    def place(self, segment: int, number: float | None = None) -> Place | None:
        """Return the place of a segment, or None if it has no score.

        Args:
            segment: its number.
            number: score or shortfall to use instead of its own.
        """
        known = self._scores.score(segment)
        if number is not None:
            own = known is not None and isclose(
                number, self._order.number(known), rel_tol=_RELATIVE_TOLERANCE
            )
            return self._place(segment) if own else self._order.place(number, segment)
        return None if known is None else self._place(segment)

    def before(self, place: Place) -> int:
        """Count the segments before a place."""
        return sum(bisect_left(block, place, key=self._place) for block in self._blocks)

    def window(self, first: int, count: int) -> list[int]:
        """Return `count` segments, beginning with number `first` of the list."""
        return list(islice(merge(*self._blocks, key=self._place), first, first + count))

    def _sorted(self, block: int, _: range) -> "array[int]":
        places = sorted(self._scores.places(block, self._order))
        return array("L", [segment for _, segment in places])

    def _place(self, segment: int) -> Place:
        known = self._scores.score(segment)
        return self._order.place(self._order.number(known) if known else 0.0, segment)
