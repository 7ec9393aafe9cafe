"""Find the matches of every best alignment without a search.

Two types that have only each other, with one token each, are matched in every best alignment.
Most other matches are no less certain: in "the house of the president" against "the house
where the president", the words around each "the" leave it no choice, though it occurs twice.

The rule. A *run* is a diagonal of candidate edges (i, j), (i+1, j+1), ... between types that have
only each other. Its *joints* are the places between its tokens, and the two at its ends. Suppose
that a best alignment M does not contain the run. Put the missing pairs of the run into M, and
match what they push aside among itself, which is always possible among tokens of two types that
have only each other: as many tokens are matched as before. Every joint inside the run, and at an
end whose neighbour is a certain match, then is an adjacency of the run. At each joint of a
missing pair, M may have had one adjacency in the hypothesis and another in the reference that are
lost now, if other adjacencies are possible there at all; at the border between missing pairs and
pairs that M has, it has no adjacency. So the *worth* of a joint is

    1                            beside a certain match, or a pair of the run that M has
    1 - possible losses          inside the missing part
    0 - possible losses          at an end without a certain neighbour

and if every part of the run that may be missing has joints worth more than 0 together, the new
alignment has fewer chunks than M, which was best: so every best alignment contains the run.

Of a run of one or two between certain matches nothing has to be counted: the joints at its ends
are worth 2, the one inside costs 1 at most. What has become certain makes more certain, so the rule
is applied again, up to a fixed number of rounds: what it leaves is searched.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from ...result import Pair
from .reduction import Positions, Reduction

_MAX_ROUNDS: Final = 8

TypePair: TypeAlias = tuple[int, int, int, bool]
"""Type of the hypothesis, type of the reference, stage, whether they have only each other."""


class CertainMatches:
    """The certain matches of two rows, and what they leave open.

    A set of tokens of the reference is an integer, with a bit for each token and, below them, one
    for the place before the first. All edges of a token move along their diagonals by a shift.

    Attributes:
        matches: certain matches, in the order in which they were found.
        partner: the same, token of the hypothesis to token of the reference.
        open_pairs: pairs of types that are still to be matched, by type of the hypothesis.
        open_edges: how many candidate edges are open, before the rule is applied.
        hypothesis: the open tokens of each type, ascending.
        reference: the same of the other side.
        edges: for each token of the hypothesis, and the end, the tokens that it may be matched
            with; once the rule is applied.
    """

    def __init__(
        self,
        reduction: Reduction,
        hypothesis_positions: Positions,
        reference_positions: Positions,
        taken: Iterable[Pair] = (),
    ) -> None:
        """Find the matches of types that have one token each and only each other.

        Args:
            reduction: the constraints.
            hypothesis_positions: of all types that it knows; they become this object's own.
            reference_positions: the same.
            taken: matches of types that it does not know.
        """
        self.matches: list[Pair] = list(taken)
        self.partner: dict[int, int] = {i: j for i, j, _ in self.matches}
        self.hypothesis, self.reference = hypothesis_positions, reference_positions
        self.edges: list[int] = []
        sources = reduction.sources
        self.open_pairs: list[TypePair] = [
            (s, t, stage, len(partners) == len(sources[t]) == 1)
            for s, partners in reduction.kept.items()
            for t, stage in partners.items()
        ]
        self._forget_closed()
        self.open_edges = sum(
            [len(self.hypothesis[s]) * len(self.reference[t]) for s, t, _, _ in self.open_pairs]
        )

    def apply_rule(self, length: int) -> None:
        """Find the matches that the rule makes certain, by the number of chunks.

        Args:
            length: of the hypothesis.
        """
        if not self.open_pairs:
            return
        self._list_edges(length)
        self._take_short_runs()
        self._forget_closed()
        for _ in range(_MAX_ROUNDS):
            if not self._take_runs():
                break
            self._forget_closed()

    def _list_edges(self, length: int) -> None:
        """List the edges of all tokens; a certain match is the only edge of its tokens."""
        self.edges = edges = [0] * (length + 1)
        self._alone_edges = alone_edges = [0] * (length + 1)
        for i, j in self.partner.items():
            edges[i] = 2 << j
        for s, t, _, alone in self.open_pairs:
            tokens = 0
            for j in self.reference[t]:
                tokens |= 2 << j
            for i in self.hypothesis[s]:
                edges[i] |= tokens
                if alone:
                    alone_edges[i] = tokens
        self._pair_of = {i: pair for pair in self.open_pairs for i in self.hypothesis[pair[0]]}

    def _forget_closed(self) -> None:
        """Drop pairs of types without open tokens; match those that have one each."""
        still_open: list[TypePair] = []
        for pair in self.open_pairs:
            s, t, _, alone = pair
            hypothesis, reference = self.hypothesis[s], self.reference[t]
            if alone and len(hypothesis) == len(reference) == 1:
                self._make_certain(hypothesis[0], reference[0], pair)
            elif hypothesis and reference:
                still_open.append(pair)
        self.open_pairs = still_open

    def _make_certain(self, i: int, j: int, pair: TypePair) -> None:
        """Match two tokens of types that have only each other."""
        s, t, stage, _ = pair
        self.matches.append((i, j, stage))
        self.partner[i] = j
        self.hypothesis[s].remove(i)
        self.reference[t].remove(j)
        edges = self.edges
        if edges:
            alone_edges, others = self._alone_edges, ~(2 << j)
            edges[i], alone_edges[i] = 2 << j, 0
            for other in self.hypothesis[s]:
                edges[other] &= others
                alone_edges[other] &= others

    def _take_short_runs(self) -> None:
        """Take runs of one or two between certain matches, which the rule always makes certain."""
        alone_edges, partner = self._alone_edges, self.partner
        for i in self._pair_of:
            j = partner.get(i - 1, -2) + 1
            if j > 0 and alone_edges[i] >> j + 1 & 1:
                length = 1 + (alone_edges[i + 1] >> j + 2 & 1)
                if partner.get(i + length) == j + length:
                    self._take(i, j, length)

    def _take_runs(self) -> bool:
        """Apply the rule to all runs; return whether it made a match certain."""
        before, alone_edges = len(self.matches), self._alone_edges
        for i, j in self._count_adjacencies():
            if alone_edges[i] >> j + 1 & 1 and not alone_edges[i - 1] >> j & 1:
                length = 1
                while alone_edges[i + length] >> j + length + 1 & 1:
                    length += 1
                if self._is_best(i, j, length):
                    self._take(i, j, length)
        return len(self.matches) > before

    def _count_adjacencies(self) -> list[tuple[int, int]]:
        """Find which adjacencies are possible at each joint, of open edges and of certain matches.

        A joint beside an open token has none of two certain matches, and no other is asked for.

        Returns:
            The edges where a run may begin. One without any adjacency can only be a run of one,
            which has no certain neighbour.
        """
        edges = self.edges
        self._joints = joints = [0] * (len(edges) - 1)
        once = twice = 0  # tokens of the reference before a joint with one, with two
        open_tokens = [i for s, _, _, _ in self.open_pairs for i in self.hypothesis[s]]
        for i in {*open_tokens, *[token - 1 for token in open_tokens]}:
            if joint := edges[i] & edges[i + 1] >> 1:
                joints[i] = joint
                twice |= once & joint
                once |= joint
        self._once, self._twice = once, twice
        return [
            (i, j)
            for s, t, _, alone in self.open_pairs
            if alone
            for i in self.hypothesis[s]
            if (adjacent := joints[i] | joints[i - 1] << 1)
            for j in self.reference[t]
            if adjacent >> j + 1 & 1
        ]

    def _take(self, i: int, j: int, length: int) -> None:
        for k in range(length):
            self._make_certain(i + k, j + k, self._pair_of[i + k])

    def _is_best(self, i: int, j: int, length: int) -> bool:
        """Return whether every part that may be missing is worth more than 0."""
        broken = self._worth_of_end(i - 1, j - 1, i - 1, j - 1)
        for k in range(length - 1):
            if broken < 0:
                return False
            broken = min(1, broken + 1 - self._losses(i + k, j + k))
        if broken < 0:
            return False
        end = self._worth_of_end(i + length - 1, j + length - 1, i + length, j + length)
        return broken + end > 0

    def _worth_of_end(self, i: int, j: int, beside_i: int, beside_j: int) -> int:
        """Return the worth of the joint after (i, j), with a token beside the run on one side."""
        if self.partner.get(beside_i) == beside_j:
            return 1
        if self.edges[beside_i] >> beside_j + 1 & 1:
            return -self._losses(i, j)
        # The same where the run has no adjacency of its own there.
        return -((self._joints[i] != 0) + (self._once >> j + 1 & 1))

    def _losses(self, i: int, j: int) -> int:
        """Count the adjacencies of others at a joint where the run has one: one on each side.

        Args:
            i: the token of the hypothesis before the joint, or -1.
            j: the token of the reference before it, or -1.
        """
        return (self._joints[i] != 1 << j + 1) + (self._twice >> j + 1 & 1)
