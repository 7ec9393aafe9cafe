"""Where two rows of words are broken into bands, one above the other.

Band after band, of all pairs of breaks that fit the width and fill it at least half in each row,
the cheapest is taken: filling both rows is good, a match with its two ends in different bands is
bad, a chunk broken apart is a little bad. Ties go to the fuller hypothesis, then to the fuller
reference.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import inf
from typing import Final, TypeAlias

from .rows import SIDES, Alignment, Range, Side
from .slots import Slot

_LEFT_OVER: Final = 1
"""What it costs to leave a word that would have fitted to the next band."""
_BROKEN_CHUNK: Final = 1
"""What a chunk costs that goes on in the next band, for each row."""
_TORN_MATCH: Final = 4
"""What a match costs that has one end in this band and the other in a later one."""
_BROKEN_MATCH: Final = 100
"""What a match costs whose words on one side are broken apart."""

Band: TypeAlias = Mapping[Side, Range]
"""Ranges of tokens, one for each row."""


def bands_of(
    alignment: Alignment, rows: Mapping[Side, Sequence[Slot]], available: float
) -> list[Band]:
    """The bands in order; together they hold each word once. At least one, even of empty rows."""
    bands: list[Band] = []
    ends = dict.fromkeys(SIDES, 0)
    while not bands or any(ends[side] < len(rows[side]) for side in SIDES):
        reach: Band = {
            side: (ends[side], _reach(rows[side], ends[side], available)) for side in SIDES
        }
        is_last = all(reach[side][1] == len(rows[side]) for side in SIDES)
        bands.append(reach if is_last else _cheapest(alignment, reach))
        ends = {side: bands[-1][side][1] for side in SIDES}
    return bands


def _reach(slots: Sequence[Slot], start: int, available: float) -> int:
    """The end of the words from ``start`` on that fit; at least one if there is any."""
    end = start
    used = 0.0
    for slot in slots[start:]:
        if end > start and used + slot.width > available:
            break
        used += slot.width + slot.gap
        end += 1
    return end


def _cheapest(alignment: Alignment, reach: Band) -> Band:
    first, first_reach = reach["hypothesis"]
    second, second_reach = reach["reference"]
    best, best_cost = reach, inf
    cost_of = _costs(alignment, reach)
    for first_end in range(first_reach, _halfway(reach["hypothesis"]) - 1, -1):
        for second_end in range(second_reach, _halfway(reach["reference"]) - 1, -1):
            cost = cost_of(first_end, second_end)
            if cost < best_cost:
                best_cost = cost
                best = {"hypothesis": (first, first_end), "reference": (second, second_end)}
    return best


def _halfway(reach: Range) -> int:
    """The least end of a band's words in a row: half of those that fit, one more if need be."""
    return (reach[0] + reach[1] + 1) // 2


def _costs(alignment: Alignment, reach: Band) -> Callable[[int, int], int]:
    """The cost of ending a band before a token of the hypothesis and one of the reference."""
    first, first_reach = reach["hypothesis"]
    second, second_reach = reach["reference"]
    # A match with an end in an earlier band is torn already, and one beyond reach is not ours.
    near = [
        (match.ends["hypothesis"], match.ends["reference"])
        for match in alignment.matches
        if match.ends["hypothesis"][0] >= first
        and match.ends["reference"][0] >= second
        and (match.ends["hypothesis"][0] < first_reach or match.ends["reference"][0] < second_reach)
    ]
    first_breaks = _breaks("hypothesis", alignment, near)
    second_breaks = _breaks("reference", alignment, near)

    def cost(first_end: int, second_end: int) -> int:
        torn = sum((one[0] < first_end) != (other[0] < second_end) for one, other in near)
        return (
            _LEFT_OVER * (first_reach - first_end + second_reach - second_end)
            + _TORN_MATCH * torn
            + first_breaks(first_end)
            + second_breaks(second_end)
        )

    return cost


def _breaks(
    side: Side, alignment: Alignment, near: Sequence[tuple[Range, Range]]
) -> Callable[[int], int]:
    """What it costs that matches and chunks are broken apart before a token."""
    matches = [ends[SIDES.index(side)] for ends in near]
    chunks = [chunk[side] for chunk in alignment.chunks]

    @cache
    def cost(end: int) -> int:
        broken = sum(start < end < stop for start, stop in matches)
        return _BROKEN_MATCH * broken + _BROKEN_CHUNK * sum(
            start < end < stop for start, stop in chunks
        )

    return cost
