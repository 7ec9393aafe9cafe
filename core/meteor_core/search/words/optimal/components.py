"""From constraints to independent small problems.

What certain matches leave open splits into components. Two open candidate edges belong together
when they share a token, or when they are diagonal neighbours, (i, j) and (i+1, j+1), so that taking
both saves a chunk. The objective is a sum over components, because

    chunks = matches - adjacencies,

the number of matches is given by the constraints, and every adjacency is either between two
certain matches, or beside a certain match (a bonus of one edge), or between two edges of one
component. So each component is solved alone, and the best of each make the best of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...result import Pair
from .certain import CertainMatches
from .reduction import Reduction


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One independent problem: tokens of the shorter side choose tokens of the longer side.

    The tokens of the shorter side, in order, are the *layers*; those of the longer side are
    the *slots*. ``value`` of a choice is ``bonus * adjacencies - distance``; ``bonus`` exceeds
    any difference of distances, so one adjacency always outweighs them.

    Attributes:
        layers: per layer, the indices of its edges, ascending by slot.
        layer_required: per layer, whether it must be matched.
        pairs: per edge, the match it stands for.
        slot: per edge, its slot.
        reward: per edge, its value beside certain matches.
        follow: per edge, the edge diagonally after it, or -1. It lies in the next layer.
        last_layer: per slot, the last layer that can take it.
        slot_required: per slot, whether it must be taken.
        bonus: the value of an adjacency.
        least_distance: a lower bound of the distance of any choice.
    """

    layers: list[list[int]]
    layer_required: list[bool]
    pairs: list[Pair]
    slot: list[int]
    reward: list[int]
    follow: list[int]
    last_layer: list[int]
    slot_required: list[bool]
    bonus: int
    least_distance: int

    def adjacencies(self, value: int) -> int:
        """How many adjacencies a choice of that value has, or a bound of that value allows."""
        return -((-value - self.least_distance) // self.bonus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """The open choices, taken apart.

    Attributes:
        chosen: matches of components in which only one match can be made: the best of each.
        components: all other components.
    """

    chosen: list[Pair]
    components: list[Component]


def positions_of_types(row: Sequence[int]) -> dict[int, list[int]]:
    """Where each type stands in a row, types in order of their first token."""
    positions: dict[int, list[int]] = {}
    for position, token_type in enumerate(row):
        positions.setdefault(token_type, []).append(position)
    return positions


def decompose(reduction: Reduction, certain: CertainMatches) -> Decomposition:
    """Split what certain matches leave open into components, in order of their first edge."""
    groups = _Groups()
    type_at = {edge: pair[0] for edge, pair in certain.edges()}
    for s, t, _ in certain.open_pairs:
        groups.join(s, -1 - t)
    for (i, j), s in type_at.items():
        following = type_at.get((i + 1, j + 1))
        if following is not None:
            groups.join(s, following)
    members: dict[int, list[tuple[int, int, int, int, int]]] = {}
    for (i, j), (s, t, stage) in certain.edges():
        members.setdefault(groups.find(s), []).append((i, j, stage, s, t))
    chosen: list[Pair] = []
    components: list[Component] = []
    for edges in members.values():
        if len({edge[0] for edge in edges}) == 1 or len({edge[1] for edge in edges}) == 1:
            chosen.append(_best_of_one(edges, reduction, certain))
        else:
            components.append(_component(edges, reduction, certain))
    return Decomposition(chosen=chosen, components=components)


def _best_of_one(
    edges: list[tuple[int, int, int, int, int]],
    reduction: Reduction,
    certain: CertainMatches,
) -> Pair:
    """The best edge, where all share a token and so only one can be taken."""

    def worth(edge: tuple[int, int, int, int, int]) -> tuple[int, int, int, int, int]:
        i, j, _, s, t = edge
        required = (s in reduction.required_hypothesis) + (t in reduction.required_reference)
        adjacent = _certain_neighbours(i, j, certain)
        return required, adjacent, -abs(i - j), -i, -j

    return max(edges, key=worth)[:3]


class _Groups:
    """Disjoint sets of types; reference types are numbered -1, -2, ..."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def find(self, item: int) -> int:
        parent = self._parent.setdefault(item, item)
        while parent != item:
            self._parent[item] = self._parent[parent]
            item, parent = parent, self._parent[parent]
        return item

    def join(self, one: int, other: int) -> None:
        if one == other:
            return
        root, absorbed = self.find(one), self.find(other)
        if root != absorbed:
            self._parent[absorbed] = root


def _component(
    edges: list[tuple[int, int, int, int, int]],
    reduction: Reduction,
    certain: CertainMatches,
) -> Component:
    required_i = {i for i, _, _, s, _ in edges if s in reduction.required_hypothesis}
    required_j = {j for _, j, _, _, t in edges if t in reduction.required_reference}
    rows, columns = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    by_hypothesis = len(rows) <= len(columns)
    if by_hypothesis:
        layer_side, slot_side, required_layers, required_slots = 0, 1, required_i, required_j
    else:
        layer_side, slot_side, required_layers, required_slots = 1, 0, required_j, required_i
        rows, columns = columns, rows
    edges.sort(key=lambda edge: (edge[layer_side], edge[slot_side]))
    layer_number = {token: number for number, token in enumerate(sorted(rows))}
    slot_number = {token: number for number, token in enumerate(sorted(columns))}
    edge_number = {(edge[0], edge[1]): number for number, edge in enumerate(edges)}
    layers: list[list[int]] = [[] for _ in layer_number]
    last_layer = [0] * len(slot_number)
    for number, edge in enumerate(edges):
        layer = layer_number[edge[layer_side]]
        layers[layer].append(number)
        last_layer[slot_number[edge[slot_side]]] = layer
    layer_required = [token in required_layers for token in layer_number]
    bonus, least_distance = _bonus(edges, layers, layer_required)
    return Component(
        layers=layers,
        layer_required=layer_required,
        pairs=[(i, j, stage) for i, j, stage, _, _ in edges],
        slot=[slot_number[edge[slot_side]] for edge in edges],
        reward=[bonus * _certain_neighbours(i, j, certain) - abs(i - j) for i, j, _, _, _ in edges],
        follow=[edge_number.get((edge[0] + 1, edge[1] + 1), -1) for edge in edges],
        last_layer=last_layer,
        slot_required=[token in required_slots for token in slot_number],
        bonus=bonus,
        least_distance=least_distance,
    )


def _certain_neighbours(i: int, j: int, certain: CertainMatches) -> int:
    """How many certain matches a match would be adjacent to."""
    return certain.is_certain(i - 1, j - 1) + certain.is_certain(i + 1, j + 1)


def _bonus(
    edges: list[tuple[int, int, int, int, int]],
    layers: list[list[int]],
    layer_required: list[bool],
) -> tuple[int, int]:
    """The value of an adjacency, and the least distance of any choice."""
    spread = least = 0
    for numbers, required in zip(layers, layer_required, strict=True):
        distances = [abs(edges[number][0] - edges[number][1]) for number in numbers]
        nearest = min(distances) if required else 0
        spread += max(distances) - nearest
        least += nearest
    return spread + 1, least
