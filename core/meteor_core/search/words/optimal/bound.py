"""How good can a component still get: a Lagrangian bound.

The constraint that makes a component hard is that each slot serves one layer. Give each slot a
price, let a layer pay it, and pay it back once per slot:

    bound = best over all sequences of choices, slots used any number of times, of
            sum of (value - prices paid)  +  sum of all prices.

Every valid choice takes a slot at most once, and a required slot exactly once, so with prices
that are not negative (of any sign on required slots) its value is at most the bound. Without
the slot constraint the best sequence falls out of one backward pass over the edges. Subgradient
steps lower the bound: slots wanted twice get dearer, slots wanted by none get cheaper
(Polyak's step length). Values and prices are integers in units of 1/SCALE, and so are the
steps: a bound is exact, and the same on every machine.
"""

from dataclasses import dataclass
from typing import Final

from .components import Component

SCALE: Final = 32
IMPOSSIBLE: Final = -(1 << 62)

_STEP_UNIT: Final = 1024
_SMALLEST_STEP: Final = 8
_PATIENCE: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Prices, and what they say of each point of a search. All values in units of 1/SCALE.

    Attributes:
        prices: per slot.
        from_edge: per edge, the best that it and all after it can add.
        from_layer: per layer, and for the end, the best that it and all after it can add.
        prices_after: per layer, the sum of the prices of slots that a later layer can take.
        value: the bound on the whole component.
    """

    prices: list[int]
    from_edge: list[int]
    from_layer: list[int]
    prices_after: list[int]
    value: int


def bound_with_prices(component: Component, prices: list[int]) -> Bound:
    """The bound that these prices give."""
    count = len(component.layers)
    from_edge = [0] * len(component.pairs)
    from_layer = [0] * (count + 1)
    bonus = SCALE * component.bonus
    slot, reward, follow = component.slot, component.reward, component.follow
    for layer in range(count - 1, -1, -1):
        after = from_layer[layer + 1]
        best = IMPOSSIBLE if component.layer_required[layer] else after
        for edge in component.layers[layer]:
            rest = after
            if follow[edge] >= 0:
                continued = from_edge[follow[edge]] + bonus
                if continued > rest:  # noqa: PLR1730  # ``max`` takes longer than all else here
                    rest = continued
            worth = SCALE * reward[edge] - prices[slot[edge]] + rest
            from_edge[edge] = worth
            if worth > best:  # noqa: PLR1730  # as above
                best = worth
        from_layer[layer] = best
    prices_after = [0] * count
    for price, last in zip(prices, component.last_layer, strict=True):
        if last:
            prices_after[last - 1] += price
    for layer in range(count - 2, -1, -1):
        prices_after[layer] += prices_after[layer + 1]
    return Bound(
        prices=prices,
        from_edge=from_edge,
        from_layer=from_layer,
        prices_after=prices_after,
        value=from_layer[0] + sum(prices),
    )


def bound_without_prices(component: Component) -> Bound:
    """The bound to begin with."""
    return bound_with_prices(component, [0] * len(component.last_layer))


def improve_bound(
    component: Component, bound: Bound, target: int, sweeps: int
) -> tuple[Bound, int]:
    """Lower a bound until it proves that nothing beats ``target``, or the sweeps run out.

    Args:
        component: what is bounded.
        bound: where to start.
        target: value of the best choice known.
        sweeps: how many prices to try; each takes a pass over all edges.

    Returns:
        The best bound found and the number of sweeps made.
    """
    best, current = bound, bound
    length, disappointments, made = _STEP_UNIT, 0, 0
    while best.value >= SCALE * (target + 1) and length >= _SMALLEST_STEP and made < sweeps:
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
    excess = [-1] * len(bound.prices)
    for edge in _best_sequence(component, bound):
        excess[component.slot[edge]] += 1
    norm = 0
    for slot, over in enumerate(excess):
        if over < 0 and bound.prices[slot] == 0 and not component.slot_required[slot]:
            excess[slot] = 0
        norm += excess[slot] * excess[slot]
    if norm == 0:
        return None
    step = max(1, length * (bound.value - SCALE * target) // (_STEP_UNIT * norm))
    return [
        price + step * over if required else max(0, price + step * over)
        for price, over, required in zip(bound.prices, excess, component.slot_required, strict=True)
    ]


def _best_sequence(component: Component, bound: Bound) -> list[int]:
    """The edges of a sequence that attains the bound."""
    chosen: list[int] = []
    bonus = SCALE * component.bonus
    previous = -1
    for layer, edges in enumerate(component.layers):
        best, best_edge = IMPOSSIBLE, -1
        if not component.layer_required[layer]:
            best = bound.from_layer[layer + 1]
        following = component.follow[previous] if previous >= 0 else -1
        for edge in edges:
            worth = bound.from_edge[edge] + (bonus if edge == following else 0)
            if worth > best:
                best, best_edge = worth, edge
        previous = best_edge
        if best_edge >= 0:
            chosen.append(best_edge)
    return chosen
