"""A choice that is read off by prices, and a bound that proves it: the end of most open parts.

Each slot has a price. If slots were free to all who pay, and every price were paid back once, it
follows what a layer and all after it can add at most: one sweep from the last layer to the
first tells it, and no choice is worth more than this bound, whatever the prices are (Geoffrion
1974, "Lagrangean relaxation for integer programming"). By what it tells, a choice is read off from
left to right; where a slot is taken already, what promises most of the rest takes its place. A
choice that comes to as much as the bound is the best.

At prices of 0 that proves three parts of five. Else prices move: up where a slot was wanted more
than once, down where it was not wanted at all, a fourth of the last move added (a heavy ball), by
Polyak's length for the best choice known, but for half an adjacency at most, as choices mostly
differ in distances alone. Half of these parts are proved after one move, nine in ten after ten.

Most parts are a word that occurs two or three times, and a component with all its candidates would
take longer to build than to search. So this works on the tokens themselves.
"""

from itertools import chain
from typing import Final, TypeAlias

from ...limits import Limits
from ...result import Pair
from .certain import CertainMatches
from .components import SCALE, OpenPart
from .reduction import Reduction

_MAX_SLOTS: Final = 64
"""A part with more is not small, however few candidates it has."""
_SHARE: Final = 3
"""The limit of sweeps by so much: those for one part."""

_NO_WAY: Final = -(1 << 61)
_STUCK: Final = -2
_FIRST_LENGTH: Final = 1024
_MIN_LENGTH: Final = 16
_PATIENCE_STEPS: Final = 6
_FINE: Final = 16
"""What a direction is multiplied by."""
_DEAREST: Final = 4
"""Adjacencies."""

_Edge: TypeAlias = tuple[int, int, int, int]
"""Its number, slot, the number of the one that goes on from it or -1, and its value."""


def search_by_prices(
    part: OpenPart, reduction: Reduction, certain: CertainMatches, limits: Limits, budget: int
) -> tuple[list[Pair] | None, int]:
    """Return the best choice of a part.

    Args:
        part: what to search.
        reduction: the required types.
        certain: tells what certain matches there are, and which tokens are open.
        limits: how many sweeps to make, and of how many candidates.
        budget: steps; once it is used up, no sweep is made any more.

    Returns:
        The matches, or None if they are not proved; and the steps taken.
    """
    edges = sum(
        [len(certain.hypothesis[s]) * len(certain.reference[t]) for s, t, _, _ in part.pairs]
    )
    if edges > limits.few_candidates or max(len(part.hypothesis), len(part.reference)) > _MAX_SLOTS:
        return None, 0
    search = _Search(part, reduction, certain)
    search.sweep()
    steps = edges
    known, chosen = search.read_off()
    lowest, length, made, disappointments = search.bound, _FIRST_LENGTH, 0, 0
    while lowest >= known + SCALE:
        target = lowest - search.adjacency if known == _NO_WAY else known
        if (
            made == limits.sweeps // _SHARE
            or length < _MIN_LENGTH
            or steps > budget
            or not search.move_prices(target, length)
        ):
            return None, steps
        search.sweep()
        made += 1
        steps = edges + 2 * made * edges // limits.edges_a_step
        if search.bound < lowest:
            lowest, disappointments = search.bound, 0
        else:
            disappointments += 1
            if disappointments == _PATIENCE_STEPS:
                length, disappointments = length // 2, 0
        if lowest >= known + SCALE:
            value, other = search.read_off()
            if value > known:
                known, chosen = value, other
    return [search.pairs[edge] for edge in chosen], steps


