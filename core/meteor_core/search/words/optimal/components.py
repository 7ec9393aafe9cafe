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

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from ...component import Candidate, Component, as_layers, join, root
from ...result import Pair
from .certain import CertainMatches, TypePair
from .reduction import Positions, Reduction

SCALE: Final = 32
"""What adjacencies and distances are multiplied by, so that bounds can lie between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordComponent(Component):
    """An open problem whose candidates are edges: pairs of tokens.

    The value of a choice is ``bonus * adjacencies - distance`` in units of 1/SCALE; ``bonus``
    exceeds any difference of distances, so one adjacency always outweighs them.

    Attributes:
        pairs: the match of each edge.
        bonus: how much distance an adjacency outweighs.
        by_hypothesis: whether layers are tokens of the hypothesis.
    """

    pairs: list[Pair]
    bonus: int
    by_hypothesis: bool

    def distance(self, edge: int) -> int:
        """Return the distance of an edge from the diagonal."""
        i, j, _ = self.pairs[edge]
        return abs(i - j)

    def certain_neighbours(self, edge: int) -> int:
        """Count the certain matches that an edge would be adjacent to."""
        return (self.candidates[edge].reward // SCALE + self.distance(edge)) // self.bonus


@dataclass(slots=True, kw_only=True)  # frozen, they would take thrice as long to make
class OpenPart:
    """Pairs of types that belong together, and their open tokens.

    Attributes:
        pairs: in the order in which they are open.
        hypothesis: the type of each open token, ascending.
        reference: the same of the other side.
    """

    pairs: list[TypePair]
    hypothesis: dict[int, int]
    reference: dict[int, int]

    @property
    def by_hypothesis(self) -> bool:
        """Whether its layers are tokens of the hypothesis, which has no more of them."""
        return len(self.hypothesis) <= len(self.reference)


@dataclass(slots=True, kw_only=True)
class Decomposition:
    """The open choices as independent parts.

    Attributes:
        chosen: matches of parts in which only one match can be made: the best of each.
        parts: all other parts.
    """

    chosen: list[Pair]
    parts: list[OpenPart]


def decompose(reduction: Reduction, certain: CertainMatches) -> Decomposition:
    """Split the open rest into independent parts, in order of their pairs."""
    chosen: list[Pair] = []
    parts: list[OpenPart] = []
    for pairs in _connected_pairs(certain):
        part = OpenPart(
            pairs=pairs,
            hypothesis=_types_of_tokens([s for s, _, _, _ in pairs], certain.hypothesis),
            reference=_types_of_tokens([t for _, t, _, _ in pairs], certain.reference),
        )
        if len(part.hypothesis) == 1 or len(part.reference) == 1:
            chosen.append(_best_of_one(part, reduction, certain))
        else:
            parts.append(part)
    return Decomposition(chosen=chosen, parts=parts)


def _connected_pairs(certain: CertainMatches) -> Iterable[list[TypePair]]:
    """Return the open pairs of types that share a token or have diagonal neighbours."""
    open_pairs = certain.open_pairs
    if len(open_pairs) < 2:
        return [open_pairs] if open_pairs else []
    parent = {t: t for s, t, _, _ in open_pairs for t in (s, ~t)}
    for s, t, _, _ in open_pairs:
        join(parent, s, ~t)
    type_of = {i: s for s, _, _, _ in open_pairs for i in certain.hypothesis[s]}
    edges = certain.edges
    for i, s in type_of.items():
        following = type_of.get(i + 1, s)
        if following != s and edges[i] & edges[i + 1] >> 1:
            join(parent, s, following)
    connected: dict[int, list[TypePair]] = {}
    for pair in open_pairs:
        connected.setdefault(root(parent, pair[0]), []).append(pair)
    return connected.values()


def _types_of_tokens(types: list[int], positions: Positions) -> dict[int, int]:
    if len(types) == 1:
        return dict.fromkeys(positions[types[0]], types[0])
    return dict(sorted([(token, t) for t in types for token in positions[t]]))


def _best_of_one(part: OpenPart, reduction: Reduction, certain: CertainMatches) -> Pair:
    """Return the best edge of edges that all share a token."""
    required_hypothesis, required_reference = (
        reduction.required_hypothesis,
        reduction.required_reference,
    )
    partner = certain.partner
    *_, i, j, stage = max(
        [
            (
                (s in required_hypothesis) + (t in required_reference),
                (partner.get(i - 1) == j - 1) + (partner.get(i + 1) == j + 1),
                -abs(i - j),
                -i,
                -j,
                stage,
            )
            for s, t, stage, _ in part.pairs
            for i in certain.hypothesis[s]
            for j in certain.reference[t]
        ]
    )
    return -i, -j, stage


def as_component(part: OpenPart, reduction: Reduction, certain: CertainMatches) -> WordComponent:
    """Return the component of a part."""
    edges = [
        (i, j, stage)
        for s, t, stage, _ in part.pairs
        for i in certain.hypothesis[s]
        for j in certain.reference[t]
    ]
    rows, columns = part.hypothesis, part.reference
    layers_of = 0, rows, reduction.required_hypothesis
    slots_of = 1, columns, reduction.required_reference
    if not part.by_hypothesis:
        layers_of, slots_of = slots_of, layers_of
    layer_side, layer_types, required_layers = layers_of
    slot_side, slot_types, required_slots = slots_of
    edges.sort(key=itemgetter(layer_side, slot_side))
    layer_number = {token: number for number, token in enumerate(layer_types)}
    slot_number = {token: number for number, token in enumerate(slot_types)}
    layer_of = [layer_number[edge[layer_side]] for edge in edges]
    slot_of = [slot_number[edge[slot_side]] for edge in edges]
    layer_required = [each in required_layers for each in layer_types.values()]
    bonus = _bonus(edges, layer_of, layer_required)
    edge_number = {(i, j): number for number, (i, j, _) in enumerate(edges)}
    follow = [edge_number.get((i + 1, j + 1), -1) for i, j in edge_number]
    following, partner = set(follow), certain.partner
    beside = {i: (partner.get(i - 1, -2) + 1, partner.get(i + 1, -1) - 1) for i in rows}
    candidates = [
        Candidate(
            number,
            layer_of[number] + 1,
            slot_of[number],
            slot_of[number] + 1,
            SCALE * (bonus * beside[i].count(j) - abs(i - j)),
            number if number in following else -1,
            follow[number],
        )
        for (i, j), number in edge_number.items()
    ]
    layers, last_layer = as_layers(candidates, layer_of, len(slot_types))
    return WordComponent(
        candidates=candidates,
        layers=layers,
        layer_required=layer_required,
        point_slot=slot_of,
        last_layer=last_layer,
        slot_required=[each in required_slots for each in slot_types.values()],
        first_prices=[0] * len(slot_types),
        adjacency=SCALE * bonus,
        unit=SCALE,
        pairs=edges,
        bonus=bonus,
        by_hypothesis=part.by_hypothesis,
    )


def _bonus(edges: list[Pair], layer_of: list[int], layer_required: list[bool]) -> int:
    """Return how much distance an adjacency outweighs."""
    distances: list[list[int]] = [[] for _ in layer_required]
    for (i, j, _), layer in zip(edges, layer_of, strict=True):
        distances[layer].append(abs(i - j))
    least = sum(min(d) for d, required in zip(distances, layer_required, strict=True) if required)
    return sum(map(max, distances)) - least + 1
