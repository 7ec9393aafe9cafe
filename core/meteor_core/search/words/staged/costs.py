"""What options cost beside fixed matches, and the cheapest offsets of a block."""

from collections.abc import Iterable, Sequence
from typing import Final

from .blocks import Link

CROSSING: Final = 1 << 32
"""The cost of a crossing, in units of distance: more than any sum of distances."""

MAX_TOKENS: Final = 1 << 15
"""Tokens of both rows up to which costs fit 64 bits, for the kernel's sake."""

NEVER: Final = 1 << 61
"""The cost of an impossible option. It can be added to any cost without leaving 64 bits."""


class FixedLinks:
    """Fixed matches; an option costs its crossings with them, and its own distance."""

    def __init__(self, links: Iterable[Link], hypothesis_length: int) -> None:
        """Keep the matches as masks of reference tokens."""
        partner = dict(links)
        self._before = [0] * (hypothesis_length + 1)
        for i in range(hypothesis_length):
            self._before[i + 1] = self._before[i] | (1 << partner[i] if i in partner else 0)

    def cost(self, i: int, j: int) -> int:
        """Return the cost of a match."""
        before = self._before[i]
        behind = self._before[-1] & ~self._before[i + 1]
        crossings = (before >> (j + 1)).bit_count() + (behind & ((1 << j) - 1)).bit_count()
        return crossings * CROSSING + abs(i - j)


def crosses(first: Link, second: Link) -> bool:
    """Return whether two matches without a common token cross."""
    return (first[0] < second[0]) != (first[1] < second[1])


def best_offsets(costs: Sequence[Sequence[int]], *, from_hypothesis: bool) -> list[int]:
    """Return the offsets, never decreasing, of least cost; of equals, the preferred ones.

    A token of the hypothesis prefers the first slot. A token of the reference prefers the last
    one, which leaves the first tokens of the hypothesis unmatched.

    Args:
        costs: of each token at each offset; ``NEVER`` or more where it may not be.
        from_hypothesis: whether the tokens are those of the hypothesis.
    """
    excess = len(costs[0]) - 1
    # least[a][d]: of the tokens from a on, at offsets from d on.
    least = [[0] * (excess + 2) for _ in range(len(costs) + 1)]
    for token in range(len(costs) - 1, -1, -1):
        least[token][excess + 1] = 2 * NEVER
        for offset in range(excess, -1, -1):
            here = min(2 * NEVER, costs[token][offset] + least[token + 1][offset])
            least[token][offset] = min(here, least[token][offset + 1])
    offsets: list[int] = []
    start = 0
    for token, of_token in enumerate(costs):
        wanted = least[token][start]
        fitting = (
            offset
            for offset in (range(start, excess + 1) if from_hypothesis else range(excess, -1, -1))
            if min(2 * NEVER, of_token[offset] + least[token + 1][offset]) == wanted
        )
        start = next(fitting)
        offsets.append(start)
    return offsets
