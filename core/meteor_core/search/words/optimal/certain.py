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
from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from ...result import Pair
from .reduction import Reduction

_ROUNDS: Final = 8

Positions: TypeAlias = dict[int, list[int]]
"""Where each type stands in a row, types in order of their first token."""

TypePair: TypeAlias = tuple[int, int, int, bool]
"""Type of the hypothesis, type of the reference, stage, whether they have only each other."""

_Edge: TypeAlias = tuple[int, int]


def take_single_types(hypothesis: Positions, reference: Positions) -> list[Pair]:
    """Take types that stand once on each side out of both, where each matches itself first.

    Nearly all matches of most texts are of such types, which no other step has to look at.
    """
    return [
        (hypothesis.pop(t)[0], reference.pop(t)[0], 0)
        for t in hypothesis.keys() & reference.keys()
        if len(hypothesis[t]) == len(reference[t]) == 1
    ]


class CertainMatches:
    """The certain matches of two rows, and what they leave open.

    Attributes:
        matches: certain matches, in the order in which they were found.
        partner: the same, token of the hypothesis to token of the reference.
        open_pairs: pairs of types that are still to be matched, by type of the hypothesis.
        open_edges: how many candidate edges are open, before the rule is applied.
        pair_at: the open candidate edges with their pairs of types, by pair, then by position;
            once the rule is applied.
    """

    def __init__(
        self,
        reduction: Reduction,
        hypothesis_positions: Positions,
        reference_positions: Positions,
        taken: Iterable[Pair] = (),
    ) -> None:
        """Find those of types that have one token each and only each other.

        Args:
            reduction: the constraints.
            hypothesis_positions: of all types that it knows; they become this object's own.
            reference_positions: the same.
            taken: matches of types that it does not know.
        """
        self.matches: list[Pair] = list(taken)
        self.partner: dict[int, int] = {i: j for i, j, _ in self.matches}
        self.pair_at: dict[_Edge, TypePair] = {}
        sources = Counter(itertools.chain.from_iterable(reduction.kept.values()))
        self._hypothesis = {s: hypothesis_positions[s] for s in reduction.kept}
        self._reference = {t: reference_positions[t] for t in sources}
        self.open_pairs: list[TypePair] = [
            (s, t, stage, len(partners) == sources[t] == 1)
            for s, partners in reduction.kept.items()
            for t, stage in partners.items()
        ]
        self._forget_closed()
        self.open_edges = sum(
            len(self._hypothesis[pair[0]]) * len(self._reference[pair[1]])
            for pair in self.open_pairs
        )

    def apply_rule(self) -> None:
        """Find those that the rule says, where what counts is the number of chunks."""
        if not self.open_pairs:
            return
        self.pair_at = {
            edge: pair
            for pair in self.open_pairs
            for edge in itertools.product(self._hypothesis[pair[0]], self._reference[pair[1]])
        }
        self._take_short_runs()
        self._forget_closed()
        for _ in range(_ROUNDS):
            if not self._take_runs(self._count_adjacencies()):
                break
            self._forget_closed()

    def is_certain(self, i: int, j: int) -> bool:
        """Whether two tokens are matched for certain."""
        return self.partner.get(i) == j

    def _forget_closed(self) -> None:
        """Drop pairs of types without open tokens; take those that have one each."""
        still_open: list[TypePair] = []
        for pair in self.open_pairs:
            hypothesis, reference = self._hypothesis[pair[0]], self._reference[pair[1]]
            if pair[3] and len(hypothesis) == len(reference) == 1:
                self._make_certain(hypothesis[0], reference[0], pair)
            elif hypothesis and reference:
                still_open.append(pair)
        self.open_pairs = still_open

    def _make_certain(self, i: int, j: int, pair: TypePair) -> None:
        """Match two tokens, neither of which can be matched otherwise any more."""
        s, t, stage, _ = pair
        self.matches.append((i, j, stage))
        self.partner[i] = j
        if self.pair_at:
            for other in self._reference[t]:
                self.pair_at.pop((i, other), None)
            for other in self._hypothesis[s]:
                self.pair_at.pop((other, j), None)
        self._hypothesis[s].remove(i)
        self._reference[t].remove(j)

    def _take_short_runs(self) -> None:
        """Runs of one or two between certain matches, of which the rule always says so."""
        partner = self.partner
        for i, j in sorted(
            edge for edge in self.pair_at if partner.get(edge[0] - 1) == edge[1] - 1
        ):
            if self._is_alone(i, j):
                length = 2 if self._is_alone(i + 1, j + 1) else 1
                if self.is_certain(i + length, j + length):
                    self._take(i, j, length)

    def _count_adjacencies(self) -> list[_Edge]:
        """How many adjacencies with an open edge are possible at each joint.

        Returns:
            The edges where a run may begin. One without any adjacency can only be a run of one,
            which has no certain neighbour.
        """
        pair_at, partner = self.pair_at, self.partner
        hypothesis: dict[int, int] = {}  # by the token before the joint
        reference: dict[int, int] = {}
        beginnings: list[_Edge] = []
        for edge, pair in pair_at.items():
            i, j = edge
            goes_on = (i + 1, j + 1) in pair_at or partner.get(i + 1) == j + 1
            continues = partner.get(i - 1) == j - 1
            if goes_on:
                hypothesis[i] = hypothesis.get(i, 0) + 1
                reference[j] = reference.get(j, 0) + 1
            if continues:
                hypothesis[i - 1] = hypothesis.get(i - 1, 0) + 1
                reference[j - 1] = reference.get(j - 1, 0) + 1
            if (goes_on or continues) and pair[3]:
                beginnings.append(edge)
        self._hypothesis_joints, self._reference_joints = hypothesis, reference
        return beginnings

    def _take_runs(self, beginnings: Iterable[_Edge]) -> bool:
        """Make certain what the rule says; whether there was any."""
        before = len(self.matches)
        for i, j in beginnings:
            if self._is_alone(i, j) and not self._is_alone(i - 1, j - 1):
                self._take_run_from(i, j)
        return len(self.matches) > before

    def _is_alone(self, i: int, j: int) -> bool:
        """Whether two open tokens are of types that have only each other."""
        pair = self.pair_at.get((i, j))
        return pair is not None and pair[3]

    def _take_run_from(self, i: int, j: int) -> None:
        length = 1
        while self._is_alone(i + length, j + length):
            length += 1
        has_certain_end = self.is_certain(i - 1, j - 1) or self.is_certain(i + length, j + length)
        if (length > 1 or has_certain_end) and self._is_best(i, j, length):
            self._take(i, j, length)

    def _take(self, i: int, j: int, length: int) -> None:
        for k in range(length):
            self._make_certain(i + k, j + k, self.pair_at[i + k, j + k])

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
        return -self._losses(i, j, within=neighbour in self.pair_at)

    def _losses(self, i: int, j: int, *, within: bool) -> int:
        """Adjacencies that others may have at the joint after (i, j): one on each side."""
        own = 1 if within else 0
        return (self._hypothesis_joints.get(i, 0) > own) + (self._reference_joints.get(j, 0) > own)
