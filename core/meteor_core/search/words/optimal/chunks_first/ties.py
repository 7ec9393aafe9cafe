"""A pass through the choices of a part that reach a number of adjacencies.

Layer by layer, with every way to go on kept as an arc, not only the best one to each state. What
the bound says cannot reach the number is not gone through. If no layer has more states than are
kept, the arcs on the ways with the best value are a small graph, whose paths are exactly the best
choices (without links that gain nothing).

Where links have distances too, and a choice may have only so much of them, one more bound is of
both together: value times a weight, less distance. A choice with enough of the one and no more than
is allowed of the other has that much of both, so what cannot reach it is left out.

A state says which slots are taken that can still be wanted, which link would continue a run, and
whether it has to, as the run began with a link that gains nothing. Slots have bits, and two slots
have the same one if they are never wanted at the same time; so there are few.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ....limits import Effort
from .bound import ADJACENCY, NO_WAY, AdjacencyBound, LinkPart

_MAX_BITS: Final = 128
_NEVER: Final = -(1 << 60)


class TieArc(NamedTuple):
    """A step of a choice.

    Attributes:
        start: the node that it leaves.
        end: the node that it leads to.
        link: what it takes, by its number among all links, or -1.
    """

    start: int
    end: int
    link: int


@dataclass(frozen=True, slots=True)
class TieGraph:
    """Choices as paths from the first node to the last.

    Attributes:
        arcs: ascending by where they start.
        nodes: how many there are.
    """

    arcs: list[TieArc]
    nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Restricts a pass to choices whose distances together are allowed.

    Attributes:
        distances: by number among all links; not negative.
        allowed: the most.
    """

    distances: Sequence[int]
    allowed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TiePass:
    """The result of a pass.

    Attributes:
        complete: whether nothing was given up for width.
        fits: whether there were enough bits; else it found nothing.
        given_up: no choice given up has a better bound.
        adjacencies: of the best choice, or -1.
        links: of the nearest of the best choices, the first on a tie, by number among all links.
        graph: all best choices of a complete pass that found some.
    """

    complete: bool
    fits: bool = True
    given_up: int = 0
    adjacencies: int = -1
    links: list[int] = field(default_factory=list)
    graph: TieGraph | None = None


class _Node:
    """A state. ``value`` has the prices of all slots that can still be taken."""

    __slots__ = ("distance", "number", "point", "promise", "taken", "value")

    def __init__(self, number: int, taken: int, point: int) -> None:
        self.number, self.taken, self.point = number, taken, point
        self.value = self.promise = 2 * NO_WAY
        self.distance = 0


_Arc: TypeAlias = tuple[int, int, int, int]
"""One way to go on, as a ``TieArc``, and the value of the node that it leads to, if it is taken."""


def find_ties(
    part: LinkPart,
    bound: AdjacencyBound,
    known: int,
    *,
    width: int,
    to_stop: bool,
    effort: Effort,
    allowance: Allowance | None = None,
) -> TiePass:
    """Visit all choices with at least ``known`` adjacencies, while there are few.

    Args:
        part: what to search.
        bound: of the part, tells what cannot reach the number.
        known: the number.
        width: states a layer up to which it goes on.
        to_stop: beyond that it stops; else it keeps the most promising.
        effort: counts states.
        allowance: what else to leave out.
    """
    bits = _bits_of_slots(part)
    if bits is None:
        return TiePass(complete=False, fits=False, given_up=bound.value)
    if allowance is not None:
        effort.edges += len(part.link)
    search = _TieSearch(part, bound, known * ADJACENCY, bits, allowance)
    complete, given_up = True, 0
    nodes = [search.root]
    for layer, rows in enumerate(part.layers):
        spent = effort.is_spent
        count = len(nodes)
        if count > width or spent:
            if to_stop:
                return TiePass(complete=False, given_up=bound.value)
            kept = 1 if spent else width
            if count > kept:
                complete = False
                ranked = sorted(nodes, key=lambda node: (-node.promise, -node.value, node.number))
                given_up = max(given_up, ranked[kept].promise)
                nodes = sorted(ranked[:kept], key=lambda node: node.number)
        effort.states += min(count, width) * len(rows)
        nodes = search.expand(layer, nodes)
    if not nodes:
        return TiePass(complete=complete, given_up=given_up)
    arcs = search.best_arcs(nodes[0].number)
    return TiePass(
        complete=complete,
        given_up=given_up,
        adjacencies=nodes[0].value // ADJACENCY,
        links=search.nearest_path(arcs),
        graph=_as_graph(arcs) if complete else None,
    )


def _bits_of_slots(part: LinkPart) -> list[int] | None:
    """Return a bit for each slot, unique while it can be taken; None if bits run out."""
    bits: list[int] = []
    unused = (1 << _MAX_BITS) - 1
    ending: list[list[int]] = [[] for _ in part.layers]
    for slot, last in enumerate(part.last_layer):
        ending[last].append(slot)
    for layer, closing in enumerate(ending):
        while len(bits) < len(part.slot_name) and part.first_layer[len(bits)] == layer:
            bits.append(unused & -unused)
            if not unused:
                return None
            unused &= unused - 1
        for slot in closing:
            unused |= bits[slot]
    return bits


