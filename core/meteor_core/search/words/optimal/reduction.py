"""From "most matches, stage by stage" to hard constraints.

An alignment is best by the first criterion when it has most matches of stage 1, then most of
stage 2, and so on: a *rank-maximal* matching (Irving, Kavitha, Mehlhorn, Michail and Paluch
2006, "Rank-maximal matchings"). This module replaces the criterion by two conditions that can
be checked edge by edge:

    an alignment has the most matches, stage by stage, if and only if
    it uses only *kept* pairs of types and covers every token of a *required* type.

How. Stage by stage, add the stage's pairs, find a maximum matching, and label the vertices
(Dulmage-Mendelsohn): *even* if some maximum matching leaves it free, *odd* if it is a
neighbour of an even one, *unreachable* otherwise. Odd and unreachable vertices are covered by
every maximum matching: they become required, and take no pairs of later stages. Pairs odd-odd
and odd-unreachable are in no maximum matching and are dropped.

Why it is enough. Let M keep to the kept pairs and cover the required vertices. After stage k,
each pair of M of a stage up to k touches one odd vertex or two unreachable ones, and each odd
or unreachable vertex of stage k is covered by such a pair. So M has (odd + unreachable / 2)
pairs of the stages up to k, which by König's theorem is the most possible. That holds for each
k, so M has the most matches stage by stage. Why it is needed: a rank-maximal matching is a
maximum matching of each stage's graph, so it has these properties (induction over stages).

Tokens of one type are interchangeable here, so the work is done on types with capacities: a
word that occurs 500 times costs no more than a word that occurs once. Matches of spans overlap, so
that nothing of this holds of them: the search over spans has a reduction of its own.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ....words.vocabulary import StageKeys
from ...result import Pair

Positions: TypeAlias = dict[int, list[int]]
"""The positions of each type in a row; types in order of their first token."""


@dataclass(slots=True, kw_only=True)
class Reduction:
    """The conditions on an alignment that replace its first criterion.

    Attributes:
        kept: for each hypothesis type, in the order of the row, the reference types that it may
            be matched with, each with the stage of the match.
        sources: for each reference type of these, the hypothesis types that it may be matched with.
        quota: how often one particular best alignment matches each kept pair of types: a
            recipe for a valid alignment.
        required_hypothesis: types of which every token of the hypothesis must be matched.
        required_reference: the same for the reference.
    """

    kept: dict[int, dict[int, int]]
    sources: dict[int, dict[int, None]]
    quota: dict[tuple[int, int], int]
    required_hypothesis: set[int]
    required_reference: set[int]


def positions_of_types(row: Sequence[int]) -> Positions:
    """Return the positions of each type in a row."""
    positions: Positions = {}
    for position, token_type in enumerate(row):
        if token_type in positions:
            positions[token_type].append(position)
        else:
            positions[token_type] = [position]
    return positions


def pop_single_types(hypothesis: Positions, reference: Positions) -> list[Pair]:
    """Remove the types that occur once on each side, and return their matches of the first stage.

    In most texts nearly all matches are of such types, and no other step has to visit them.
    """
    return [
        (hypothesis.pop(t)[0], reference.pop(t)[0], 0)
        for t in hypothesis.keys() & reference.keys()
        if len(hypothesis[t]) == len(reference[t]) == 1
    ]


def reduce_to_constraints(
    hypothesis: Positions, reference: Positions, keys: Sequence[StageKeys]
) -> Reduction:
    """Return the kept pairs and required types of two rows of positions."""
    flow = _Flow(hypothesis, reference)
    for stage, stage_keys in enumerate(keys):
        if stage == 0 and stage_keys.identity:
            shared = hypothesis.keys() & reference.keys()
            flow.add_pairs(list(zip(shared, shared, strict=True)), stage)
        elif pairs := _pairs_of_stage(flow, stage_keys):
            flow.add_pairs(pairs, stage)
    return Reduction(
        kept={s: flow.partners[s] for s in hypothesis if flow.partners.get(s)},
        sources=flow.sources,
        quota=flow.amount,
        required_hypothesis=flow.settled_hypothesis,
        required_reference=flow.settled_reference,
    )


def _pairs_of_stage(flow: "_Flow", keys: StageKeys) -> list[tuple[int, int]]:
    """Yield pairs of open types that share a key, each once, in the order of the rows."""
    partners = keys.partners()
    reference = flow.reference.keys() - flow.settled_reference
    pairs: list[tuple[int, int]] = []
    for s in [each for each in flow.hypothesis if not partners[each].isdisjoint(reference)]:
        if s not in flow.settled_hypothesis:
            found = partners[s] & reference
            pairs += [(s, t) for t in (found if len(found) == 1 else _by_key(s, found, flow, keys))]
    return pairs


def _by_key(s: int, partners: set[int], flow: "_Flow", keys: StageKeys) -> Iterable[int]:
    """Yield the partners of a type in the order of its keys, then of the row."""
    in_order = [t for t in flow.reference if t in partners]
    return dict.fromkeys(
        t for key in keys.hypothesis[s] for t in in_order if key in keys.reference[t]
    )


class _Flow:
    """A maximum flow between types, grown stage by stage.

    Residual steps: from a hypothesis type to any partner, and from a reference type back to a
    hypothesis type that it has flow from.
    """

    def __init__(self, hypothesis: Positions, reference: Positions) -> None:
        self.hypothesis = hypothesis
        self.reference = reference
        self.partners: dict[int, dict[int, int]] = {}
        self.sources: dict[int, dict[int, None]] = {}
        self.amount: dict[tuple[int, int], int] = {}
        self.settled_hypothesis: set[int] = set()
        self.settled_reference: set[int] = set()
        self._free_hypothesis: dict[int, int] = {}  # of types that have partners
        self._free_reference: dict[int, int] = {}

    def add_pairs(self, pairs: Sequence[tuple[int, int]], stage: int) -> None:
        """Add the pairs of a stage, and settle the common part of its maximum matchings."""
        partners, sources = self.partners, self.sources
        for s, t in pairs:
            if s not in partners:
                partners[s] = {}
                self._free_hypothesis[s] = len(self.hypothesis[s])
            if t not in sources:
                sources[t] = {}
                self._free_reference[t] = len(self.reference[t])
            partners[s][t] = stage
            sources[t][s] = None
        alone = True
        free_hypothesis, free_reference = self._free_hypothesis, self._free_reference
        for s, t in pairs:
            own, other = free_hypothesis[s], free_reference[t]
            amount = self.amount[s, t] = min(own, other)
            free_hypothesis[s] = own - amount
            free_reference[t] = other - amount
            if len(partners[s]) == len(sources[t]) == 1:
                self._settle_alone(s, t)
            else:
                alone = False
        if not alone:
            self.augment()
            self.label()

    def _settle_alone(self, s: int, t: int) -> None:
        """Settle two types that have only each other.

        The side that has fewer tokens is covered by every maximum matching, the other side too if
        it has as many, and is even otherwise.
        """
        if not self._free_hypothesis[s]:
            self.settled_hypothesis.add(s)
        if not self._free_reference[t]:
            self.settled_reference.add(t)

    def augment(self) -> None:
        """Make the flow maximal, by shortest augmenting paths."""
        for source in self.hypothesis:
            while self._free_hypothesis.get(source) and self._augment_from(source):
                pass

    def _augment_from(self, source: int) -> bool:
        came_from: dict[int, int] = {}  # reference type: the hypothesis type before it
        reached_by: dict[int, int] = {source: -1}  # hypothesis type: the reference type before it
        queue = deque([source])
        while queue:
            s = queue.popleft()
            for t in self.partners[s]:
                if t in came_from:
                    continue
                came_from[t] = s
                if self._free_reference[t]:
                    self._apply_path(source, t, came_from, reached_by)
                    return True
                for before in self.sources[t]:
                    if before not in reached_by and self.amount[before, t]:
                        reached_by[before] = t
                        queue.append(before)
        return False

    def _apply_path(
        self, source: int, target: int, came_from: dict[int, int], reached_by: dict[int, int]
    ) -> None:
        path: list[tuple[int, int, int]] = []  # type, type, +1 forward or -1 backward
        t = target
        while True:
            s = came_from[t]
            path.append((s, t, 1))
            if s == source:
                break
            t = reached_by[s]
            path.append((s, t, -1))
        amount = min(
            self._free_hypothesis[source],
            self._free_reference[target],
            *(self.amount[s, t] for s, t, sign in path if sign < 0),
        )
        for s, t, sign in path:
            self.amount[s, t] += sign * amount
        self._free_hypothesis[source] -= amount
        self._free_reference[target] -= amount

    def label(self) -> None:
        """Settle the odd and unreachable types and drop the pairs that no best matching uses."""
        even_hypothesis, odd_reference = _reach(
            (s for s in self.partners if self._free_hypothesis[s]),
            self.partners,
            self.sources,
            lambda s, t: self.amount[s, t],
        )
        even_reference, odd_hypothesis = _reach(
            (t for t in self.sources if self._free_reference[t]),
            self.sources,
            self.partners,
            lambda t, s: self.amount[s, t],
        )
        for s, partners in self.partners.items():
            if s not in even_hypothesis:
                self.settled_hypothesis.add(s)
            for t in list(partners):
                odd = (s in odd_hypothesis) + (t in odd_reference)
                even = (s in even_hypothesis) + (t in even_reference)
                if odd and not even:
                    del partners[t]
                    del self.sources[t][s]
        for t, own in self.sources.items():
            if t not in even_reference and (own or t in odd_reference):
                self.settled_reference.add(t)


def _reach(
    free: Iterable[int],
    across: Mapping[int, Iterable[int]],
    back: Mapping[int, Iterable[int]],
    flow: Callable[[int, int], int],
) -> tuple[set[int], set[int]]:
    """The even types of one side and the odd types of the other, from the free ones.

    Args:
        free: types of the one side that have tokens to spare.
        across: from a type of the one side to its partners on the other.
        back: from a type of the other side to its partners on the one.
        flow: how often a type of the one side is matched with a type of the other.
    """
    even, odd = set(free), set[int]()
    queue = deque(even)
    while queue:
        for other in across[queue.popleft()]:
            if other not in odd:
                odd.add(other)
                for one in back[other]:
                    if one not in even and flow(one, other):
                        even.add(one)
                        queue.append(one)
    return even, odd
