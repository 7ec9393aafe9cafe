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
from operator import itemgetter
from typing import Final, TypeAlias

from ...optimal.component import Candidate, Component, as_layers
from ...optimal.disjoint_sets import join, root
from ...result import Pair
from .certain import CertainMatches, Positions
from .reduction import Reduction

_OpenEdge: TypeAlias = tuple[int, int, int, int, int]
"""Token of the hypothesis, token of the reference, stage, and the types of both."""

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


def positions_of_types(row: Sequence[int]) -> Positions:
    """Where each type stands in a row, types in order of their first token."""
    positions: Positions = {}
    for position, token_type in enumerate(row):
        if token_type in positions:
            positions[token_type].append(position)
        else:
            positions[token_type] = [position]
    return positions


def decompose(reduction: Reduction, certain: CertainMatches) -> Decomposition:
    """Split what certain matches leave open into components, in order of their first edge."""
    parent = {t: t for s, t, _, _ in certain.open_pairs for t in (s, ~t)}
    for s, t, _, _ in certain.open_pairs:
        join(parent, s, ~t)
    pair_at = certain.pair_at
    for (i, j), pair in pair_at.items():
        following = pair_at.get((i + 1, j + 1))
        if following is not None and following is not pair:
            join(parent, pair[0], following[0])
    members: dict[int, list[_OpenEdge]] = {}
    for (i, j), (s, t, stage, _) in pair_at.items():
        members.setdefault(root(parent, s), []).append((i, j, stage, s, t))
    chosen: list[Pair] = []
    components: list[WordComponent] = []
    for edges in members.values():
        rows = {i: s for i, _, _, s, _ in edges}
        columns = {j: t for _, j, _, _, t in edges}
        if len(rows) == 1 or len(columns) == 1:
            chosen.append(_best_of_one(edges, reduction, certain))
        else:
            components.append(_component(edges, rows, columns, reduction, certain))
    return Decomposition(chosen=chosen, components=components)


def _best_of_one(edges: list[_OpenEdge], reduction: Reduction, certain: CertainMatches) -> Pair:
    """The best edge, where all share a token and so only one can be taken."""

    def worth(edge: _OpenEdge) -> tuple[int, int, int, int, int]:
        i, j, _, s, t = edge
        required = (s in reduction.required_hypothesis) + (t in reduction.required_reference)
        adjacent = certain.is_certain(i - 1, j - 1) + certain.is_certain(i + 1, j + 1)
        return required, adjacent, -abs(i - j), -i, -j

    return max(edges, key=worth)[:3]


def _component(
    edges: list[_OpenEdge],
    rows: dict[int, int],
    columns: dict[int, int],
    reduction: Reduction,
    certain: CertainMatches,
) -> WordComponent:
    """The component of these edges, given the types of their tokens of either side."""
    layers_of = 0, rows, reduction.required_hypothesis
    slots_of = 1, columns, reduction.required_reference
    by_hypothesis = len(rows) <= len(columns)
    if not by_hypothesis:
        layers_of, slots_of = slots_of, layers_of
    layer_side, layer_types, required_layers = layers_of
    slot_side, slot_types, required_slots = slots_of
    layer_tokens, slot_tokens = sorted(layer_types), sorted(slot_types)
    edges.sort(key=itemgetter(layer_side, slot_side))
    layer_number = {token: number for number, token in enumerate(layer_tokens)}
    slot_number = {token: number for number, token in enumerate(slot_tokens)}
    layer_of = [layer_number[edge[layer_side]] for edge in edges]
    slot_of = [slot_number[edge[slot_side]] for edge in edges]
    layer_required = [layer_types[token] in required_layers for token in layer_tokens]
    bonus, least_distance = _bonus(edges, layer_of, layer_required)
    edge_number = {edge[:2]: number for number, edge in enumerate(edges)}
    follow = [edge_number.get((i + 1, j + 1), -1) for i, j in edge_number]
    following, partner = set(follow), certain.partner
    candidates = [
        Candidate(
            number,
            layer_of[number] + 1,
            slot_of[number],
            slot_of[number] + 1,
            SCALE
            * (
                bonus * ((partner.get(i - 1) == j - 1) + (partner.get(i + 1) == j + 1)) - abs(i - j)
            ),
            number if number in following else -1,
            follow[number],
        )
        for (i, j), number in edge_number.items()
    ]
    layers, last_layer = as_layers(candidates, layer_of, len(slot_tokens))
    return WordComponent(
        candidates=candidates,
        layers=layers,
        layer_required=layer_required,
        point_slot=slot_of,
        last_layer=last_layer,
        slot_required=[slot_types[token] in required_slots for token in slot_tokens],
        first_prices=[0] * len(slot_tokens),
        adjacency=SCALE * bonus,
        unit=SCALE,
        skip_steps=0,
        pairs=[edge[:3] for edge in edges],
        bonus=bonus,
        least_distance=least_distance,
        by_hypothesis=by_hypothesis,
    )


def _bonus(
    edges: list[_OpenEdge], layer_of: list[int], layer_required: list[bool]
) -> tuple[int, int]:
    """How much distance an adjacency outweighs, and the least distance of any choice."""
    distances: list[list[int]] = [[] for _ in layer_required]
    for edge, layer in zip(edges, layer_of, strict=True):
        distances[layer].append(abs(edge[0] - edge[1]))
    least = sum(min(d) for d, required in zip(distances, layer_required, strict=True) if required)
    return sum(map(max, distances)) - least + 1, least
