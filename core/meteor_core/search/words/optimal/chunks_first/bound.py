"""How many adjacencies a part of the links can have at most.

A Lagrangian bound: each slot has a price, links pay it, and each price is paid back once. This
counts adjacencies alone, with the same unit each, so that the prices converge: on real text the
bound comes within one adjacency of the optimum almost always, which a bound that has to tell places
of distance apart does not.

Steps go in the direction of the excess and of the rest of the last direction (a heavy ball),
and their lengths are Polyak's for a target near below. Once the bound proves a number of
adjacencies, lower ones would only rule out a little more, so it ends with the first steps that
bring nothing. Numbers are in units of 1/ADJACENCY.

From the bound and a pass in the other direction follows of each link, and of each two adjacent
links, the best bound of a choice that has them. Links below a number of adjacencies are in no
choice with as many.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from ....limits import Effort
from .links import AdjacencyLinks

ADJACENCY: Final = 256
"""What one adjacency is worth."""

NO_WAY: Final = -(1 << 29)

_STEP_UNIT: Final = 1024
_MIN_STEP: Final = 16
_PATIENCE_STEPS: Final = 8
_FINE: Final = 16
"""What a direction is multiplied by."""
_DEAREST: Final = 16 * ADJACENCY

LinkRow: TypeAlias = tuple[int, int, int, bool, int]
"""Number, slot, gain, whether it may stop, next link or -1; all of a part's own numbers."""


class LinkPart:
    """Links that are searched together, by numbers of their own, in their order.

    Attributes:
        link: of each, its number among all links.
        layers: of each layer, its links.
        before: of each link, the one before it on its diagonal, or -1.
        layer_required: of each layer.
        slot_name: of each slot, what ``AdjacencyLinks`` call it; ordered by first layer.
        first_layer: of each slot.
        last_layer: of each slot.
        slot_required: of each slot.
    """

    def __init__(self, links: AdjacencyLinks, numbers: Sequence[int]) -> None:
        """Take the links with these numbers, which ascend."""
        self.link = list(numbers)
        self.layers: list[list[LinkRow]] = []
        self.layer_required: list[bool] = []
        self.slot_name: list[int] = []
        self.first_layer: list[int] = []
        self.last_layer: list[int] = []
        self.slot_required: list[bool] = []
        number_of = {link: number for number, link in enumerate(numbers)}
        number_of[-1] = -1
        slot_number: dict[int, int] = {}
        layer = -1
        for number, link in enumerate(numbers):
            if links.layer[link] != layer:
                layer = links.layer[link]
                self.layers.append([])
                self.layer_required.append(links.layer_required[layer])
            name = links.slot[link]
            slot = slot_number.setdefault(name, len(slot_number))
            if slot == len(self.slot_name):
                self.slot_name.append(name)
                self.first_layer.append(len(self.layers) - 1)
                self.last_layer.append(0)
                self.slot_required.append(links.slot_required[name])
            self.last_layer[slot] = len(self.layers) - 1
            following = number_of[links.next[link]]
            row = (number, slot, links.gain[link], links.may_stop[link], following)
            self.layers[-1].append(row)
        self.before = [number_of[links.before[link]] for link in numbers]
        self.rows = [row for rows in self.layers for row in rows]

    @property
    def required(self) -> int:
        """How many layers and slots are required."""
        return sum(self.layer_required) + sum(self.slot_required)


