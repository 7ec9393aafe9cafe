"""The search inside one component: layer by layer, with states merged, pruned and counted.

After a layer, all that matters of the choices so far is which slots are taken that a later
layer could still want, and which edge would continue the last match's run. That pair is a
*state*; of two ways to reach one state the better is kept, the first on a tie.

A first pass goes through all states as long as they are few, which solves small components. Of a
larger one it keeps the most promising states of each layer, by the bound without prices. Later
passes keep at most ``width`` states a layer and have better bounds. A state is pruned when its
bound says that it cannot beat the best choice known. If no state that might have was given up for
width, the pass has seen every better choice there is: the best known is the optimum, and the
pass its proof.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...limits import Limits
from .bound import SCALE, Bound, bound_without_prices
from .components import Component
from .demands import Demand, demands_on_slots

_Chain: TypeAlias = "tuple[_Chain, int] | None"
"""Edges chosen so far, last first."""

_States: TypeAlias = "dict[tuple[int, int], tuple[int, _Chain]]"
"""Following edge (or -1) and mask of slots taken, to value and choices."""

UNBOUNDED: Final = -(1 << 62)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Edges of a component that may be taken together, and their value."""

    edges: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """What one pass found.

    Attributes:
        choice: the best choice it met that beats the one known before, if any.
        given_up: the highest bound of a state given up for width, in units of 1/SCALE.
        steps: states and edges looked at.
    """

    choice: Choice | None
    given_up: int
    steps: int


def search_first(component: Component, limits: Limits, steps: int) -> Pass:
    """A first pass: through all states while they are few, else through the best of each layer.

    Args:
        component: what to search.
        limits: how many are too many, and how many are kept then.
        steps: budget; once it is used up, one state a layer is kept.
    """
    plan = _Plan(component)
    states: _States = {(-1, 0): (0, None)}
    given_up, taken = UNBOUNDED, 0
    limit = limits.everything
    bound: Bound | None = None
    for layer in range(len(component.layers)):
        taken += len(states) * len(component.layers[layer])
        states = plan.expand(states, layer)
        if len(states) <= limit and taken <= steps:
            continue
        bound = bound or bound_without_prices(component)
        limit = limits.first_width
        kept = limit if taken <= steps else 1
        states, promise = _most_promising(states, plan.promises(states, layer, bound), kept)
        given_up = max(given_up, promise)
    return Pass(choice=_best(states), given_up=given_up, steps=taken)


def search_with_width(
    component: Component, bound: Bound, known: int, width: int, steps: int
) -> Pass:
    """One pass that keeps the ``width`` most promising states of each layer.

    Args:
        component: what to search.
        bound: prunes and ranks states.
        known: value of the best choice known; only better ones are looked for.
        width: states kept a layer.
        steps: budget; the pass gets narrower, down to one state, so as to end within it.
    """
    plan = _Plan(component, counting=True)
    states: _States = {(-1, 0): (0, None)}
    threshold = SCALE * (known + 1)
    given_up, taken = UNBOUNDED, 0
    for layer in range(len(component.layers)):
        taken += len(states) * len(component.layers[layer])
        states = plan.expand(states, layer)
        promising = (
            (key, promise)
            for key, promise in plan.promises(states, layer, bound)
            if promise >= threshold
        )
        kept = min(width, max(1, (steps - taken) // plan.options_after(layer)))
        states, promise = _most_promising(states, promising, kept)
        given_up = max(given_up, promise)
    return Pass(choice=_best(states), given_up=given_up, steps=taken)


def _most_promising(
    states: _States, promises: Iterable[tuple[tuple[int, int], int]], kept: int
) -> tuple[_States, int]:
    """The states that promise most, best first, and the highest promise that was given up."""
    ranked = [(promise, key) for key, promise in promises]
    ranked.sort(key=lambda entry: (-entry[0], -states[entry[1]][0]))
    given_up = ranked[kept][0] if len(ranked) > kept else UNBOUNDED
    return {key: states[key] for _, key in ranked[:kept]}, given_up


def _best(states: _States) -> Choice | None:
    if not states:
        return None
    value, chain = max(states.values(), key=lambda entry: entry[0])
    edges: list[int] = []
    while chain is not None:
        chain, edge = chain
        edges.append(edge)
    return Choice(edges=tuple(reversed(edges)), value=value)


class _Plan:
    """What a pass needs to know of a component, as bit masks over slots."""

    def __init__(self, component: Component, *, counting: bool = False) -> None:
        """A plan; ``counting`` makes it look ahead for states that no choice can complete."""
        self._component = component
        self._bit = [1 << slot for slot in component.slot]
        closing = [0] * len(component.layers)
        self._due = [0] * len(component.layers)
        for slot, last in enumerate(component.last_layer):
            closing[last] |= 1 << slot
            if component.slot_required[slot]:
                self._due[last] |= 1 << slot
        self._remembered = [~mask for mask in closing]
        self._demands = demands_on_slots(component) if counting else [[] for _ in closing]

    def options_after(self, layer: int) -> int:
        """How many edges the next layer has; 1 after the last."""
        layers = self._component.layers
        return len(layers[layer + 1]) if layer + 1 < len(layers) else 1

    def expand(self, states: _States, layer: int) -> _States:
        """All states after a layer: it takes a free slot, or none if it may stay unmatched."""
        component, bits = self._component, self._bit
        due, remembered = self._due[layer], self._remembered[layer]
        demands = self._demands[layer]
        options = [
            (edge, bits[edge], component.reward[edge], component.follow[edge])
            for edge in component.layers[layer]
        ]
        if not component.layer_required[layer]:
            options.append((-1, 0, 0, -1))
        bonus = component.bonus
        after: _States = {}
        for (following, mask), (value, chain) in states.items():
            for edge, bit, reward, next_edge in options:
                taken = mask | bit
                if mask & bit or due & ~taken:
                    continue
                if demands and not _can_be_met(demands, taken):
                    continue
                worth = value + reward + (bonus if edge >= 0 and edge == following else 0)
                continues = next_edge >= 0 and not taken & bits[next_edge]
                key = (next_edge if continues else -1, taken & remembered)
                known = after.get(key)
                if known is None or worth > known[0]:
                    after[key] = (worth, (chain, edge) if edge >= 0 else chain)
        return after

    def promises(
        self, states: _States, layer: int, bound: Bound
    ) -> Iterator[tuple[tuple[int, int], int]]:
        """Each state with the best value that a completion of it may have, in 1/SCALE."""
        rest = bound.from_layer[layer + 1]
        prices_after = bound.prices_after[layer]
        bonus = SCALE * self._component.bonus
        paid: dict[int, int] = {}
        for key, (value, _) in states.items():
            following, mask = key
            if mask not in paid:
                paid[mask] = _price_of_slots(mask, bound.prices)
            best = rest
            if following >= 0:
                best = max(rest, bound.from_edge[following] + bonus)
            yield key, SCALE * value + prices_after - paid[mask] + best


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