class _Search:
    """The prices of a part, and what they promise.

    Attributes:
        pairs: the match of each edge; edges are numbered by layer, then slot.
        adjacency: what it is worth that a run goes on: more than all distances. Values are in
            units of 1/SCALE.
        bound: no choice is worth more.
    """

    def __init__(self, part: OpenPart, reduction: Reduction, certain: CertainMatches) -> None:
        """Start with prices of 0."""
        sides = (
            (part.hypothesis, reduction.required_hypothesis),
            (part.reference, reduction.required_reference),
        )
        by_hypothesis = part.by_hypothesis
        (own, required), (other, required_slots) = sides if by_hypothesis else sides[::-1]
        slots_of_type = _slots_of_types(part, certain)
        tokens = [
            [
                (token, slot, stage) if by_hypothesis else (slot, token, stage)
                for slot, stage in slots_of_type[t]
            ]
            for token, t in own.items()
        ]
        self.pairs: list[Pair] = list(chain.from_iterable(tokens))
        self._may_skip = [t not in required for t in own.values()]
        bonus = 1
        for pairs, may_skip in zip(tokens, self._may_skip, strict=True):
            distances = [abs(i - j) for i, j, _ in pairs]
            bonus += max(distances) - (0 if may_skip else min(distances))
        self.adjacency = SCALE * bonus
        slot_number = {token: slot for slot, token in enumerate(other)}
        edge_number = {(i, j): number for number, (i, j, _) in enumerate(self.pairs)}
        partner, edge = certain.partner, 0
        beside = {
            i: (partner.get(i - 1, -2) + 1, partner.get(i + 1, -1) - 1) for i in part.hypothesis
        }
        self._layers: list[list[_Edge]] = []
        for pairs in tokens:
            layer: list[_Edge] = []
            for i, j, _ in pairs:
                slot = slot_number[j if by_hypothesis else i]
                value = SCALE * (bonus * beside[i].count(j) - abs(i - j))
                layer.append((edge, slot, edge_number.get((i + 1, j + 1), -1), value))
                edge += 1
            self._layers.append(layer)
        self._slot = [slot for layer in self._layers for _, slot, _, _ in layer]
        self._required = [t in required_slots for t in other.values()]
        self._cheapest = [
            -_DEAREST * self.adjacency * is_required for is_required in self._required
        ]
        self._prices = [0] * len(other)
        self._directions = [0] * len(other)
        self._excess: list[int] = []
        self.bound = 0
        # Of each layer, what it and all after it can add, and the edge that this begins with or
        # -1; of each edge what it and all after it can add where it continues a run, and of none.
        self._from_layer = [0] * (len(own) + 1)
        self._best_of_layer = [-1] * len(own)
        self._going_on = [_NO_WAY] * (len(self.pairs) + 1)

    def sweep(self) -> None:
        """Compute the bound."""
        prices, going_on, adjacency = self._prices, self._going_on, self.adjacency
        after = 0
        for number in range(len(self._layers) - 1, -1, -1):
            best, chosen = after if self._may_skip[number] else _NO_WAY, -1
            for edge, slot, following, value in self._layers[number]:
                further = going_on[following]
                rest = further if further > after else after  # noqa: FURB136  # ``max`` is slow
                worth = value - prices[slot] + rest
                going_on[edge] = worth + adjacency
                if worth > best:
                    best, chosen = worth, edge
            self._from_layer[number], self._best_of_layer[number] = best, chosen
            after = best
        self.bound = after + sum(prices)

    def read_off(self) -> tuple[int, list[int]]:
        """Take in each layer a candidate that attains the bound, and prefer to continue a run.

        Returns:
            The value and the edges of the choice; without a value if it could not take all that is
            required.
        """
        excess = self._excess = [-1] * len(self._prices)
        going_on = self._going_on
        chosen: list[int] = []
        taken: set[int] = set()
        total, point = 0, -1
        for number, layer in enumerate(self._layers):
            starts = going_on[point] < self._from_layer[number]
            edge = self._best_of_layer[number] if starts else point
            if edge >= 0:
                excess[self._slot[edge]] += 1
                if self._slot[edge] in taken:
                    edge = self._best_free(number, point, taken)
            if edge < 0:
                if edge == _STUCK:
                    return _NO_WAY, chosen
                point = -1
                continue
            _, slot, following, value = layer[edge - layer[0][0]]
            total += value + self.adjacency if edge == point else value
            chosen.append(edge)
            taken.add(slot)
            point = following
        if any(required and slot not in taken for slot, required in enumerate(self._required)):
            return _NO_WAY, chosen
        return total, chosen

    def _best_free(self, number: int, point: int, taken: set[int]) -> int:
        """Return the most promising option, the first of equals, among no match and free slots."""
        after = self._from_layer[number + 1]
        best, chosen = (after, -1) if self._may_skip[number] else (_NO_WAY, _STUCK)
        for edge, slot, following, value in self._layers[number]:
            if slot in taken:
                continue
            rest = after
            if following >= 0 and self._slot[following] not in taken:
                rest = max(after, self._going_on[following])
            promise = value - self._prices[slot] + rest + self.adjacency * (edge == point)
            if promise > best:
                best, chosen = promise, edge
        return chosen

    def move_prices(self, target: int, length: int) -> bool:
        """Step towards a bound that does not exceed the target.

        Args:
            target: what a choice is worth, or is hoped to be.
            length: of the step, in units of 1/1024 of Polyak's.

        Returns:
            Whether a price has moved.
        """
        prices, cheapest = self._prices, self._cheapest
        directions: list[int] = []
        for slot, excess in enumerate(self._excess):
            direction = _FINE * excess + (self._directions[slot] >> 2)
            if direction < 0 and prices[slot] == cheapest[slot] == 0:  # it cannot be cheaper
                direction = 0
            directions.append(direction)
        self._directions = directions
        norm = sum([direction * direction for direction in directions])
        if norm == 0:
            return False
        gap = min(self.bound - target, self.adjacency // 2)
        # Of which eight bits are a fraction.
        step = max(1, length * gap * _FINE * 256 // (_FIRST_LENGTH * norm))
        dearest = _DEAREST * self.adjacency
        self._prices = [
            max(least, min(dearest, price + (step * direction >> 8)))
            for price, direction, least in zip(prices, directions, cheapest, strict=True)
        ]
        return True


def _slots_of_types(part: OpenPart, certain: CertainMatches) -> dict[int, list[tuple[int, int]]]:
    """Return the slots of each type of a layer, ascending, with the stages of their matches."""
    slots: dict[int, list[tuple[int, int]]] = {}
    for s, t, stage, _ in part.pairs:
        if part.by_hypothesis:
            slots.setdefault(s, []).extend([(j, stage) for j in certain.reference[t]])
        else:
            slots.setdefault(t, []).extend([(i, stage) for i in certain.hypothesis[s]])
    for each in slots.values():
        each.sort()
    return slots
