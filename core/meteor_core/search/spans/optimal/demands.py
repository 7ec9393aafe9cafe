"""Counting ahead: how many slots must stay free, and how many must not.

A narrow pass that learns only at its end that its states cannot be completed has found
nothing. These are Hall's conditions for two kinds of sets, those of tokens with the same
neighbours and those of tokens that are connected:

- required slots of a set can only be taken by the layers that can be matched with them, so no more
  of them may be free than there are such layers left;
- required layers of a set can only take the slots that they can be matched with, so no fewer of
  those may be free than there are such layers left.

A *wide* candidate takes more than one layer or slot. So a layer where such ones start may take
several slots, and a required layer that one covers may take none of its own.

The conditions are necessary, so they drop only states that no choice can complete.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ...component import Component


@dataclass(frozen=True, slots=True)
class Demand:
    """After a layer, of these slots at least ``least`` and at most ``most`` must be free."""

    slots: int
    least: int
    most: int


Demands: TypeAlias = list[list[Demand]]
"""Of each layer."""


def demands_on_slots(component: Component) -> Demands:
    """The demands after each layer, only those that a choice could miss."""
    demands: Demands = [[] for _ in component.layers]
    if not (any(component.layer_required) or any(component.slot_required)):
        return demands
    wide = _wide_candidates(component)
    in_wide = {layer for each in wide for layer in range(each.layer, each.end_layer)}
    slots_of_layer = [
        [first for _, after, first, end, *_ in candidates if after - layer == end - first == 1]
        for layer, candidates in enumerate(component.layers)
    ]
    layers_of_slot = _inverse(slots_of_layer, len(component.slot_required))
    groups = list(_connected(slots_of_layer, layers_of_slot))
    last = component.last_layer
    for slots, layers in _sets(layers_of_slot, [slots for _, slots in groups]):
        required = [slot for slot in slots if component.slot_required[slot]]
        room = _room(wide, required, layers) if required else {}
        left = sum(room.values())
        for layer in sorted(room):
            left -= room[layer]
            # Slots that no layer from here on can take are no longer remembered as taken.
            waiting = [slot for slot in required if last[slot] >= layer]
            if len(waiting) > left:
                demands[layer].append(Demand(_mask(waiting), 0, left))
    for layers, slots in _sets(slots_of_layer, [layers for layers, _ in groups]):
        required_layers = [
            layer for layer in layers if component.layer_required[layer] and layer not in in_wide
        ]
        room = _room(wide, slots, [layer for slot in slots for layer in layers_of_slot[slot]])
        if sum(room.values()) <= len(slots):  # enough for everybody
            continue
        for layer in sorted(room):
            left = sum(other > layer for other in required_layers)
            if left:
                open_slots = [slot for slot in slots if last[slot] > layer]
                demands[layer].append(Demand(_mask(open_slots), left, len(open_slots)))
    return demands


class _Wide(NamedTuple):
    layer: int
    end_layer: int
    slots: range


def _wide_candidates(component: Component) -> list[_Wide]:
    return [
        _Wide(layer, after, range(first, end))
        for layer, candidates in enumerate(component.layers)
        for _, after, first, end, *_ in candidates
        if after - layer > 1 or end - first > 1
    ]


def _room(wide: list[_Wide], slots: list[int], layers: list[int]) -> dict[int, int]:
    """How many of the slots each layer can take at most, only those that can take any.

    Args:
        wide: candidates that may take several.
        slots: which slots.
        layers: where candidates that are not wide can take one of them.
    """
    room = dict.fromkeys(layers, 1)
    asked = set(slots)
    for layer, _, taken in wide:
        if several := len(asked.intersection(taken)):
            room[layer] = max(several, room.get(layer, 0))
    return room


def _inverse(neighbours: list[list[int]], others: int) -> list[list[int]]:
    """For each of the others, whose neighbour it is."""
    inverse: list[list[int]] = [[] for _ in range(others)]
    for vertex, near in enumerate(neighbours):
        for other in near:
            inverse[other].append(vertex)
    return inverse


def _mask(slots: list[int]) -> int:
    mask = 0
    for slot in slots:
        mask |= 1 << slot
    return mask


def _sets(
    neighbours: list[list[int]], groups: list[list[int]]
) -> Iterator[tuple[list[int], list[int]]]:
    """Sets of vertices with the same neighbours, and connected ones, with their neighbours."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for vertex, near in enumerate(neighbours):
        alike.setdefault(tuple(near), []).append(vertex)
    for shared, vertices in alike.items():
        yield vertices, sorted(shared)
    for group in groups:
        yield group, sorted({vertex for member in group for vertex in neighbours[member]})


def _connected(
    slots_of_layer: list[list[int]], layers_of_slot: list[list[int]]
) -> Iterator[tuple[list[int], list[int]]]:
    """Layers and slots of each part that candidates hold together."""
    seen: set[int] = set()
    for start in range(len(slots_of_layer)):
        if start in seen:
            continue
        layers, slots, stack = {start}, set[int](), [start]
        while stack:
            for slot in slots_of_layer[stack.pop()]:
                if slot in slots:
                    continue
                slots.add(slot)
                fresh = set(layers_of_slot[slot]) - layers
                layers |= fresh
                stack.extend(fresh)
        seen |= layers
        yield sorted(layers), sorted(slots)
