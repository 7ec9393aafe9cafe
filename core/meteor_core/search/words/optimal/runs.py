"""A good alignment found fast, by following long runs: the search's start and its fallback.

It obeys the quotas of a reduction, so its matches are the most possible stage by stage; only
its chunks and distances are as good as luck has it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from ...component import root
from ...result import Pair
from .reduction import Reduction

_MAX_CANDIDATES: Final = 32
_LOOKAHEAD_TOKENS: Final = 16


def follow_runs(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    reduction: Reduction,
    fixed: Sequence[Pair],
) -> list[Pair]:
    """Return a valid alignment that contains the fixed matches.

    From the left, each word continues the run of the word before it if it can, and otherwise
    takes, among the free words nearest to the diagonal, the one with the longest run ahead.
    """
    follower = _RunFollower(hypothesis, reference, reduction, fixed)
    for i in range(len(hypothesis)):
        follower.match(i)
    return sorted(follower.pairs)


class _RunFollower:
    def __init__(
        self,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        reduction: Reduction,
        fixed: Sequence[Pair],
    ) -> None:
        self.pairs = list(fixed)
        self._hypothesis = hypothesis
        self._reference = reference
        self._kept = reduction.kept
        self._quota = dict(reduction.quota)
        self._partner = {i: j for i, j, _ in fixed}
        self._taken = set(self._partner.values())
        for i, j, _ in fixed:
            pair = hypothesis[i], reference[j]
            if pair in self._quota:  # single types have none
                self._quota[pair] -= 1
        standing: dict[int, list[int]] = {}
        for j, t in enumerate(reference):
            if j not in self._taken:
                standing.setdefault(t, []).append(j)
        self._free = {t: _FreePositions(positions) for t, positions in standing.items()}

    def match(self, i: int) -> None:
        """Match a word of the hypothesis, if it is free and has a partner left."""
        s = self._hypothesis[i]
        if i in self._partner or s not in self._kept:
            return
        j = self._choose(i, s)
        if j is None:
            return
        t = self._reference[j]
        self._partner[i] = j
        self._taken.add(j)
        self._quota[s, t] -= 1
        self._free[t].take(j)
        self.pairs.append((i, j, self._kept[s][t]))

    def _choose(self, i: int, s: int) -> int | None:
        continuing = self._partner.get(i - 1, -2) + 1
        if 0 <= continuing < len(self._reference) and self._is_open(i, continuing):
            return continuing
        candidates = [
            j
            for t in self._kept[s]
            if self._quota.get((s, t), 0) > 0
            for j in self._free[t].nearest(i)
        ]
        return max(candidates, key=lambda j: (self._run_ahead(i, j), -abs(i - j), -j), default=None)

    def _is_open(self, i: int, j: int) -> bool:
        pair = (self._hypothesis[i], self._reference[j])
        return self._quota.get(pair, 0) > 0 and j not in self._taken and i not in self._partner

    def _run_ahead(self, i: int, j: int) -> int:
        longest = min(_LOOKAHEAD_TOKENS, len(self._hypothesis) - i, len(self._reference) - j)
        for length in range(1, longest):
            matched = self._partner.get(i + length) == j + length
            if not matched and not self._is_open(i + length, j + length):
                return length
        return longest


class _FreePositions:
    """Positions that get taken one by one; finds free ones nearby however many are taken."""

    def __init__(self, positions: list[int]) -> None:
        self._positions = positions
        self._above = list(range(len(positions) + 1))  # index of a free position at or above
        self._below = list(range(len(positions) + 1))  # the same, at or below, shifted by one

    def take(self, position: int) -> None:
        index = bisect_left(self._positions, position)
        self._above[index] = index + 1
        self._below[index + 1] = index

    def nearest(self, centre: int) -> list[int]:
        """Return some free positions around the centre, both sides evenly."""
        middle = bisect_left(self._positions, centre)
        found: list[int] = []
        up = root(self._above, middle)
        down = root(self._below, middle)
        for _ in range(_MAX_CANDIDATES // 2):
            if up < len(self._positions):
                found.append(self._positions[up])
                up = root(self._above, up + 1)
            if down > 0:
                found.append(self._positions[down - 1])
                down = root(self._below, down - 1)
        return found
