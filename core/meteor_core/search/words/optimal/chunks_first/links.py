"""The edges of a component that matter to its number of chunks.

Only an edge with a certain neighbour on its diagonal, or an open one, can be in an adjacency; of
500 tokens a side that is one of six. These are the *links*, and the rest can be matched
afterwards: in a free group (``groups.py``) any links that are chosen are completed by edges that
add nothing to the number of adjacencies. The most that links reach is the most that any
choice reaches.

Of a group that is not free the same links are a relaxation. If the choice cannot be completed,
the group becomes *whole*: all its edges are links, and what it requires is required of them.

A link that gains nothing for itself is only chosen beside another one: a run may begin with it only
if the next link of its diagonal follows, as else a choice without it is as good.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..components import WordComponent
from .groups import TokenGroups


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjacencyLinks:
    """Links, numbered by layer, then by slot.

    Attributes:
        edge: of each, its edge of the component.
        layer: of each.
        slot: of each.
        gain: of each, how many certain neighbours it has.
        may_stop: of each, whether it may be taken for itself.
        next: of each, the link that is adjacent after it, or -1; a search cuts these.
        before: of each, the link that is adjacent before it, or -1.
        layer_required: of each layer of the component.
        slot_required: of each slot.
    """

    edge: list[int]
    layer: list[int]
    slot: list[int]
    gain: list[int]
    may_stop: list[bool]
    next: list[int]
    before: list[int]
    layer_required: list[bool]
    slot_required: list[bool]


def list_links(
    component: WordComponent, groups: TokenGroups, whole: Sequence[bool]
) -> AdjacencyLinks:
    """Return the edges with an adjacency, and all edges of whole groups."""
    layer_required = [False] * len(component.layers)
    slot_required = [False] * len(component.slot_required)
    links = AdjacencyLinks(
        edge=[],
        layer=[],
        slot=[],
        gain=[],
        may_stop=[],
        next=[],
        before=[],
        layer_required=layer_required,
        slot_required=slot_required,
    )
    link_of_edge: dict[int, int] = {}
    for layer, edges in enumerate(component.layers):
        is_whole = whole[groups.of_layer[layer]]
        layer_required[layer] = is_whole and component.layer_required[layer]
        for number, _, slot, _, _, start, end in edges:
            gain = component.certain_neighbours(number)
            if not (is_whole or gain or start >= 0 or end >= 0):
                continue
            link_of_edge[number] = len(links.edge)
            links.edge.append(number)
            links.layer.append(layer)
            links.slot.append(slot)
            links.gain.append(gain)
            links.may_stop.append(is_whole or gain > 0)
            if is_whole:
                slot_required[slot] = component.slot_required[slot]
    links.before.extend([-1] * len(links.edge))
    for link, number in enumerate(links.edge):
        following = component.candidates[number].end_point
        links.next.append(link_of_edge[following] if following >= 0 else -1)
        if following >= 0:
            links.before[links.next[link]] = link
    return links
