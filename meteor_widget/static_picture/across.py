"""Where the words of both rows are from left to right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from .bands import Band
from .links_layout import Ends
from .rows import SIDES, Alignment, Match, Measure, Range, Side
from .slots import Slot
from .texts import Direction

NO_WORDS: Final = "(no words)"

Rows: TypeAlias = Mapping[Side, Sequence[Slot]]
Directions: TypeAlias = Mapping[Side, Direction]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A word's left end with its mark, the width of both, its left end alone, and its band."""

    x: float
    width: float
    word_x: float
    band: int


Across: TypeAlias = Mapping[Side, Sequence[Place]]


def place_across(bands: Sequence[Band], rows: Rows, directions: Directions, edges: Ends) -> Across:
    """Place rows between two edges: from the left one on, or from the right if they run so."""
    left, right = edges
    places: dict[Side, list[Place]] = {side: [] for side in SIDES}
    for side in SIDES:
        is_left_to_right = directions[side] == "ltr"
        for number, band in enumerate(bands):
            used = 0.0
            for slot in rows[side][slice(*band[side])]:
                x = left + used if is_left_to_right else right - used - slot.width
                word_x = x if is_left_to_right else x + slot.width - slot.word_width
                places[side].append(Place(x=x, width=slot.width, word_x=word_x, band=number))
                used += slot.width + slot.gap
    return places


def widest_row(bands: Sequence[Band], rows: Rows, measure: Measure) -> float:
    """The width of the widest row of a band."""
    widest = 0.0
    for side in SIDES:
        if not rows[side]:
            widest = max(widest, measure(NO_WORDS))
        for band in bands:
            widest = max(widest, _width(rows[side][slice(*band[side])]))
    return widest


def _width(slots: Sequence[Slot]) -> float:
    width = 0.0
    for index, slot in enumerate(slots):
        width += slot.width + (slot.gap if index + 1 < len(slots) else 0)
    return width


def extent(places: Sequence[Place], tokens: Range) -> Ends:
    """The ends of some words of a row: of those that are in the first one's band."""
    here = [place for place in places[slice(*tokens)] if place.band == places[tokens[0]].band]
    return min(place.x for place in here), max(place.x + place.width for place in here)


def hull(ends: Iterable[Ends]) -> Ends:
    """The smallest range with all these ranges in it."""
    lefts, rights = zip(*ends, strict=True)
    return min(lefts), max(rights)


def middle(ends: Ends) -> float:
    """Halfway between."""
    return (ends[0] + ends[1]) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The input of vertical layout."""

    alignment: Alignment
    rows: Rows
    directions: Directions
    bands: Sequence[Band]
    across: Across
    measure: Measure

    def band_of(self, side: Side, match: Match) -> int:
        """The index of the band that a match begins in on one side."""
        return self.across[side][match.ends[side][0]].band


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A band and its heights; links go between the bars, from y1 to y2.

    Attributes:
        band: its tokens.
        number: its index.
        within: indices of the matches that have both ends here.
        number_y: baselines of the chunks' numbers.
        word_y: baselines of the words.
        y1: where links begin.
        y2: where links end.
        end: of the band.
    """

    band: Band
    number: int
    within: Sequence[int]
    number_y: Mapping[Side, float]
    word_y: Mapping[Side, float]
    y1: float
    y2: float
    end: float
