"""What is in every best alignment, found without a search.

Two types that have only each other, with one token each, are matched in every best alignment.
Most other matches are no less certain: in "the house of the president" against "the house
where the president", the words around each "the" leave it no choice, though it stands twice.

The rule. A *run* is a diagonal of candidate edges (i, j), (i+1, j+1), ... between types that have
only each other. Its *joints* are the places between its tokens, and the two at its ends. Suppose
that a best alignment M does not contain the run. Put the missing pairs of the run into M, and
match what they push aside among itself, which is always possible among tokens of two types that
have only each other: as many tokens are matched as before. Every joint inside the run, and at an
end whose neighbour is a certain match, then is an adjacency of the run. At each joint of a
missing pair, M may have had one adjacency in the hypothesis and another in the reference that are
lost now, if other adjacencies are possible there at all; at the border between missing pairs and
pairs that M has, there is none. So the *worth* of a joint is

    1                            beside a certain match, or a pair of the run that M has
    1 - possible losses          inside the missing part
    0 - possible losses          at an end without a certain neighbour

and if every part of the run that may be missing has joints worth more than 0 together, the new
alignment has fewer chunks than M, which was best: so every best alignment contains the run.

Of a run of one or two between certain matches nothing has to be counted: the joints at its ends
are worth 2, the one inside costs 1 at most. What has become certain makes more certain, so the rule
is applied again, up to a fixed number of rounds: what it leaves is searched.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from ...result import Pair
from .reduction import Reduction

_ROUNDS: Final = 8

TypePair: TypeAlias = tuple[int, int, int]
"""Type of the hypothesis, type of the reference, stage."""

_Edge: TypeAlias = tuple[int, int]


class CertainMatches:
    """The certain matches of two rows, and what they leave open.

    Attributes:
        matches: certain matches, in the order in which they were found.
        open_pairs: pairs of types that are still to be matched, by type of the hypothesis.
        open_edges: how many candidate edges are open, before the rule is applied.
    """

    def __init__(
        self,
        reduction: Reduction,
        hypothesis_positions: Mapping[int, Sequence[int]],
        reference_positions: Mapping[int, Sequence[int]],
    ) -> None:
        """Find those of types that have one token each and only each other."""
        self.matches: list[Pair] = []
        self._partner: dict[int, int] = {}
        self._kept = reduction.kept
        self._sources = _count_sources(reduction)
        self._hypothesis = {s: list(hypothesis_positions[s]) for s in reduction.kept}
        self._reference = {t: list(reference_positions[t]) for t in self._sources}
        self.open_pairs: list[TypePair] = [
            (s, t, stage) for s, partners in reduction.kept.items() for t, stage in partners.items()
        ]
        self._forget_closed()
        self.open_edges = sum(
            len(self._hypothesis[s]) * len(self._reference[t]) for s, t, _ in self.open_pairs
        )

    def apply_rule(self) -> None:
        """Find those that the rule says, where what counts is the number of chunks."""
        if not self.open_pairs:
            return
        self._pair_at = dict(self.edges())
        self._take_short_runs()
        self._forget_closed()
        for _ in range(_ROUNDS):
            self._pair_at = dict(self.edges())
            self._count_adjacencies()
            if not self._take_runs():
                break
            self._forget_closed()

    def is_certain(self, i: int, j: int) -> bool:
        """Whether two tokens are matched for certain."""
        return self._partner.get(i) == j

    def edges(self) -> Iterator[tuple[_Edge, TypePair]]:
        """The open candidate edges with their pairs of types, by pair, then by position."""
        for pair in self.open_pairs:
            for edge in itertools.product(self._hypothesis[pair[0]], self._reference[pair[1]]):
                yield edge, pair

    def _types_are_alone(self, pair: TypePair) -> bool:
        return len(self._kept[pair[0]]) == 1 and self._sources[pair[1]] == 1

    def _forget_closed(self) -> None:
        """Drop pairs of types without open tokens; take those that have one each."""
        still_open: list[TypePair] = []
        for pair in self.open_pairs:
            hypothesis, reference = self._hypothesis[pair[0]], self._reference[pair[1]]
            if len(hypothesis) == len(reference) == 1 and self._types_are_alone(pair):
                self._make_certain(hypothesis[0], reference[0], pair)
            elif hypothesis and reference:
                still_open.append(pair)
        self.open_pairs = still_open

    def _make_certain(self, i: int, j: int, pair: TypePair) -> None:
        self.matches.append((i, j, pair[2]))
        self._partner[i] = j
        self._hypothesis[pair[0]].remove(i)
        self._reference[pair[1]].remove(j)

    def _take_short_runs(self) -> None:
        """Runs of one or two between certain matches, of which the rule always says so."""
        for before, partner in sorted(self._partner.items()):
            i, j = before + 1, partner + 1
            if self._is_alone(i, j):
                length = 2 if self._is_alone(i + 1, j + 1) else 1
                if self.is_certain(i + length, j + length):
                    self._take(i, j, length)

    def _count_adjacencies(self) -> None:
        """How many adjacencies with an open edge are possible at each joint.

        An edge without any can only begin a run of one, which has no certain neighbour.
        """
        self._hypothesis_joints: dict[int, int] = {}  # by the token before the joint
        self._reference_joints: dict[int, int] = {}
        self._beginnings: list[_Edge] = []
        for i, j in self._pair_at:
            goes_on = (i + 1, j + 1) in self._pair_at or self.is_certain(i + 1, j + 1)
            continues = self.is_certain(i - 1, j - 1)
            if goes_on:
                self._count_adjacency(i, j)
            if continues:
                self._count_adjacency(i - 1, j - 1)
            if goes_on or continues:
                self._beginnings.append((i, j))

    def _count_adjacency(self, i: int, j: int) -> None:
        self._hypothesis_joints[i] = self._hypothesis_joints.get(i, 0) + 1
        self._reference_joints[j] = self._reference_joints.get(j, 0) + 1

    def _take_runs(self) -> bool:
        """Make certain what the rule says; whether there was any."""
        before = len(self.matches)
        for edge in self._beginnings:
            if self._is_alone(*edge) and not self._is_alone(edge[0] - 1, edge[1] - 1):
                self._take_run_from(*edge)
        return len(self.matches) > before

    def _is_alone(self, i: int, j: int) -> bool:
        """Whether two open tokens are of types that have only each other."""
        pair = self._pair_at.get((i, j))
        return pair is not None and self._types_are_alone(pair)

    def _take_run_from(self, i: int, j: int) -> None:
        length = 1
        while self._is_alone(i + length, j + length):
            length += 1
        has_certain_end = self.is_certain(i - 1, j - 1) or self.is_certain(i + length, j + length)
        if (length > 1 or has_certain_end) and self._is_best(i, j, length):
            self._take(i, j, length)

    def _take(self, i: int, j: int, length: int) -> None:
        for k in range(length):
            pair = self._pair_at[i + k, j + k]
            self._close(i + k, j + k, pair)
            self._make_certain(i + k, j + k, pair)

    def _close(self, i: int, j: int, pair: TypePair) -> None:
        """Neither token can be matched otherwise any more."""
        for other in self._reference[pair[1]]:
            self._pair_at.pop((i, other), None)
        for other in self._hypothesis[pair[0]]:
            self._pair_at.pop((other, j), None)

    def _is_best(self, i: int, j: int, length: int) -> bool:
        """Whether every part that may be missing is worth more than 0."""
        broken = least = self._worth_of_end(i - 1, j - 1, (i - 1, j - 1))
        for k in range(length):
            if k:
                broken = min(1, broken + 1 - self._losses(i + k - 1, j + k - 1, within=True))
            at_end = k + 1 == length
            end = self._worth_of_end(i + k, j + k, (i + k + 1, j + k + 1)) if at_end else 1
            least = broken + end if k == 0 else min(least, broken + end)
        return least > 0

    def _worth_of_end(self, i: int, j: int, neighbour: _Edge) -> int:
        """The worth of the joint after (i, j), one of whose sides is not a token of the run."""
        if self.is_certain(*neighbour):
            return 1
        return -self._losses(i, j, within=neighbour in self._pair_at)

    def _losses(self, i: int, j: int, *, within: bool) -> int:
        """Adjacencies that others may have at the joint after (i, j): one on each side."""
        own = 1 if within else 0
        return (self._hypothesis_joints.get(i, 0) > own) + (self._reference_joints.get(j, 0) > own)


def _count_sources(reduction: Reduction) -> dict[int, int]:
    """How many hypothesis types each reference type may be matched with."""
    sources: dict[int, int] = {}
    for partners in reduction.kept.values():
        for t in partners:
            sources[t] = sources.get(t, 0) + 1
    return sources
