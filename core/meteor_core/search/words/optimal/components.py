"""From constraints to independent small problems.

What certain matches leave open splits into components. Two open candidate edges belong together
when they share a token, or when they are diagonal neighbours, (i, j) and (i+1, j+1), so that taking
both saves a chunk. The objective is a sum over components, because

    chunks = matches - adjacencies,

the number of matches is given by the constraints, and every adjacency is either between two
certain matches, or beside a certain match (a bonus of one edge), or between two edges of one
component. So each component is solved alone, and the best of each make the best of all.

The search over spans has a decomposition of its own: here types are joined, there matches are, and
the values have nothing in common.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...optimal.component import Candidate, Component, as_layers
from ...optimal.disjoint_sets import join, root
from ...result import Pair
from .certain import CertainMatches
from .reduction import Reduction

SCALE: Final = 32
"""What adjacencies and distances are multiplied by, so that bounds can lie between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordComponent(Component):
    """An open problem whose candidates are edges: pairs of tokens.

    The value of a choice is ``bonus * adjacencies - distance`` in units of 1/SCALE; ``bonus``
    exceeds any difference of distances, so one adjacency always outweighs them.

    Attributes:
        pairs: per edge, the match it stands for.
        bonus: how much distance an adjacency outweighs.
        least_distance: a lower bound of the distance of any choice.
        by_hypothesis: whether layers are tokens of the hypothesis.
    """

    pairs: list[Pair]
    bonus: int
    least_distance: int
    by_hypothesis: bool

    def distance(self, edge: int) -> int:
        """How far an edge is from the diagonal."""
        i, j, _ = self.pairs[edge]
        return abs(i - j)

    def certain_neighbours(self, edge: int) -> int:
        """How many certain matches an edge would be adjacent to."""
        return (self.candidates[edge].reward // SCALE + self.distance(edge)) // self.bonus

    def gap(self, value: int, upper: int) -> int:
        """How many adjacencies lie between a choice of that value and a bound."""
        return self._adjacencies(upper) - self._adjacencies(value)

    def _adjacencies(self, value: int) -> int:
        return -((-(value // SCALE) - self.least_distance) // self.bonus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """The open choices, taken apart.

    Attributes:
        chosen: matches of components in which only one match can be made: the best of each.
        components: all other components.
    """

    chosen: list[Pair]
    components: list[WordComponent]


def positions_of_types(row: Sequence[int]) -> dict[int, list[int]]:
    """Where each type stands in a row, types in order of their first token."""
    positions: dict[int, list[int]] = {}
    for position, token_type in enumerate(row):
        positions.setdefault(token_type, []).append(position)
    return positions


def decompose(reduction: Reduction, certain: CertainMatches) -> Decomposition:
    """Split what certain matches leave open into components, in order of their first edge."""
    parent = {t: t for s, t, _ in certain.open_pairs for t in (s, ~t)}
    type_at = {edge: pair[0] for edge, pair in certain.edges()}
    for s, t, _ in certain.open_pairs:
        join(parent, s, ~t)
    for (i, j), s in type_at.items():
        following = type_at.get((i + 1, j + 1))
        if following is not None and following != s:
            join(parent, s, following)
    members: dict[int, list[tuple[int, int, int, int, int]]] = {}
    for (i, j), (s, t, stage) in certain.edges():
        members.setdefault(root(parent, s), []).append((i, j, stage, s, t))
    chosen: list[Pair] = []
    components: list[WordComponent] = []
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


def _component(
    edges: list[tuple[int, int, int, int, int]],
    reduction: Reduction,
    certain: CertainMatches,
) -> WordComponent:
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
    follow = [edge_number.get((edge[0] + 1, edge[1] + 1), -1) for edge in edges]
    following = set(follow)
    layer_of = [layer_number[edge[layer_side]] for edge in edges]
    layer_required = [token in required_layers for token in layer_number]
    bonus, least_distance = _bonus(edges, layer_of, layer_required)
    candidates: list[Candidate] = []
    for number, edge in enumerate(edges):
        slot = slot_number[edge[slot_side]]
        adjacencies = _certain_neighbours(edge[0], edge[1], certain)
        candidates.append(
            Candidate(
                number=number,
                end_layer=layer_of[number] + 1,
                first_slot=slot,
                end_slot=slot + 1,
                reward=SCALE * (bonus * adjacencies - abs(edge[0] - edge[1])),
                start_point=number if number in following else -1,
                end_point=follow[number],
            )
        )
    layers, last_layer = as_layers(candidates, layer_of, len(slot_number))
    return WordComponent(
        candidates=candidates,
        layers=layers,
        layer_required=layer_required,
        point_slot=[candidate.first_slot for candidate in candidates],
        last_layer=last_layer,
        slot_required=[token in required_slots for token in slot_number],
        first_prices=[0] * len(slot_number),
        adjacency=SCALE * bonus,
        unit=SCALE,
        skip_steps=0,
        pairs=[(i, j, stage) for i, j, stage, _, _ in edges],
        bonus=bonus,
        least_distance=least_distance,
        by_hypothesis=by_hypothesis,
    )


def _certain_neighbours(i: int, j: int, certain: CertainMatches) -> int:
    """How many certain matches a match would be adjacent to."""
    return certain.is_certain(i - 1, j - 1) + certain.is_certain(i + 1, j + 1)


def _bonus(
    edges: list[tuple[int, int, int, int, int]], layer_of: list[int], layer_required: list[bool]
) -> tuple[int, int]:
    """How much distance an adjacency outweighs, and the least distance of any choice."""
    distances: list[list[int]] = [[] for _ in layer_required]
    for edge, layer in zip(edges, layer_of, strict=True):
        distances[layer].append(abs(edge[0] - edge[1]))
    least = sum(min(d) for d, required in zip(distances, layer_required, strict=True) if required)
    return sum(map(max, distances)) - least + 1, least
