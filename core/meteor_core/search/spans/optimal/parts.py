"""What is left of a component where only choices of some value are wanted, and how it falls apart.

From the bound and a pass in the other direction follows, of each candidate, the best bound of a
choice that has it: the best way to the place where it starts, what it brings, and the best way on,
with all prices paid back. Where that is less than what is wanted, no wanted choice has the
candidate. In the same way

- no wanted choice has two candidates meet at a point if that is bounded by too little;
- each takes a layer if what takes nothing there is;
- each takes a slot if the whole bound without the slot's price is: it pays back a price that
  nobody has paid.

What is left splits into parts that share no layer, no slot and no point. A wanted choice is a
choice of each part, and its value is the sum of theirs. The prices stay as they are, so that the
bounds of all parts together are no more than that of the whole, but for required slots that
nothing is left to take.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...component import Candidate, Component, as_layers
from ...disjoint_sets import join, root
from .bound import IMPOSSIBLE, Bound, bound_with_prices


@dataclass(frozen=True, slots=True, kw_only=True)
class Remainder:
    """What choices of the wanted value have of a component.

    Attributes:
        numbers: the candidates that may be in one, in their order.
        points: where two of them may meet.
        layer_required: per layer, whether each has it taken.
        slot_required: per slot, whether each has it taken.
    """

    numbers: list[int]
    points: set[int]
    layer_required: list[bool]
    slot_required: list[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Candidates of a component that are one by themselves.

    Attributes:
        component: this one.
        numbers: of each candidate, its number in the larger one.
        bound: by the prices that its slots have there.
    """

    component: Component
    numbers: list[int]
    bound: Bound


def rule_out(component: Component, bound: Bound, wanted: int) -> Remainder:
    """What is left for choices of at least the value ``wanted``."""
    to_layer = [0] + [IMPOSSIBLE] * len(component.layers)
    to_point = [IMPOSSIBLE] * len(component.point_slot)
    prices, from_layer, from_point = bound.prices, bound.from_layer, bound.from_point
    # What a sequence has to be worth, before what is paid is paid back.
    least = wanted - bound.prices_from[0]
    numbers: list[int] = []
    layer_required: list[bool] = []
    for layer, candidates in enumerate(component.layers):
        before = to_layer[layer]
        for number, after, first, end, reward, start, end_point in candidates:
            value = before
            if start >= 0:
                value = max(value, to_point[start] + component.adjacency)
            value += reward - sum(prices[first:end])
            to_layer[after] = max(to_layer[after], value)
            rest = from_layer[after]
            if end_point >= 0:
                to_point[end_point] = max(to_point[end_point], value)
                rest = max(rest, from_point[end_point])
            if value + rest >= least:
                numbers.append(number)
        is_required = component.layer_required[layer]
        layer_required.append(is_required or before + from_layer[layer + 1] < least)
        if not is_required:
            to_layer[layer + 1] = max(to_layer[layer + 1], before)
    return Remainder(
        numbers=numbers,
        points={p for p, value in enumerate(to_point) if value + from_point[p] >= least},
        layer_required=layer_required,
        slot_required=[
            is_required or bound.value - price < wanted
            for is_required, price in zip(component.slot_required, prices, strict=True)
        ],
    )


def split(component: Component, bound: Bound, remainder: Remainder) -> list[Part]:
    """The parts of what is left, in the order of their first candidates."""
    layer_of = [layer for layer, rows in enumerate(component.layers) for _ in rows]
    parent = {number: number for number in remainder.numbers}
    first_of: dict[tuple[str, int], int] = {}
    for number in remainder.numbers:
        candidate = component.candidates[number]
        places = [("layer", layer) for layer in range(layer_of[number], candidate.end_layer)]
        places += [("slot", slot) for slot in range(candidate.first_slot, candidate.end_slot)]
        points = remainder.points.intersection((candidate.start_point, candidate.end_point))
        places += [("point", point) for point in points]
        for place in places:
            join(parent, number, first_of.setdefault(place, number))
    members: dict[int, list[int]] = {}
    for number in remainder.numbers:
        members.setdefault(root(parent, number), []).append(number)
    return [_part(component, bound, remainder, numbers, layer_of) for numbers in members.values()]


def _part(
    component: Component,
    bound: Bound,
    remainder: Remainder,
    numbers: list[int],
    layer_of: Sequence[int],
) -> Part:
    old = [component.candidates[number] for number in numbers]
    old_layers = [layer_of[number] for number in numbers]
    layers = sorted(
        {k for c, layer in zip(old, old_layers, strict=True) for k in range(layer, c.end_layer)}
    )
    slots = sorted({slot for c in old for slot in range(c.first_slot, c.end_slot)})
    layer_number = {layer: place for place, layer in enumerate(layers)}
    slot_number = {slot: place for place, slot in enumerate(slots)}
    point_slot: list[int] = []
    point_number: dict[int, int] = {}
    for candidate in old:
        point = candidate.start_point
        if point in remainder.points and point not in point_number:
            point_number[point] = len(point_slot)
            point_slot.append(slot_number[candidate.first_slot])
    candidates = [
        Candidate(
            number=number,
            end_layer=layer_number[c.end_layer - 1] + 1,
            first_slot=slot_number[c.first_slot],
            end_slot=slot_number[c.end_slot - 1] + 1,
            reward=c.reward,
            start_point=point_number.get(c.start_point, -1),
            end_point=point_number.get(c.end_point, -1),
        )
        for number, c in enumerate(old)
    ]
    rows, last_layer = as_layers(
        candidates, [layer_number[layer] for layer in old_layers], len(slots)
    )
    prices = [bound.prices[slot] for slot in slots]
    own = Component(
        candidates=candidates,
        layers=rows,
        layer_required=[remainder.layer_required[layer] for layer in layers],
        point_slot=point_slot,
        last_layer=last_layer,
        slot_required=[remainder.slot_required[slot] for slot in slots],
        first_prices=prices,
        adjacency=component.adjacency,
        unit=component.unit,
        dearest=component.dearest,
        likely_gap=component.likely_gap,
        momentum=component.momentum,
        patience=component.patience,
    )
    return Part(component=own, numbers=numbers, bound=bound_with_prices(own, prices))
