"""How good can a component still get: a Lagrangian bound.

The constraint that makes a component hard is that each slot is taken once. Give each slot a
price, let candidates pay for the slots they take, and pay each price back once:

    bound = best over all sequences of candidates along the layers, slots taken any number of
            times, of sum of (value - prices paid)  +  sum of all prices.

Every valid choice takes a slot at most once, and a required slot exactly once, so with prices
that are not negative (of any sign on required slots) its value is at most the bound. Without
the slot constraint the best sequence falls out of one backward pass over the candidates, since all
that matters of what came before is the layer and the point where the last one ended. Subgradient
steps lower the bound: slots wanted twice get dearer, slots wanted by none get cheaper (Polyak's
step length). Where a component has a momentum, a step goes on in the direction of the last ones
too: a heavy ball, which does not turn back at every bend of a narrow valley. All is in integers, so
a bound is exact and the same on every machine.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from ...component import MOMENTUM_UNIT, Component

IMPOSSIBLE: Final = -(1 << 62)

_STEP_UNIT: Final = 1024
_SMALLEST_STEP: Final = 8
_UNIT_OF_DIRECTION: Final = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Prices, and what they say of each place of a search.

    Attributes:
        prices: per slot.
        from_layer: per layer, and for the end, the best that it and all after it can add.
        best_of_layer: per layer, the number of the first candidate that attains this, or -1.
        from_point: per point, the best that one that starts there and all after it can add.
        best_of_point: per point, the number of the first candidate that attains this.
        prices_from: per layer, and for the end, the sum of the prices of slots that it or a
            later layer can take.
        value: the bound on the whole component.
    """

    prices: list[int]
    from_layer: list[int]
    best_of_layer: list[int]
    from_point: list[int]
    best_of_point: list[int]
    prices_from: list[int]
    value: int


def bound_with_prices(component: Component, prices: list[int]) -> Bound:
    """The bound that these prices give."""
    count = len(component.layers)
    from_layer, best_of_layer = [0] * (count + 1), [-1] * count
    from_point = [IMPOSSIBLE] * (len(component.point_slot) + 1)  # the last is that of no point
    best_of_point = [-1] * len(component.point_slot)
    adjacency = component.adjacency
    paid_before = list(accumulate(prices, initial=0))
    for layer in range(count - 1, -1, -1):
        best, chosen = from_layer[layer + 1], -1
        if component.layer_required[layer]:
            best = IMPOSSIBLE
        for number, after, first, end, reward, start, end_point in component.layers[layer]:
            worth = from_layer[after]
            if from_point[end_point] > worth:  # noqa: PLR1730  # ``max`` takes longer than all else
                worth = from_point[end_point]
            worth += reward + paid_before[first] - paid_before[end]
            if worth > best:
                best, chosen = worth, number
            if start >= 0 and worth + adjacency > from_point[start]:
                from_point[start] = worth + adjacency
                best_of_point[start] = number
        from_layer[layer], best_of_layer[layer] = best, chosen
    prices_from = [0] * (count + 1)
    for price, last in zip(prices, component.last_layer, strict=True):
        prices_from[last] += price
    for layer in range(count - 1, -1, -1):
        prices_from[layer] += prices_from[layer + 1]
    return Bound(
        prices=prices,
        from_layer=from_layer,
        best_of_layer=best_of_layer,
        from_point=from_point,
        best_of_point=best_of_point,
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
    direction = [0] * len(bound.prices)
    while best.value >= target + component.unit and length >= _SMALLEST_STEP and made < sweeps:
        made += 1
        prices = _step(component, current, target, length, direction)
        if prices is None:
            break
        current = bound_with_prices(component, prices)
        if current.value < best.value:
            best, disappointments = current, 0
            continue
        disappointments += 1
        if disappointments == component.patience:
            length, disappointments = length * 3 // 5, 0
    return best, made


def _step(
    component: Component, bound: Bound, target: int, length: int, direction: list[int]
) -> list[int] | None:
    """The prices one subgradient step further; None where the prices are already the best.

    Args:
        component: what is bounded.
        bound: where the step begins.
        target: value of the best choice known.
        length: of the step, in parts of ``_STEP_UNIT``.
        direction: of the last step, and then of this one, where the component has a momentum.
    """
    required, prices = component.slot_required, bound.prices.copy()
    dearest = component.dearest
    moves = [
        (slot, over)
        for slot, over in enumerate(_excess(component, bound))
        if over and (over > 0 or prices[slot] or required[slot])
    ]
    if not moves:
        return None
    gap = min(bound.value - target, component.likely_gap)
    if component.momentum:
        for slot, last in enumerate(direction):
            direction[slot] = component.momentum * last // MOMENTUM_UNIT
        for slot, over in moves:
            direction[slot] += _UNIT_OF_DIRECTION * over
        norm = sum(move * move for move in direction)
        if not norm:
            return None
        far = length * _UNIT_OF_DIRECTION * gap // _STEP_UNIT
        moves = [(slot, move) for slot, move in enumerate(direction) if move]
        for slot, move in moves:
            price = prices[slot] + far * move // norm
            prices[slot] = min(dearest, max(-dearest if required[slot] else 0, price))
        return prices
    norm = sum(over * over for _, over in moves)
    step = max(1, length * gap // (_STEP_UNIT * norm))
    for slot, over in moves:
        price = prices[slot] + step * over
        prices[slot] = min(dearest, max(-dearest if required[slot] else 0, price))
    return prices


def _excess(component: Component, bound: Bound) -> list[int]:
    """How often a sequence that attains the bound takes each slot, less one.

    Of equal ways to go on in a layer it takes none first, then the first candidate.
    """
    excess = [-1] * len(bound.prices)
    layer, point = 0, -1
    while layer < len(component.layers):
        chosen = bound.best_of_layer[layer]
        if point >= 0 and bound.from_point[point] >= bound.from_layer[layer]:
            continuing = bound.best_of_point[point]
            if bound.from_point[point] > bound.from_layer[layer] or continuing < chosen:
                chosen = continuing
        if chosen < 0:
            layer, point = layer + 1, -1
            continue
        candidate = component.candidates[chosen]
        layer, point = candidate.end_layer, candidate.end_point
        for slot in range(candidate.first_slot, candidate.end_slot):
            excess[slot] += 1
    return excess
