"""The choices of links with the most adjacencies.

Links split into parts that share no token and no diagonal. A part is closed by a pass that lists
all its best choices (``ties.py``), if it has few states. They are few where a choice as good as the
bound is known: in most parts of sentences the bound itself suggests one, read off from left to
right, and in others after a few sweeps. Else the bound is lowered as far as it goes, and then what
it says is in no choice *as good as the bound* is removed: on real text the bound, rounded down to
adjacencies, is the optimum almost always, so it is taken for the target. The rest splits into
smaller parts, which are closed in the same way. If they reach the target together, that is the
optimum, and no other choice with as many was removed. If their bounds say that they cannot, no
choice reaches the target: what was removed is put back, and the next target is one less.

A part whose optimum is known, but not all of its best choices, is *left*, as is one for which the
budget is used up. It can be closed later, when it is known how far from the diagonal a choice may
be (``distance.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ....component import join, root
from ....limits import Effort, Limits
from .bound import ADJACENCY, AdjacencyBound, LinkPart
from .links import AdjacencyLinks
from .ties import Allowance, TieGraph, find_ties

_MAX_DEPTH: Final = 12
_FIRST_LENGTH: Final = 1024
_LENGTH: Final = 512
_FIRST_SWEEPS: Final = 8
"""Of the bound, before the first pass."""
_MIN_SWEEPS: Final = 30
"""Before another pass, and one for every few links:"""
_LINKS_A_SWEEP: Final = 4
_NONE: Final = -(1 << 20)
"""Adjacencies of no choice at all."""


@dataclass(slots=True)
class Known:
    """Adjacencies of the best choice known, and a number that no choice exceeds."""

    value: int
    upper: int


@dataclass(frozen=True, slots=True)
class _LeftPart:
    links: list[int]
    known: Known


class AdjacencySearch:
    """The search for the most adjacencies.

    Attributes:
        known: what it knows of all parts together.
        graphs: all best choices of the parts that are closed.
        fixed: links that all best choices have, in parts without a choice.
    """

    def __init__(
        self, links: AdjacencyLinks, chosen: set[int], limits: Limits, effort: Effort
    ) -> None:
        """Search from a possible choice of links."""
        self.graphs: list[TieGraph] = []
        self.fixed: list[int] = []
        self._links, self._chosen, self._limits, self._effort = links, chosen, limits, effort
        self._bound = AdjacencyBound(len(links.slot_required))
        self._left: list[_LeftPart] = []
        self._fits = True
        self.known = self._close_parts(range(len(links.edge)), 0)

    @property
    def is_proved(self) -> bool:
        """Whether no choice has more adjacencies than the known one."""
        return self.known.value == self.known.upper

    @property
    def left_links(self) -> list[int]:
        """Links of the best choices known of the parts that were left."""
        return [link for left in self._left for link in left.links if link in self._chosen]

    def choose_near(self, allowance: Allowance) -> None:
        """Choose near links with as many adjacencies in the parts that were left."""
        for left in self._left:
            part = self._take(left.links)
            self._bound.start(part)
            found = find_ties(
                part,
                self._bound,
                left.known.value,
                width=16 * self._limits.first_width,
                to_stop=False,
                effort=self._effort,
                allowance=allowance,
            )
            if found.adjacencies >= 0:
                self._choose(part, found.links)

    def close_left(self, allowance: Allowance) -> bool:
        """Try again to find all best choices of parts that were left, within an allowance.

        Returns:
            False if some part has none.
        """
        still_left: list[_LeftPart] = []
        for number, left in enumerate(self._left):
            part = self._take(left.links)
            self._bound.start(part)
            known = Known(left.known.value, left.known.upper)
            width = 1024 * self._limits.first_width
            if not self._pass(part, known, known.value, width, to_stop=True, allowance=allowance):
                still_left.append(left)
            elif known.upper < known.value:
                self._left = still_left + self._left[number:]
                return False
        self._left = still_left
        return True

    def _close_parts(self, links: Sequence[int], depth: int) -> Known:
        total = Known(0, 0)
        for numbers in self._split(links):
            closed = self._close(numbers, depth)
            total.value += closed.value
            total.upper += closed.upper
        return total

    def _split(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return independent parts, in the order of their first links."""
        links = self._links
        parent = {link: link for link in numbers}
        last_of_layer: dict[int, int] = {}
        last_of_slot: dict[int, int] = {}
        for link in numbers:
            join(parent, last_of_layer.setdefault(links.layer[link], link), link)
            join(parent, last_of_slot.setdefault(links.slot[link], link), link)
            if links.next[link] >= 0:
                join(parent, link, links.next[link])
        parts: dict[int, list[int]] = {}
        for link in numbers:
            parts.setdefault(root(parent, link), []).append(link)
        return list(parts.values())

    def _take(self, numbers: Sequence[int]) -> LinkPart:
        self._effort.edges += len(numbers)
        return LinkPart(self._links, numbers)

    def _close(self, numbers: list[int], depth: int) -> Known:
        part, bound = self._take(numbers), self._bound
        if len(part.link) == len(part.layers) == len(part.slot_name):  # no token has two links
            self._chosen.update(part.link)
            self.fixed += part.link
            value = self._value_of_chosen(part)
            return Known(value, value)
        bound.start(part)
        known = Known(self._value_of_chosen(part), bound.value // ADJACENCY)
        self._read_off(part, known)
        if depth == 0:
            if known.value < known.upper:
                self._lower(part, known, length=_FIRST_LENGTH, sweeps=_FIRST_SWEEPS)
            widest = 16 * self._limits.first_width
            if self._pass(part, known, known.value, widest, to_stop=True):
                return known
        if self._close_by_bound(part, known, 4 * self._limits.first_width, depth):
            return known
        if known.upper < 0:  # there is no choice at all
            return Known(_NONE, _NONE)
        return self._leave(part, known)

    def _close_by_bound(self, part: LinkPart, known: Known, width: int, depth: int) -> bool:
        """Lower the bound, remove links that it rules out, and close the rest."""
        limits = self._limits
        length = _LENGTH if depth else _FIRST_LENGTH
        if depth and self._reach_target(part, known, width):
            return True
        while not self._effort.is_spent and known.upper >= 0:
            sweeps = _MIN_SWEEPS + len(part.link) // _LINKS_A_SWEEP
            self._lower(part, known, length=length, sweeps=min(limits.sweeps, sweeps))
            length = _LENGTH
            if known.upper < 0:
                break
            rest = self._remove(part, known.upper) if depth < _MAX_DEPTH else None
            if rest is None:
                proved = known.value == known.upper
                if not self._fits or (proved and width >= 16 * limits.first_width):
                    break
                width *= limits.wider
            elif self._close_rest(part, known, rest, depth):
                return True
            if self._reach_target(part, known, width):
                return True
        return False

    def _lower(self, part: LinkPart, known: Known, *, length: int, sweeps: int) -> None:
        """Lower the bound, and record the choice that it suggests then."""
        self._bound.improve(part, known.value, length=length, sweeps=sweeps, effort=self._effort)
        known.upper = max(known.value, min(known.upper, self._bound.value // ADJACENCY))
        self._read_off(part, known)

    def _reach_target(self, part: LinkPart, known: Known, width: int) -> bool:
        """Try to find all choices as good as the bound, else those with one less, and so on.

        Returns:
            Whether the part is closed.
        """
        while not self._effort.is_spent and known.upper >= 0:
            target = known.upper
            if not self._pass(part, known, target, width, to_stop=False):
                return False
            if known.upper >= target:
                return True
        return False

    def _pass(
        self,
        part: LinkPart,
        known: Known,
        target: int,
        width: int,
        *,
        to_stop: bool,
        allowance: Allowance | None = None,
    ) -> bool:
        """Try to find all choices of a target; return whether that succeeded.

        If there are none, ``known.upper`` is below the target then.
        """
        found = find_ties(
            part,
            self._bound,
            target,
            width=width,
            to_stop=to_stop,
            effort=self._effort,
            allowance=allowance,
        )
        self._fits = found.fits
        if found.adjacencies >= 0 and (found.adjacencies > known.value or found.complete):
            known.value = found.adjacencies
            self._choose(part, found.links)
        if not found.complete:
            reachable = max(known.value, target - 1, found.given_up // ADJACENCY)
            known.upper = min(known.upper, reachable)
            return False
        if found.graph is None:
            known.upper = target - 1
            return True
        self.graphs.append(found.graph)
        known.upper = known.value
        return True

    def _read_off(self, part: LinkPart, known: Known) -> None:
        """Choose the links that the bound suggests, if they are better than the known ones."""
        if known.value >= known.upper:
            return
        numbers = self._bound.read_off(part)
        if numbers is None:
            return
        self._effort.edges += len(part.link)
        value, wanted, continuing = 0, part.required - sum(part.layer_required), -1
        for e in numbers:
            _, slot, gain, _, following = part.rows[e]
            value += gain + (e == continuing)
            wanted -= part.slot_required[slot]
            continuing = following
        if wanted == 0 and value > known.value:
            known.value = value
            self._choose(part, [part.link[e] for e in numbers])

    def _choose(self, part: LinkPart, links: Sequence[int]) -> None:
        self._chosen.difference_update(part.link)
        self._chosen.update(links)

    def _remove(self, part: LinkPart, value: int) -> list[int] | None:
        """Remove the links of no choice with so many adjacencies.

        Returns:
            The links that are left; None if nothing was removed.
        """
        links = self._links
        link_out, next_out = self._bound.rule_out(part, value)
        any_cut = False
        for e, _, _, _, following in part.rows:
            if following >= 0 and (next_out[e] or link_out[e] or link_out[following]):
                any_cut = True
                links.next[part.link[e]] = links.before[part.link[following]] = -1
        rest = [
            link
            for link, out in zip(part.link, link_out, strict=True)
            if not out
            and (links.may_stop[link] or links.next[link] >= 0 or links.before[link] >= 0)
        ]
        return rest if any_cut or len(rest) < len(part.link) else None

    def _close_rest(self, part: LinkPart, known: Known, rest: list[int], depth: int) -> bool:
        """Close the rest of a part whose links that are in no choice of the target are removed.

        Returns:
            Whether that found its best choices, or all that can be found. If not, there is no
            choice that good, and all is as it was before.
        """
        chosen_before = self._chosen.intersection(part.link)
        prices = [self._bound.all_prices[name] for name in part.slot_name]
        left, graphs, fixed = len(self._left), len(self.graphs), len(self.fixed)
        self._chosen.difference_update(set(part.link).difference(rest))
        if self._has_required(part, rest):
            closed = self._close_parts(rest, depth + 1)
        else:
            closed = Known(_NONE, _NONE)
        if closed.value >= known.upper:
            known.value = known.upper = closed.value
            return True
        refuted = closed.upper < known.upper
        if not refuted and closed.value >= known.value:
            known.value = closed.value
            return True
        del self._left[left:], self.graphs[graphs:], self.fixed[fixed:]
        for (e, _, _, _, following), before in zip(part.rows, part.before, strict=True):
            self._links.next[part.link[e]] = part.link[following] if following >= 0 else -1
            self._links.before[part.link[e]] = part.link[before] if before >= 0 else -1
        if closed.value <= known.value:
            self._chosen.difference_update(part.link)
            self._chosen.update(chosen_before)
        for name, price in zip(part.slot_name, prices, strict=True):
            self._bound.all_prices[name] = price
        known.value = max(known.value, closed.value)
        self._effort.edges += len(part.link)
        self._bound.start(part)
        if not refuted:
            self._leave(part, known)
            return True
        known.upper -= 1
        return False

    def _has_required(self, part: LinkPart, numbers: Sequence[int]) -> bool:
        """Return whether these links could take all required tokens of a part."""
        links = self._links
        layers = {links.layer[link] for link in numbers}
        slots = {links.slot[link] for link in numbers}
        found = sum(links.layer_required[layer] for layer in layers)
        return found + sum(links.slot_required[slot] for slot in slots) == part.required

    def _value_of_chosen(self, part: LinkPart) -> int:
        """Return the value of the chosen links of a part; ``_NONE`` if required tokens are free."""
        value, wanted = 0, part.required
        for rows, required in zip(part.layers, part.layer_required, strict=True):
            for e, slot, gain, _, following in rows:
                if part.link[e] in self._chosen:
                    value += gain + (following >= 0 and part.link[following] in self._chosen)
                    wanted -= required + part.slot_required[slot]
        return value if wanted == 0 else _NONE

    def _leave(self, part: LinkPart, known: Known) -> Known:
        """Leave a part at the best choice known, after a look for a better one."""
        if known.value < known.upper:
            width = 4 * self._limits.first_width
            found = find_ties(
                part,
                self._bound,
                known.value + 1,
                width=width,
                to_stop=False,
                effort=self._effort,
            )
            if found.adjacencies > known.value:
                known.value = found.adjacencies
                self._choose(part, found.links)
        self._left.append(_LeftPart(part.link, Known(known.value, known.upper)))
        return known
