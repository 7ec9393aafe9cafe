"""The search inside one component: layer by layer, with states merged, pruned and counted.

Before a layer, all that matters of the choices so far is which slots are taken that this or a
later layer could still want, and whether the last match ended at a point where another could
continue it. That pair is a *state*; of two ways to reach one state the better is kept, the first
on a tie. A candidate that covers several layers leads from its first to the one after its last.

A first pass goes through all states as long as they are few, which solves small components. Of a
larger one it keeps the most promising states of each layer, by the bound with its first prices.
Later passes keep at most ``width`` states a layer and have better bounds. A state is pruned when
its bound says that it cannot beat the best choice known. If no state that might have was given up
for width, the pass has seen every better choice there is: the best known is the optimum, and the
pass its proof.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from ...component import Choice, Component
from ...limits import Limits
from .bound import Bound, bound_with_prices
from .demands import Demand, Demands

_Chain: TypeAlias = "tuple[_Chain, int] | None"
"""Numbers of the candidates chosen so far, last first."""

_States: TypeAlias = "dict[tuple[int, int], tuple[int, _Chain]]"
"""Point (or -1) and mask of slots taken, to value and choices."""

UNBOUNDED: Final = -(1 << 62)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """What one pass found.

    Attributes:
        choice: the best choice it met that beats the one known before, if any.
        given_up: the highest bound of a state given up for width.
        steps: states generated, and candidates looked at for them.
    """

    choice: Choice | None
    given_up: int
    steps: int


def search_first(component: Component, limits: Limits, steps: int) -> tuple[Pass, Bound | None]:
    """A first pass: through all states while they are few, else through the best of each layer.

    Args:
        component: what to search.
        limits: how many are too many, and how many are kept once there were.
        steps: budget; once it is used up, one state a layer is kept.

    Returns:
        What it found, and the bound if it came to need one.
    """
    frontier = _Frontier(component)
    given_up, limit = UNBOUNDED, limits.everything
    bound: Bound | None = None
    for layer in range(len(component.layers)):
        if len(frontier.at[layer]) > limit or frontier.steps > steps:
            bound = bound or bound_with_prices(component, component.first_prices)
            limit = limits.first_width
            kept = limit if frontier.steps <= steps else 1
            given_up = max(given_up, frontier.keep(layer, bound, kept))
        frontier.expand(layer)
    return Pass(choice=frontier.best(), given_up=given_up, steps=frontier.steps), bound


def search_with_width(
    component: Component, demands: Demands, bound: Bound, *, known: int, width: int, steps: int
) -> Pass:
    """One pass that keeps the ``width`` most promising states of each layer.

    Args:
        component: what to search.
        demands: tell which states no choice can complete.
        bound: prunes and ranks states.
        known: value of the best choice known; only better ones are looked for.
        width: states kept a layer.
        steps: budget; the pass gets narrower, down to one state, so as to end within it.
    """
    frontier = _Frontier(component, demands)
    given_up = UNBOUNDED
    for layer, candidates in enumerate(component.layers):
        options = len(candidates) + 1  # to take none is one
        kept = min(width, max(1, (steps - frontier.steps) // options))
        given_up = max(given_up, frontier.keep(layer, bound, kept, known + component.unit))
        frontier.expand(layer)
    choice = frontier.best()
    if choice is not None and choice.value <= known:
        choice = None
    return Pass(choice=choice, given_up=given_up, steps=frontier.steps)


class _Frontier:
    """The states before each layer that are reached so far."""

    def __init__(self, component: Component, demands: Demands | None = None) -> None:
        layers = len(component.layers)
        self.at: list[_States] = [{} for _ in range(layers + 1)]
        self.at[0][-1, 0] = (0, None)
        self.steps = 0
        self._component = component
        self._demands: Demands = demands or [[]] * layers
        self._due = [0] * layers
        self._remembered = [0] * (layers + 1)
        for slot, last in enumerate(component.last_layer):
            self._remembered[last] |= 1 << slot
            if component.slot_required[slot]:
                self._due[last] |= 1 << slot
        for layer in range(layers - 1, -1, -1):
            self._remembered[layer] |= self._remembered[layer + 1]

    def expand(self, layer: int) -> None:
        """From all states before a layer: a candidate that starts there, or none if it may."""
        component, states = self._component, self.at[layer]
        due, demands = self._due[layer], self._demands[layer]
        options = self._options(layer)
        adjacency, may_skip = component.adjacency, not component.layer_required[layer]
        skipped, skip_remembered = self.at[layer + 1], self._remembered[layer + 1]
        self.steps += len(states) * (len(options) + 1)
        for (point, mask), (value, chain) in states.items():
            for slots, reward, start, end, end_bit, after, remembered, number in options:
                if mask & slots:
                    continue
                taken = mask | slots
                if due & ~taken or (demands and not _can_be_met(demands, taken)):
                    continue
                worth = value + reward
                if start == point:
                    worth += adjacency
                key = (-1 if taken & end_bit else end, taken & remembered)
                known = after.get(key)
                if known is None or worth > known[0]:
                    after[key] = (worth, (chain, number))
            if may_skip and not due & ~mask and not (demands and not _can_be_met(demands, mask)):
                key = (-1, mask & skip_remembered)
                known = skipped.get(key)
                if known is None or value > known[0]:
                    skipped[key] = (value, chain)
        self.at[layer] = {}

    def _options(self, layer: int) -> list[tuple[int, int, int, int, int, _States, int, int]]:
        """What ``expand`` has to know of the candidates that start in a layer."""
        point_slot = self._component.point_slot
        return [
            (
                (1 << end_slot) - (1 << first_slot),
                reward,
                start if start >= 0 else -2,  # not the -1 of a state
                end,
                1 << point_slot[end] if end >= 0 else 0,
                self.at[after],
                self._remembered[after],
                number,
            )
            for number, after, first_slot, end_slot, reward, start, end in (
                self._component.layers[layer]
            )
        ]

    def keep(self, layer: int, bound: Bound, kept: int, threshold: int = UNBOUNDED) -> int:
        """Keep the states that promise most of those that can reach the threshold.

        Returns:
            The highest promise that was given up.
        """
        states = self.at[layer]
        rest, from_point = bound.from_layer[layer], bound.from_point
        unpaid, has_prices = bound.prices_from[layer], any(bound.prices)
        ranked: list[tuple[int, int, int, tuple[int, int]]] = []  # best first, once sorted
        for number, (key, (value, _)) in enumerate(states.items()):
            point, mask = key
            best = rest
            if point >= 0 and from_point[point] > best:
                best = from_point[point]
            promise = value + unpaid + best
            if has_prices:
                promise -= _price_of_slots(mask, bound.prices)
            if promise >= threshold:
                ranked.append((-promise, -value, number, key))
        ranked.sort()
        self.at[layer] = {key: states[key] for _, _, _, key in ranked[:kept]}
        return -ranked[kept][0] if len(ranked) > kept else UNBOUNDED

    def best(self) -> Choice | None:
        """The best choice that was completed."""
        completed = self.at[-1].get((-1, 0))
        if completed is None:
            return None
        value, chain = completed
        numbers: list[int] = []
        while chain is not None:
            chain, number = chain
            numbers.append(number)
        return Choice(numbers=tuple(reversed(numbers)), value=value)


def _can_be_met(demands: list[Demand], taken: int) -> bool:
    for demand in demands:
        free = (demand.slots & ~taken).bit_count()
        if free < demand.least or free > demand.most:
            return False
    return True


def _price_of_slots(mask: int, prices: list[int]) -> int:
    total = 0
    while mask:
        lowest = mask & -mask
        total += prices[lowest.bit_length() - 1]
        mask ^= lowest
    return total
