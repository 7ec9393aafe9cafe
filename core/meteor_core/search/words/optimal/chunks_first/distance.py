"""Of the choices with the most adjacencies, the one nearest to the diagonal.

The most adjacencies are the paths of a few independent graphs. With prices of tokens (``rest.py``)
the distance of any of these choices is bounded by

    sum of all prices  +  sum over the graphs of a shortest path by reduced distances.

The paths are a choice, its rest gives its distance and new prices, and so on, in turn with the mean
of all prices so far. Arcs of which each path is too long to be on a choice nearer than the best
known are dropped. The search branches on the open rest, way by way.

Groups of which all choices have the same links have the same rest in all of them. They add its
distance to the bound; only the others need prices.

Parts that were left (``search.py``) add nothing to the bound, as reduced distances are never
negative. How far the bound is below the best distance known says how far a choice may be from the
diagonal in such a part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from ....limits import Effort
from ..components import WordComponent
from .groups import TokenGroups
from .links import AdjacencyLinks
from .rest import FINE_PLACE, Rest, RestAssignment
from .search import AdjacencySearch
from .ties import Allowance, TieGraph

_MAX_ROUNDS: Final = 6
_MAX_DEPTH: Final = 24
_MAX_BRANCHES: Final = 64
_FAR: Final = 1 << 60


class _Outcome(Enum):
    PROVED = auto()
    OPEN = auto()
    IMPOSSIBLE = auto()


@dataclass(frozen=True, slots=True)
class _Paths:
    """A choice of a path in each graph, and its bound."""

    links: list[int]
    bound: int


@dataclass(frozen=True, slots=True)
class _Assigned:
    """The rest of a group beside these slots of its layers, or -1."""

    taken: list[int]
    rest: Rest


class LeastDistance:
    """The search for the least distance.

    Attributes:
        is_possible: whether the rest of every group can be completed; else those of which it
            cannot be are marked as whole.
        is_proved: whether no choice with as many adjacencies is nearer, whatever the parts left.
        edges: the edges of the best choice found, ascending.
        links: the links of the choice at hand.
        allowance: if it is not proved and parts were left: how far a nearer choice can be.
    """

    def __init__(
        self,
        component: WordComponent,
        groups: TokenGroups,
        links: AdjacencyLinks,
        search: AdjacencySearch,
        *,
        whole: list[bool],
        effort: Effort,
    ) -> None:
        """Search the paths of the graphs of a search, with the known choices of parts it left."""
        self._component, self._groups, self._links = component, groups, links
        self._search, self._whole, self._effort = search, whole, effort
        self._graphs: list[TieGraph] = []
        self._met = 0
        self._rest = RestAssignment(component, groups)
        self._variable: list[bool] = []  # of each group, whether its links are open
        self._constant = 0  # distance of the rest of all other groups
        self._assigned: dict[int, _Assigned] = {}  # by group
        self._layer_prices = [0] * len(component.layers)
        self._slot_prices = [0] * len(component.slot_required)
        self._best = (1 << 31) - 1
        self._branches = 0
        self.edges: list[int] = []
        self.find_nearer()

    def find_nearer(self) -> None:
        """Look for a nearer choice than before, with the parts that are closed by now."""
        self._graphs = [*self._graphs, *self._search.graphs[self._met :]]
        self._met = len(self._search.graphs)
        self._left = self._search.left_links
        self.allowance = Allowance(distances=(), allowed=_FAR)
        self._mark_variable_groups()
        self._assigned.clear()
        self.links = self._choose_paths().links
        outcome = self._settle(0)
        self.is_proved = outcome is _Outcome.PROVED
        self.is_possible = outcome is not _Outcome.IMPOSSIBLE

    def _mark_variable_groups(self) -> None:
        """Mark the groups whose links are open; the others need no prices."""
        groups = self._groups
        self._variable = [bool(self._left)] * len(groups.groups)
        for graph in self._graphs:
            if not self._left and _fork_of(graph) is not None:
                for arc in graph.arcs:
                    if arc.link >= 0:
                        self._variable[groups.of_layer[self._links.layer[arc.link]]] = True
        for group, variable in zip(groups.groups, self._variable, strict=True):
            if not variable:
                for layer in group.layers:
                    self._layer_prices[layer] = self._rest.layer_prices[layer] = 0
                for slot in group.slots:
                    self._slot_prices[slot] = self._rest.slot_prices[slot] = 0

    def _settle(self, depth: int) -> _Outcome:
        """Look for the nearest choice among the paths of the graphs as they are now."""
        layer_sum, slot_sum = [0] * len(self._layer_prices), [0] * len(self._slot_prices)
        for number in range(1, (_MAX_ROUNDS if self._search.is_proved else 1) + 1):
            if not self._assign_rest():
                return _Outcome.IMPOSSIBLE
            layer_sum = _sums(layer_sum, self._rest.layer_prices)
            slot_sum = _sums(slot_sum, self._rest.slot_prices)
            if number % 2:
                self._layer_prices = self._rest.layer_prices.copy()
                self._slot_prices = self._rest.slot_prices.copy()
            else:
                self._layer_prices = [each // number for each in layer_sum]
                self._slot_prices = [each // number for each in slot_sum]
            paths = self._choose_paths()
            self.links = paths.links
            allowed = FINE_PLACE * (self._best - 1) - paths.bound
            if allowed < 0:
                return _Outcome.PROVED
            if self._left and depth == 0 and allowed < self.allowance.allowed:
                reduced = [self._reduced(link) for link in range(len(self._links.edge))]
                self.allowance = Allowance(distances=reduced, allowed=allowed)
            if self._effort.is_spent:
                return _Outcome.OPEN
            self._graphs = [self._without_detours(graph, allowed) for graph in self._graphs]
        return _Outcome.OPEN if self._left else self._branch(depth)

    def _branch(self, depth: int) -> _Outcome:
        """Search the ways on from a node that all paths of a graph pass."""
        fork = self._find_fork()
        if depth == _MAX_DEPTH or fork is None:
            return _Outcome.OPEN
        number, node = fork
        before = self._graphs
        for way in before[number].arcs:
            if way.start != node:
                continue
            self._branches += 1
            if self._branches > _MAX_BRANCHES:
                return _Outcome.OPEN
            arcs = [arc for arc in before[number].arcs if arc.start != node or arc == way]
            graph = TieGraph(arcs, before[number].nodes)
            self._graphs = [*before[:number], graph, *before[number + 1 :]]
            self.links = self._choose_paths().links
            outcome = self._settle(depth + 1)
            if outcome is not _Outcome.PROVED:
                return outcome
        return _Outcome.PROVED

    def _find_fork(self) -> tuple[int, int] | None:
        """Return the first graph whose paths part, and the first node where they do."""
        for number, graph in enumerate(self._graphs):
            node = _fork_of(graph)
            if node is not None:
                return number, node
        return None

    def _assign_rest(self) -> bool:
        """Match the rest beside the chosen links; keep the choice if it is the best so far."""
        component, links = self._component, self._links
        slot_of_layer = [-1] * len(component.layers)
        layer_of_slot = [-1] * len(component.slot_required)
        edges = [links.edge[link] for link in self.links]
        distance = sum(component.distance(edge) for edge in edges)
        for link in self.links:
            slot_of_layer[links.layer[link]] = links.slot[link]
            layer_of_slot[links.slot[link]] = links.layer[link]
        matches: list[tuple[int, int]] = []
        self._constant, possible = 0, True
        for number, variable in enumerate(self._variable):
            rest = self._assign_group(number, slot_of_layer, layer_of_slot)
            if rest is not None:
                distance += rest.distance
                matches += rest.matches
                self._constant += 0 if variable else rest.distance
            elif not self._whole[number]:
                self._whole[number], possible = True, False
        if possible and distance < self._best:
            edges += (self._edge_of(layer, slot) for layer, slot in matches)
            self._best, self.edges = distance, sorted(edges)
        return possible

    def _assign_group(
        self, number: int, slot_of_layer: list[int], layer_of_slot: list[int]
    ) -> Rest | None:
        """Match the rest of a group, if its chosen links differ from those of last time."""
        group = self._groups.groups[number]
        taken = [slot_of_layer[layer] for layer in group.layers]
        last = self._assigned.pop(number, None)
        if last is not None and last.taken == taken:
            rest: Rest | None = last.rest
        else:
            rest = self._rest.assign(
                group, slot_of_layer, layer_of_slot, self._effort, priced=self._variable[number]
            )
        if rest is not None:
            self._assigned[number] = _Assigned(taken, rest)
        return rest

    def _edge_of(self, layer: int, slot: int) -> int:
        return next(edge[0] for edge in self._component.layers[layer] if edge[2] == slot)

    def _reduced(self, link: int) -> int:
        links = self._links
        price = self._layer_prices[links.layer[link]] + self._slot_prices[links.slot[link]]
        return FINE_PLACE * self._component.distance(links.edge[link]) - price

    def _choose_paths(self) -> _Paths:
        """Return the shortest path of each graph, the first on a tie.

        The bound is that of the prices, where what was left adds nothing.
        """
        bound = FINE_PLACE * self._constant
        bound += sum(self._layer_prices) + sum(self._slot_prices)
        bound += sum(self._reduced(link) for link in self._search.fixed)
        links = self._search.fixed + self._left
        for graph in self._graphs:
            until, last = [_FAR] * graph.nodes, [-1] * graph.nodes
            until[0] = 0
            for number, (start, end, link) in enumerate(graph.arcs):
                length = until[start] + (self._reduced(link) if link >= 0 else 0)
                if length < until[end]:
                    until[end], last[end] = length, number
            self._effort.edges += len(graph.arcs)
            bound += until[-1]
            node = graph.nodes - 1
            while node > 0:
                arc = graph.arcs[last[node]]
                if arc.link >= 0:
                    links.append(arc.link)
                node = arc.start
        return _Paths(links, bound)

    def _without_detours(self, graph: TieGraph, allowed: int) -> TieGraph:
        """Drop the arcs of paths that exceed the shortest by more than is allowed."""
        until, after = [_FAR] * graph.nodes, [_FAR] * graph.nodes
        until[0] = after[-1] = 0
        reduced = [self._reduced(arc.link) if arc.link >= 0 else 0 for arc in graph.arcs]
        for arc, length in zip(graph.arcs, reduced, strict=True):
            until[arc.end] = min(until[arc.end], until[arc.start] + length)
        for arc, length in zip(reversed(graph.arcs), reversed(reduced), strict=True):
            after[arc.start] = min(after[arc.start], after[arc.end] + length)
        self._effort.edges += len(graph.arcs)
        longest = until[-1] + allowed
        arcs = [
            arc
            for arc, length in zip(graph.arcs, reduced, strict=True)
            if until[arc.start] + length + after[arc.end] <= longest
        ]
        return TieGraph(arcs, graph.nodes)


def _fork_of(graph: TieGraph) -> int | None:
    """Return the first node of a graph at which its paths part."""
    for arc, other in zip(graph.arcs, graph.arcs[1:], strict=False):
        if arc.start == other.start:
            return arc.start
    return None


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]
