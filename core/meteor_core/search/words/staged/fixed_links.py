"""Matches that are fixed, asked what an option for another token costs beside them."""

from collections.abc import Iterable
from typing import Final

from .blocks import Link

CROSSING: Final = 1 << 32
"""The cost of a crossing, in units of distance: more than any sum of distances."""

LONGEST: Final = 1 << 15
"""Tokens of both rows up to which costs fit 64 bits, for the kernel's sake."""


class FixedLinks:
    """Fixed matches. Costs are crossings with them, and the option's own distance."""

    def __init__(self, links: Iterable[Link], hypothesis_length: int) -> None:
        """Keep the matches as masks of reference tokens."""
        partner = dict(links)
        self._before = [0] * (hypothesis_length + 1)
        for i in range(hypothesis_length):
            self._before[i + 1] = self._before[i] | (1 << partner[i] if i in partner else 0)

    def cost(self, i: int, j: int) -> int:
        """Return what a match costs."""
        before = self._before[i]
        behind = self._before[-1] & ~self._before[i + 1]
        crossings = (before >> (j + 1)).bit_count() + (behind & ((1 << j) - 1)).bit_count()
        return crossings * CROSSING + abs(i - j)


def crosses(one: Link, other: Link) -> bool:
    """Whether two matches without a token in common cross."""
    return (one[0] < other[0]) != (one[1] < other[1])