class AdjacencyBound:
    """A bound on the adjacencies of a part.

    Attributes:
        all_prices: by name of slot; what parts have found out.
        prices: of the present part, by its own slots.
        value: the bound on the whole part.
        all_of_part: the sum of the prices.
        from_layer: per layer, and for the end, the best that it and all after it can add.
        going_on: per link, the best that it and all after it can add where it continues a run.
    """

    def __init__(self, slots: int) -> None:
        """Start with prices of 0."""
        self.all_prices = [0] * slots
        self.prices: list[int] = []
        self.value = self.all_of_part = 0
        self.from_layer: list[int] = []
        self.going_on: list[int] = []
        self._starting: list[int] = []
        self._best_of_layer: list[int] = []

    def start(self, part: LinkPart) -> None:
        """Bound a part with the prices that its slots have."""
        self.prices = [self.all_prices[name] for name in part.slot_name]
        self._sweep(part)

    def improve(
        self, part: LinkPart, known: int, *, length: int, sweeps: int, effort: Effort
    ) -> None:
        """Lower the bound.

        Args:
            part: the one that it was started with.
            known: adjacencies that are possible.
            length: of the first steps.
            sweeps: how many to make at most.
            effort: counts them.
        """
        best, best_prices = self.value, self.prices
        direction = [0] * len(self.prices)
        made = disappointments = 0
        while (
            best > ADJACENCY * known
            and length >= _MIN_STEP
            and made < sweeps
            and not effort.is_spent
        ):
            if not self._step(part, known, length, direction):
                break
            made += 1
            effort.edges += len(part.link)
            self._sweep(part)
            if self.value < best:
                best, best_prices, disappointments = self.value, self.prices, 0
                continue
            disappointments += 1
            if disappointments == _PATIENCE_STEPS:
                if best < ADJACENCY * (known + 1):  # the number is proved, and this is near it
                    break
                length, disappointments = length * 5 // 8, 0
        for name, price in zip(part.slot_name, best_prices, strict=True):
            self.all_prices[name] = price
        self.start(part)

    def rule_out(self, part: LinkPart, known: int) -> tuple[list[bool], list[bool]]:
        """Find what no choice with so many adjacencies has, by the bound of the last ``start``.

        Returns:
            Of each link whether it is ruled out, and whether its adjacency with the next is.
        """
        least = ADJACENCY * known - self.all_of_part
        link_out, next_out = [False] * len(part.link), [False] * len(part.link)
        passing = [NO_WAY] * len(part.link)
        until = 0  # the best of all layers before
        for rows, required in zip(part.layers, part.layer_required, strict=True):
            best = NO_WAY if required else until
            for e, slot, gain, may_stop, _ in rows:
                own = ADJACENCY * gain - self.prices[slot]
                before = part.before[e]
                continued = passing[before] + ADJACENCY if before >= 0 else NO_WAY
                passing[e] = own + max(continued, until)
                best = max(best, passing[e] if may_stop else own + continued)
                through = max(continued + self.going_on[e], until + self._starting[e])
                link_out[e] = through < least
                if before >= 0:
                    next_out[before] = continued + self.going_on[e] < least
            until = best
        return link_out, next_out

    def read_off(self, part: LinkPart) -> list[int] | None:
        """Make a choice from left to right, by the promise of the bound.

        Returns:
            Links of the part; None if a layer that is required comes to nothing.
        """
        taken = [False] * len(self.prices)

        def is_free(e: int) -> bool:
            return e >= 0 and not taken[part.rows[e][1]]

        chosen: list[int] = []
        continuing, must = -1, False
        for layer, required in enumerate(part.layer_required):
            link = continuing
            if not must:
                best = NO_WAY if continuing < 0 else self.going_on[continuing] + ADJACENCY
                if not required and self.from_layer[layer + 1] > best:
                    best, link = self.from_layer[layer + 1], -1
                for e, _, _, may_stop, following in part.layers[layer]:
                    if self._starting[e] > best and is_free(e) and (may_stop or is_free(following)):
                        best, link = self._starting[e], e
            if link < 0:
                if required:
                    return None
                continuing, must = -1, False
                continue
            _, slot, _, may_stop, following = part.rows[link]
            must = link != continuing and not may_stop
            chosen.append(link)
            taken[slot] = True
            continuing = following if is_free(following) else -1
        return chosen

    def _sweep(self, part: LinkPart) -> None:
        prices, count = self.prices, len(part.layers)
        self.from_layer, self._best_of_layer = [0] * (count + 1), [-1] * count
        self.going_on = going_on = [0] * len(part.link)
        self._starting = starting = [0] * len(part.link)
        after = 0
        for layer in range(count - 1, -1, -1):
            best, chosen = NO_WAY if part.layer_required[layer] else after, -1
            for e, slot, gain, may_stop, following in part.layers[layer]:
                own = ADJACENCY * gain - prices[slot]
                further = going_on[following] + ADJACENCY if following >= 0 else NO_WAY
                # ``max`` takes longer than all else.
                going_on[e] = own + (after if after > further else further)  # noqa: FURB136
                starting[e] = begun = going_on[e] if may_stop else own + further
                if begun > best:
                    best, chosen = begun, e
            self.from_layer[layer] = after = best
            self._best_of_layer[layer] = chosen
        self.all_of_part = sum(prices)
        self.value = after + self.all_of_part

    def _excess(self, part: LinkPart) -> list[int]:
        """How often a sequence that attains the bound takes each slot, less one.

        Of equal ways to go on it takes the one that continues a run, else none, else the first
        link.
        """
        excess = [-1] * len(self.prices)
        continuing, must = -1, False
        for layer, best in enumerate(self._best_of_layer):
            if continuing >= 0 and (
                must or self.going_on[continuing] + ADJACENCY >= self.from_layer[layer]
            ):
                chosen, must = continuing, False
            else:
                chosen = best
                must = chosen >= 0 and not part.rows[chosen][3]
            continuing = -1
            if chosen >= 0:
                _, slot, _, _, continuing = part.rows[chosen]
                excess[slot] += 1
        return excess

    def _step(self, part: LinkPart, known: int, length: int, direction: list[int]) -> bool:
        """Make a subgradient step; return False if the prices are already the best."""
        norm, prices, required = 0, self.prices, part.slot_required
        for slot, over in enumerate(self._excess(part)):
            move = _FINE * over + (3 * direction[slot] >> 2)
            if move < 0 and prices[slot] == 0 and not required[slot]:
                move = 0
            direction[slot] = move
            norm += move * move
        if norm == 0:
            return False
        gap = min(self.value - ADJACENCY * known, 4 * ADJACENCY)
        # A step is length * gap / norm, of whose fraction eight bits are kept.
        step = max(1, length * gap * _FINE * 256 // (_STEP_UNIT * norm))
        prices = [price + (step * move >> 8) for price, move in zip(prices, direction, strict=True)]
        for slot, price in enumerate(prices):
            if price > _DEAREST:
                prices[slot] = _DEAREST
            elif price < 0:
                prices[slot] = max(-_DEAREST, price) if required[slot] else 0
        self.prices = prices
        return True
