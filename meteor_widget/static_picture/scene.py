"""The frame in which the parts of a layout are placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .across import Across, Directions, Rows
from .bands import Band
from .rows import Alignment, Match, Measure, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is known before anything is placed from top to bottom."""

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