class _TieSearch:
    """The nodes and arcs met so far."""

    def __init__(
        self,
        part: LinkPart,
        bound: AdjacencyBound,
        least: int,
        bits: list[int],
        allowance: Allowance | None,
    ) -> None:
        self._part, self._bound, self._least = part, bound, least
        self._bits, self._allowance = bits, allowance
        self._ending: list[list[int]] = [[] for _ in part.layers]
        for slot, last in enumerate(part.last_layer):
            self._ending[last].append(slot)
        self.root = _Node(0, 0, -1)
        self.root.value, self.root.promise = bound.all_of_part, bound.value
        self._nodes = [self.root]
        self._arcs: list[_Arc] = []
        self._states: dict[tuple[int, int], _Node] = {}
        self._closing: list[tuple[int, int, bool]] = []
        self._near = None if allowance is None else _NearBound(part, bound, allowance)

    def expand(self, layer: int, nodes: list[_Node]) -> list[_Node]:
        """Extend nodes before a layer; return those after it."""
        part, bits, prices = self._part, self._bits, self._bound.prices
        self._states = {}
        self._closing = [
            (bits[slot], prices[slot], part.slot_required[slot]) for slot in self._ending[layer]
        ]
        for node in nodes:
            must = node.point >= 0 and node.point & 1
            continuing = node.point >> 1
            for e, slot, gain, may_stop, following in part.layers[layer]:
                continues = e == continuing
                if (must and not continues) or node.taken & bits[slot]:
                    continue
                after = following
                if after >= 0:
                    next_slot = part.rows[after][1]
                    if part.first_layer[next_slot] <= layer and node.taken & bits[next_slot]:
                        after = -1
                has_to = not continues and not may_stop
                if has_to and after < 0:
                    continue
                value = node.value + ADJACENCY * (gain + continues) - prices[slot]
                point = 2 * after + has_to if after >= 0 else -1
                self._reach(layer, node, e, (node.taken | bits[slot], value, point))
            if not must and not part.layer_required[layer]:
                self._reach(layer, node, -1, (node.taken, node.value, -1))
        return list(self._states.values())

    def _reach(self, layer: int, start: _Node, e: int, state: tuple[int, int, int]) -> None:
        """Add a step from a node, unless it leads nowhere.

        Args:
            layer: the layer before that node.
            start: the node.
            e: the link that is taken, or -1.
            state: the taken slots, the value and the point.
        """
        taken, value, point = state
        for bit, price, required in self._closing:
            if taken & bit:
                taken ^= bit
            elif required:
                return
            else:
                value -= price
        promise = value + _best_rest(self._bound, layer, point, ADJACENCY)
        if promise < self._least:
            return
        link = self._part.link[e] if e >= 0 else -1
        distance = 0
        if self._allowance is not None and self._near is not None:
            allowed, weight = self._allowance.allowed, self._near.weight
            distance = start.distance + (self._allowance.distances[link] if e >= 0 else 0)
            rest = _best_rest(self._near, layer, point, weight * ADJACENCY)
            promise = weight * value - distance + rest
            if distance > allowed or promise < weight * self._least - allowed:
                return
        node = self._states.get((taken, point))
        if node is None:
            node = self._states[taken, point] = _Node(len(self._nodes), taken, point)
            self._nodes.append(node)
        if value > node.value:
            node.value, node.promise, node.distance = value, promise, distance
        elif value == node.value and distance < node.distance:
            node.promise, node.distance = promise, distance
        self._arcs.append((start.number, node.number, link, value))

    def best_arcs(self, end: int) -> list[_Arc]:
        """Return the arcs on the ways to a node with the highest value."""
        leads = {end}
        best: list[_Arc] = []
        for arc in reversed(self._arcs):
            start, end, _, value = arc
            if end in leads and value == self._nodes[end].value:
                leads.add(start)
                best.append(arc)
        return best[::-1]

    def nearest_path(self, arcs: list[_Arc]) -> list[int]:
        """Return the links on the nearest way over arcs, the first on a tie."""
        distances = () if self._allowance is None else self._allowance.distances
        until: dict[int, tuple[int, _Arc | None]] = {0: (0, None)}
        for arc in arcs:
            start, end, link, _ = arc
            distance = until[start][0]
            if distances and link >= 0:
                distance += distances[link]
            if end not in until or distance < until[end][0]:
                until[end] = distance, arc
        links: list[int] = []
        last = until[arcs[-1][1]][1] if arcs else None
        while last is not None:
            start, _, link, _ = last
            if link >= 0:
                links.append(link)
            last = until[start][1]
        return links[::-1]


class _NearBound:
    """The bound of value and distance together.

    Attributes:
        weight: what a unit of value is multiplied by: an adjacency outweighs all that is allowed.
        from_layer: see ``AdjacencyBound``.
        going_on: the same.
    """

    def __init__(self, part: LinkPart, bound: AdjacencyBound, allowance: Allowance) -> None:
        self.weight = weight = max(1, allowance.allowed // ADJACENCY)
        self.from_layer = [0] * (len(part.layers) + 1)
        self.going_on = [0] * len(part.link)
        after = 0
        for layer in range(len(part.layers) - 1, -1, -1):
            best = _NEVER if part.layer_required[layer] else after
            for e, slot, gain, may_stop, following in part.layers[layer]:
                own = weight * (ADJACENCY * gain - bound.prices[slot])
                own -= allowance.distances[part.link[e]]
                further = _NEVER
                if following >= 0:
                    further = self.going_on[following] + weight * ADJACENCY
                self.going_on[e] = own + max(after, further)
                best = max(best, self.going_on[e] if may_stop else own + further)
            self.from_layer[layer] = after = best


def _best_rest(bound: AdjacencyBound | _NearBound, layer: int, point: int, adjacency: int) -> int:
    rest = bound.from_layer[layer + 1]
    if point < 0:
        return rest
    further = bound.going_on[point >> 1] + adjacency
    return further if point & 1 else max(rest, further)


def _as_graph(arcs: list[_Arc]) -> TieGraph:
    nodes = sorted({node for start, end, _, _ in arcs for node in (start, end)})
    number = {node: index for index, node in enumerate(nodes)}
    return TieGraph(
        [TieArc(number[start], number[end], link) for start, end, link, _ in arcs], len(nodes)
    )
