"""What the panels of a sweep's picture share: a place of their own, and text in it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from meteor_core.agreement.axes import Axis, shown

from .elements import text_element
from .palette import Paint
from .texts import text_width

LABEL: Final = 11
FIGURE: Final = 10
EDGE: Final = 12
LINE: Final = 17
ROOM: Final = 600
"""Width that the settings of an axis share, unless they are few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A part of a picture.

    Attributes:
        width, height: in px.
        parts: from the back to the front, from the panel's upper left corner on.
    """

    width: float
    height: float
    parts: Sequence[Element]


def words(
    text: str,
    place: tuple[float, float],
    paint: Paint,
    *,
    anchor: str = "start",
    colour: str = "muted",
    size: float = LABEL,
) -> Element:
    """Text at a place of its baseline."""
    placed = {"x": place[0], "y": place[1], "text-anchor": anchor, **paint.fill(colour)}
    return text_element(text, placed, size)


def widest(axis: Axis) -> float:
    """The width of an axis's widest label."""
    return max(text_width(shown(setting), LABEL) for setting in axis.settings)


def step_of(axis: Axis, most: float) -> float:
    """The distance of an axis's settings across: names need theirs, numbers can be left out."""
    if axis.aligns:
        return max(most, widest(axis) + 12)
    return max(8.0, min(most, ROOM / len(axis.settings)))


def labelled(axis: Axis, step: float, needed: float) -> range:
    """The places of settings that have labels: all, or every so many if there is no room."""
    return range(0, len(axis.settings), max(1, math.ceil(needed / step)))
