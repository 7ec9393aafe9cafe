"""The tokens of a component that its edges hold together.

A group's edges share tokens, directly or through others; diagonals do not count. A group is *free*
when each choice of some of its edges without a common token can be completed to one that takes all
that is required: any two of its tokens from the two sides may be matched, all tokens of the smaller
side are required, and none of the larger (or, of sides of one size, of the other side all that is
required follows). Types that have only each other are a free group. Groups of several types, by
stem or synonym, mostly are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ....component import join, root
from ..components import WordComponent


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Tokens that edges hold together.

    Attributes:
        layers: ascending.
        slots: ascending.
        is_free: whether every choice among its edges can be completed.
    """

    layers: list[int]
    slots: list[int]
    is_free: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGroups:
    """The groups of a component, in the order of their first layers.

    Attributes:
        groups: all of them.
        of_layer: the number of each layer's group.
        of_slot: the number of each slot's group.
        layer_place: the position of each layer's token in its row.
        slot_place: the position of each slot's token in its row.
    """

    groups: list[Group]
    of_layer: list[int]
    of_slot: list[int]
    layer_place: list[int]
    slot_place: list[int]


def find_groups(component: WordComponent) -> TokenGroups:
    """Return the groups of a component."""
    layers, slots = len(component.layers), len(component.slot_required)
    parent = list(range(layers + slots))
    layer_place, slot_place = [0] * layers, [0] * slots
    layer_side, slot_side = (0, 1) if component.by_hypothesis else (1, 0)
    for layer, edges in enumerate(component.layers):
        for number, _, slot, *_ in edges:
            join(parent, layer, layers + slot)
            layer_place[layer] = component.pairs[number][layer_side]
            slot_place[slot] = component.pairs[number][slot_side]
    numbers: dict[int, int] = {}
    group_of = [numbers.setdefault(root(parent, each), len(numbers)) for each in range(len(parent))]
    members: list[tuple[list[int], list[int]]] = [([], []) for _ in numbers]
    for layer, group in enumerate(group_of[:layers]):
        members[group][0].append(layer)
    for slot, group in enumerate(group_of[layers:]):
        members[group][1].append(slot)
    return TokenGroups(
        groups=[
            Group(layers=own, slots=others, is_free=_can_complete_all(component, own, others))
            for own, others in members
        ],
        of_layer=group_of[:layers],
        of_slot=group_of[layers:],
        layer_place=layer_place,
        slot_place=slot_place,
    )


def _can_complete_all(
    component: WordComponent, layers: Sequence[int], slots: Sequence[int]
) -> bool:
    if sum(len(component.layers[layer]) for layer in layers) != len(layers) * len(slots):
        return False
    required_layers = sum(component.layer_required[layer] for layer in layers)
    required_slots = sum(component.slot_required[slot] for slot in slots)
    all_layers, all_slots = required_layers == len(layers), required_slots == len(slots)
    if len(layers) == len(slots):
        return all_layers or all_slots
    if len(layers) < len(slots):
        return all_layers and required_slots == 0
    return all_slots and required_layers == 0
