"""One pass over an open part, which proves most parts of a sentence by itself.

If slots are free to all, it is easily told what each layer and all after it can add at most. By
that, a choice is read off from left to right: where it comes to as much as the bound, nothing is
better. Else only states that promise more than this choice are gone through; where a layer has too
many, those that promise most: mostly none that was given up could have led to more.

The states are those of ``search/optimal/layered.py``. But most parts are a word that stands two
times or three, and a component with all its candidates would take longer to build than to search.
So this pass works on the tokens themselves: a state is one integer, with the bits of the slots that
are taken and, above them, the bit of the slot with which a run would go on.
"""

from itertools import accumulate
from operator import itemgetter, xor
from typing import Final, TypeAlias

from ...limits import Limits
from ...result import Pair
from .certain import CertainMatches
from .components import OpenPart
from .reduction import Reduction

_FEW: Final = 16
"""Times the limit of states for everything: candidates of a part that is small."""
_SLOTS: Final = 64
"""Of a part that is small, at most."""
_KEPT: Final = 2
"""Times the width of a first pass: states that are kept of a layer."""

_Chain: TypeAlias = "tuple[_Chain, Pair] | None"
"""The matches chosen so far, last first."""

_States: TypeAlias = dict[int, tuple[int, _Chain]]
"""A state to its value and choices."""

_Follower: TypeAlias = tuple[int, int, int, Pair | None]
"""A state after a layer: what it promises, its value, itself, and what was matched."""

_Option: TypeAlias = tuple[int, int, int, int, Pair]
"""The bit of a slot, the bit of a state that has a run go on with it, value, the bit of the slot
with which a run goes on after it, or 0; and the match that it stands for."""


def search_in_one_pass(
    part: OpenPart, reduction: Reduction, certain: CertainMatches, limits: Limits, budget: int
) -> tuple[list[Pair] | None, int]:
    """The best choice of a part.

    Args:
        part: what to search.
        reduction: tells what is required.
        certain: tells what certain matches there are, and which tokens are open.
        limits: how many states are too many.
        budget: steps; once it is used up, one state a layer is kept.

    Returns:
        The matches, or None if they are not proved; and the steps taken.
    """
    if not _is_small(part, certain, limits):
        return None, 0
    layers = _Layers(part, reduction, certain)
    best = layers.read_off()
    steps = sum(map(len, layers.options))
    known, given_up = best and best[0], None
    states: _States = {} if known == layers.promises[0][0] else {0: (0, None)}
    for number, options in enumerate(layers.options):
        most = _KEPT * limits.first_width if steps <= budget else 1
        if len(states) > most:
            states, first, promise = layers.most_promising(number, states, most)
            given_up = promise if given_up is None else max(given_up, promise)
            if first < given_up:
                return None, steps
        steps += len(states) * len(options)
        states = layers.expand(number, states, known)
    best = states.get(0, best)
    if best is None or (given_up is not None and given_up > best[0]):
        return None, steps
    _, chain = best
    chosen: list[Pair] = []
    while chain is not None:
        chain, pair = chain
        chosen.append(pair)
    return chosen, steps


def _is_small(part: OpenPart, certain: CertainMatches, limits: Limits) -> bool:
    candidates = sum(
        [len(certain.hypothesis[s]) * len(certain.reference[t]) for s, t, _, _ in part.pairs]
    )
    slots = max(len(part.hypothesis), len(part.reference))
    return candidates <= _FEW * limits.everything and slots <= _SLOTS


