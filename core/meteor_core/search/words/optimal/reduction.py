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
word that stands 500 times costs no more than a word that stands once. Matches of spans overlap, so
that nothing of this holds of them: the search over spans has a reduction of its own.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ....words.vocabulary import StageKeys


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """The conditions on an alignment that replace its first criterion.

    Attributes:
        kept: for each hypothesis type, in the order of the row, the reference types that it may
            be matched with, each with the stage of the match.
        quota: how often one particular best alignment matches each kept pair of types: a
            recipe for a valid alignment. Pairs that it does not use are left out.
        required_hypothesis: types of which every token of the hypothesis must be matched.
        required_reference: the same for the reference.
    """

    kept: dict[int, dict[int, int]]
    quota: dict[tuple[int, int], int]
    required_hypothesis: set[int]
    required_reference: set[int]


def reduce_to_constraints(
    hypothesis_counts: dict[int, int],
    reference_counts: dict[int, int],
    keys: Sequence[StageKeys],
) -> Reduction:
    """The kept pairs and required types of two rows, given how often each type stands in each."""
    flow = _Flow(hypothesis_counts, reference_counts)
    for stage, stage_keys in enumerate(keys):
        if stage == 0 and stage_keys.identity:
            flow.match_equal_types()
        elif pairs := _pairs_of_stage(flow, stage_keys):
            flow.add_pairs(pairs, stage)
            flow.augment()
            flow.label()
    return Reduction(
        kept={s: flow.partners[s] for s in hypothesis_counts if flow.partners.get(s)},
        quota={pair: amount for pair, amount in flow.amount.items() if amount},
        required_hypothesis=flow.settled_hypothesis,
        required_reference=flow.settled_reference,
    )


def _pairs_of_stage(flow: "_Flow", keys: StageKeys) -> list[tuple[int, int]]:
    """Pairs of open types that share a key, each once, in the order of the rows."""
    reference = [t for t in flow.reference_capacity if t not in flow.settled_reference]
    offered = set[int]().union(*map(keys.reference.__getitem__, reference))
    sharing = [
        s
        for s in flow.hypothesis_capacity
        if not offered.isdisjoint(keys.hypothesis[s]) and s not in flow.settled_hypothesis
    ]
    if not sharing:
        return []
    having: dict[int, list[int]] = {key: [] for s in sharing for key in keys.hypothesis[s]}
    for t in reference:
        for key in keys.reference[t]:
            if key in having:
                having[key].append(t)
    return [
        (s, t)
        for s in sharing
        for t in dict.fromkeys(chain.from_iterable(map(having.__getitem__, keys.hypothesis[s])))
    ]


class _Flow:
    """A maximum flow between types, grown stage by stage.

    Residual steps: from a hypothesis type to any partner, and from a reference type back to a
    hypothesis type that it has flow from.
    """

    def __init__(
        self, hypothesis_capacity: dict[int, int], reference_capacity: dict[int, int]
    ) -> None:
        self.hypothesis_capacity = hypothesis_capacity
        self.reference_capacity = reference_capacity
        self.partners: dict[int, dict[int, int]] = {}
        self.partners_of_reference: dict[int, dict[int, None]] = {}
        self.amount: dict[tuple[int, int], int] = {}
        self.settled_hypothesis: set[int] = set()
        self.settled_reference: set[int] = set()
        self._free_hypothesis = dict(hypothesis_capacity)
        self._free_reference = dict(reference_capacity)

    def match_equal_types(self) -> None:
        """The first stage in one step, where a type matches itself and nothing else.

        Each type is a component by itself: the side that has fewer tokens is covered by every
        maximum matching, the other side too if it has as many, and is even otherwise.
        """
        for s, available in self.hypothesis_capacity.items():
            wanted = self.reference_capacity.get(s)
            if wanted is None:
                continue
            self.partners[s] = {s: 0}
            self.partners_of_reference[s] = {s: None}
            amount = self.amount[s, s] = min(available, wanted)
            self._free_hypothesis[s] = available - amount
            self._free_reference[s] = wanted - amount
            if available == amount:
                self.settled_hypothesis.add(s)
            if wanted == amount:
                self.settled_reference.add(s)

    def add_pairs(self, pairs: Iterable[tuple[int, int]], stage: int) -> None:
        """Add pairs, and the flow they take at once."""
        for s, t in pairs:
            self.partners.setdefault(s, {})[t] = stage
            self.partners_of_reference.setdefault(t, {})[s] = None
            self._push(s, t, min(self._free_hypothesis[s], self._free_reference[t]))
            self._free_hypothesis[s] -= self.amount[s, t]
            self._free_reference[t] -= self.amount[s, t]

    def _push(self, s: int, t: int, amount: int) -> None:
        self.amount[s, t] = self.amount.get((s, t), 0) + amount

    def augment(self) -> None:
        """Make the flow maximal, by shortest augmenting paths."""
        for source in self.hypothesis_capacity:
            if source not in self.partners:
                continue
            while self._free_hypothesis[source] and self._augment_from(source):
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
                for before in self.partners_of_reference[t]:
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
            self._push(s, t, sign * amount)
        self._free_hypothesis[source] -= amount
        self._free_reference[target] -= amount

    def label(self) -> None:
        """Settle the odd and unreachable types and drop the pairs that no best matching uses."""
        even_hypothesis, odd_reference = _reach(
            (s for s in self.partners if self._free_hypothesis[s]),
            self.partners,
            self.partners_of_reference,
            lambda s, t: self.amount[s, t],
        )
        even_reference, odd_hypothesis = _reach(
            (t for t in self.partners_of_reference if self._free_reference[t]),
            self.partners_of_reference,
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
                    del self.partners_of_reference[t][s]
        for t, sources in self.partners_of_reference.items():
            if t not in even_reference and (sources or t in odd_reference):
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
