"""A pass through all states of an open part, as long as they are few.

It is that of ``search/optimal/layered.py``, and takes as many steps. But most parts are a word that
stands two times or three, and a component with all its candidates would take longer to build than to
search. So this pass works on the tokens themselves: a state is one integer, with the bits of
the slots that are taken and, above them, the bit of the slot with which a run would go on.
"""

from itertools import accumulate
from operator import xor
from typing import TypeAlias

from ...result import Pair
from .certain import CertainMatches
from .components import OpenPart
from .reduction import Reduction

_Chain: TypeAlias = "tuple[_Chain, Pair] | None"
"""The matches chosen so far, last first."""

_Option: TypeAlias = tuple[int, int, int, int, Pair]
"""The bit of a slot, the state's bit where a run goes on with it, value, the bit of the slot with
which a run goes on after it, or 0; and the match that it stands for."""


def search_few_states(
    part: OpenPart, reduction: Reduction, certain: CertainMatches, *, most: int, budget: int
) -> tuple[list[Pair] | None, int]:
    """The best choice of a part.

    Args:
        part: with its tokens.
        reduction: tells what is required.
        certain: tells what certain matches are beside.
        most: states a layer, beyond which it gives up.
        budget: steps, beyond which it gives up.

    Returns:
        The matches, or None if it gave up or there is no choice; and the steps taken.
    """
    layers = _Layers(part, reduction, certain)
    states: dict[int, tuple[int, _Chain]] = {0: (0, None)}
    steps, width = 0, layers.width
    for number, options in enumerate(layers.options):
        if len(states) > most or steps > budget:
            return None, steps
        steps += len(states) * len(options)
        due, remembered = layers.due[number], layers.remembered[number]
        after: dict[int, tuple[int, _Chain]] = {}
        for state, (value, chain) in states.items():
            for bit, own, worth, following, pair in options:
                taken = state | bit
                if state & bit or due & ~taken:
                    continue
                total = value + worth + (layers.adjacency if state & own else 0)
                goes_on = 0 if taken & following else following << width
                key = taken & remembered | goes_on
                known = after.get(key)
                if known is None or total > known[0]:
                    after[key] = (total, (chain, pair))
            if layers.may_skip[number] and not due & ~state:
                key = state & remembered
                known = after.get(key)
                if known is None or value > known[0]:
                    after[key] = (value, chain)
        states = after
    chosen: list[Pair] = []
    if 0 not in states:
        return None, steps
    _, chain = states[0]
    while chain is not None:
        chain, pair = chain
        chosen.append(pair)
    return chosen, steps


class _Layers:
    """What the pass has to know of each layer.

    Attributes:
        options: of each, the candidates, by slot.
        may_skip: of each, whether nothing needs to be taken.
        due: of each, the slots that must be taken by then.
        remembered: of each, the slots that a later one may take.
        width: how many slots there are.
        adjacency: what it is worth that a run goes on: more than all distances.
    """

    def __init__(self, part: OpenPart, reduction: Reduction, certain: CertainMatches) -> None:
        sides = (
            (part.hypothesis, reduction.required_hypothesis),
            (part.reference, reduction.required_reference),
        )
        by_hypothesis = part.by_hypothesis
        (own, required), (other, required_slots) = sides if by_hypothesis else sides[::-1]
        self.width = len(other)
        self.adjacency = len(own) * (max(*own, *other) + 1)
        self.may_skip = [t not in required for t in own.values()]
        slot_bit = {token: 1 << slot for slot, token in enumerate(other)}
        partner, edges = certain.partner, certain.edges
        slots_of_type = _slots_of_types(part, certain)
        last_layer: dict[int, int] = {}
        self.options: list[list[_Option]] = []
        for number, (token, t) in enumerate(own.items()):
            options: list[_Option] = []
            for slot, stage in slots_of_type[t]:
                last_layer[slot] = number
                i, j = (token, slot) if by_hypothesis else (slot, token)
                worth = -abs(i - j)
                if partner.get(i - 1) == j - 1:
                    worth += self.adjacency
                following = 0
                if partner.get(i + 1) == j + 1:
                    worth += self.adjacency
                elif edges[i + 1] >> j + 2 & 1:
                    following = slot_bit[slot + 1]
                bit = slot_bit[slot]
                options.append((bit, bit << self.width, worth, following, (i, j, stage)))
            self.options.append(options)
        self.due, ended = [0] * len(own), [0] * len(own)
        for slot, number in last_layer.items():
            ended[number] |= slot_bit[slot]
            if other[slot] in required_slots:
                self.due[number] |= slot_bit[slot]
        self.remembered = list(accumulate(ended, xor, initial=(1 << self.width) - 1))[1:]


def _slots_of_types(part: OpenPart, certain: CertainMatches) -> dict[int, list[tuple[int, int]]]:
    """For each type of a layer its slots, ascending, with the stages of their matches."""
    slots: dict[int, list[tuple[int, int]]] = {}
    for s, t, stage, _ in part.pairs:
        if part.by_hypothesis:
            slots.setdefault(s, []).extend([(j, stage) for j in certain.reference[t]])
        else:
            slots.setdefault(t, []).extend([(i, stage) for i in certain.hypothesis[s]])
    for each in slots.values():
        each.sort()
    return slots