class _Layers:
    """What the pass has to know of each layer.

    Attributes:
        options: of each, the candidates, by slot.
        may_skip: of each, whether nothing needs to be taken.
        due: of each, the slots that must be taken by then.
        remembered: of each, the slots that a later one may take.
        width: how many slots there are.
        adjacency: what it is worth that a run goes on: more than all distances.
        promises: of each, and of the end, the best that it and all after it can add, if slots are
            free to all; and where a run goes on with a slot, by its bit.
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
        beside = {  # the tokens at which a certain match goes on or is gone on with, or edges may
            i: (partner.get(i - 1, -2) + 1, partner.get(i + 1, -1) - 1, edges[i + 1] >> 2)
            for i in part.hypothesis
        }
        slots_of_type = _slots_of_types(part, certain)
        last_layer: dict[int, int] = {}
        self.options: list[list[_Option]] = []
        for number, (token, t) in enumerate(own.items()):
            options: list[_Option] = []
            for slot, stage in slots_of_type[t]:
                last_layer[slot] = number
                i, j = (token, slot) if by_hypothesis else (slot, token)
                after, before, going_on = beside[i]
                worth = -abs(i - j)
                if after == j:
                    worth += self.adjacency
                following = 0
                if before == j:
                    worth += self.adjacency
                elif going_on >> j & 1:
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
        self.promises = self._promise_without_prices()

    def read_off(self) -> tuple[int, _Chain] | None:
        """What takes in each layer what promises most, the first of equals.

        Returns:
            Its value and matches, or None if it could not take all that is required.
        """
        state, value = 0, 0
        chain: _Chain = None
        for number in range(len(self.options)):
            followers = self._followers(number, state, value)
            if not followers:
                return None
            _, value, state, pair = max(followers, key=itemgetter(0))
            if pair is not None:
                chain = chain, pair
        return value, chain

    def expand(self, number: int, states: _States, known: int | None) -> _States:
        """From all states before a layer, to those that promise more than is known.

        Of two ways to reach one state the better is kept, the first of equals.
        """
        after: _States = {}
        for state, (value, chain) in states.items():
            for promise, total, key, pair in self._followers(number, state, value):
                if known is not None and promise <= known:
                    continue
                before = after.get(key)
                if before is None or total > before[0]:
                    after[key] = (total, chain if pair is None else (chain, pair))
        return after

    def _followers(self, number: int, state: int, value: int) -> list[_Follower]:
        """From a state before a layer: by each candidate, then by none if it may."""
        width, adjacency = self.width, self.adjacency
        due, remembered = self.due[number], self.remembered[number]
        rest, promised = self.promises[number + 1]
        followers: list[_Follower] = []
        for bit, going_on, worth, following, pair in self.options[number]:
            taken = state | bit
            if state & bit or due & ~taken:
                continue
            total = value + worth
            if state & going_on:
                total += adjacency
            key, further = taken & remembered, rest
            if following and not taken & following:
                key |= following << width
                further = max(rest, promised[following])
            followers.append((total + further, total, key, pair))
        if self.may_skip[number] and not due & ~state:
            followers.append((value + rest, value, state & remembered, None))
        return followers

    def most_promising(self, number: int, states: _States, kept: int) -> tuple[_States, int, int]:
        """Keep the states before a layer that promise most, of more than are kept.

        Returns:
            What is kept, the highest promise, and the highest that was given up.
        """
        rest, going_on = self.promises[number]
        ranked = sorted(
            (-value - max(rest, going_on.get(state >> self.width, rest)), -value, order, state)
            for order, (state, (value, _)) in enumerate(states.items())
        )
        kept_states = {state: states[state] for *_, state in ranked[:kept]}
        return kept_states, -ranked[0][0], -ranked[kept][0]

    def _promise_without_prices(self) -> list[tuple[int, dict[int, int]]]:
        rest, going_on = 0, dict[int, int]()
        promises = [(rest, going_on)]
        for options, may_skip in zip(self.options[::-1], self.may_skip[::-1], strict=True):
            totals = {
                bit: worth + max(rest, going_on.get(following, rest))
                for bit, _, worth, following, _ in options
            }
            best = max(totals.values())
            rest = max(best, rest) if may_skip else best
            going_on = {bit: total + self.adjacency for bit, total in totals.items()}
            promises.append((rest, going_on))
        return promises[::-1]


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
