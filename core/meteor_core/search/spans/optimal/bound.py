"""How good can a component still get: a Lagrangian bound.

The constraint that makes a component hard is that each slot is taken once. Give each slot a
price, let candidates pay for the slots they take, and pay each price back once:

    bound = best over all sequences of candidates along the layers, slots taken any number of
            times, of sum of (value - prices paid)  +  sum of all prices.

A valid choice takes a slot at most once, so with prices that are not negative its value is at
most the bound. Without the slot constraint the best sequence falls out of one backward pass over
the candidates, since all that matters of what came before is the layer and the point where the
last one ended. Subgradient steps lower the bound: slots wanted twice get dearer, slots wanted by
none get cheaper (Polyak's step length). All is in integers, so a bound is exact and the same on
every machine.
"""

from dataclasses import dataclass
from typing import Final

from .components import Component

IMPOSSIBLE: Final = -(1 << 62)

_STEP_UNIT: Final = 1024
_SMALLEST_STEP: Final = 8
_PATIENCE: Final = 5
_MOST_CHUNKS: Final = 8
"""A bound with prices that fit the worth is seldom further from the optimum. The best choice known
may be: one word not matched counts more than any number of chunks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Prices, and what they say of each place of a search.

    Attributes:
        prices: per slot.
        from_candidate: the best that a candidate and all after it can add.
        from_point: per point, the best that one that starts there and all after it can add.
        from_layer: per layer, and for the end, the best that it and all after it can add.
        prices_from: per layer, and for the end, the sum of the prices of slots that it or a
            later layer can take.
        value: the bound on the whole component.
    """

    prices: list[int]
    from_candidate: list[int]
    from_point: list[int]
    from_layer: list[int]
    prices_from: list[int]
    value: int


def bound_with_prices(component: Component, prices: list[int]) -> Bound:
    """The bound that these prices give."""
    count = len(component.layers)
    from_candidate = [0] * len(component.matches)
    from_point = [IMPOSSIBLE] * len(component.point_slot)
    from_layer = [0] * (count + 1)
    chunk = component.scale.chunk
    slots, reward = component.slots, component.reward
    end_layer, end_point = component.end_layer, component.end_point
    start_point = component.start_point
    for layer in range(count - 1, -1, -1):
        best = from_layer[layer + 1]
        for candidate in component.layers[layer]:
            worth = from_layer[end_layer[candidate]]
            if end_point[candidate] >= 0 and from_point[end_point[candidate]] > worth:
                worth = from_point[end_point[candidate]]
            worth += reward[candidate]
            for slot in slots[candidate]:
                worth -= prices[slot]
            from_candidate[candidate] = worth
            if worth > best:  # noqa: PLR1730  # ``max`` takes longer than all else here
                best = worth
            point = start_point[candidate]
            if point >= 0 and worth + chunk > from_point[point]:
                from_point[point] = worth + chunk
        from_layer[layer] = best
    prices_from = [0] * (count + 1)
    for price, last in zip(prices, component.last_layer, strict=True):
        prices_from[last] += price
    for layer in range(count - 1, -1, -1):
        prices_from[layer] += prices_from[layer + 1]
    return Bound(
        prices=prices,
        from_candidate=from_candidate,
        from_point=from_point,
        from_layer=from_layer,
        prices_from=prices_from,
        value=from_layer[0] + prices_from[0],
    )


def improve_bound(
    component: Component, bound: Bound, target: int, sweeps: int
) -> tuple[Bound, int]:
    """Lower a bound until it proves that nothing beats ``target``, or the sweeps run out.

    Args:
        component: what is bounded.
        bound: where to start.
        target: value of the best choice known.
        sweeps: how many prices to try; each takes a pass over all candidates.

    Returns:
        The best bound found and the number of sweeps made.
    """
    best, current = bound, bound
    length, disappointments, made = _STEP_UNIT, 0, 0
    while best.value > target and length >= _SMALLEST_STEP and made < sweeps:
        made += 1
        prices = _step(component, current, target, length)
        if prices is None:
            break
        current = bound_with_prices(component, prices)
        if current.value < best.value:
            best, disappointments = current, 0
            continue
        disappointments += 1
        if disappointments == _PATIENCE:
            length, disappointments = length * 3 // 5, 0
    return best, made


def _step(component: Component, bound: Bound, target: int, length: int) -> list[int] | None:
    """The prices one subgradient step further; None where the prices are already the best."""
    excess = _excess(component, bound)
    norm = 0
    for slot, over in enumerate(excess):
        if over < 0 and bound.prices[slot] == 0:
            excess[slot] = 0
        norm += excess[slot] * excess[slot]
    if norm == 0:
        return None
    gap = min(bound.value - target, _MOST_CHUNKS * component.scale.chunk)
    step = max(1, length * gap // (_STEP_UNIT * norm))
    dearest = component.scale.dearest
    return [
        min(dearest, max(0, price + step * over))
        for price, over in zip(bound.prices, excess, strict=True)
    ]


def _excess(component: Component, bound: Bound) -> list[int]:
    """How often a sequence that attains the bound takes each slot, less one."""
    excess = [-1] * len(bound.prices)
    chunk = component.scale.chunk
    layer, point = 0, -1
    while layer < len(component.layers):
        best, chosen = bound.from_layer[layer + 1], -1
        for candidate in component.layers[layer]:
            worth = bound.from_candidate[candidate]
            if point >= 0 and component.start_point[candidate] == point:
                worth += chunk
            if worth > best:
                best, chosen = worth, candidate
        if chosen < 0:
            layer, point = layer + 1, -1
            continue
        layer, point = component.end_layer[chosen], component.end_point[chosen]
        for slot in component.slots[chosen]:
            excess[slot] += 1
    return excess
