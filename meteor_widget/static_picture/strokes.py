"""Lines, shapes and looks of the picture."""

from typing import Final

from .links_layout import Ends
from .look import LOOK

LIGHT: Final = {"font-weight": LOOK.function_word_weight}
FUNCTION_WORD: Final = {**LIGHT, "fill-opacity": LOOK.function_word_opacity}
"""Lighter in weight and, as many fonts have no light weight, in ink."""


def written(value: float) -> str:
    """A number of at most two decimals as SVG has it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(*parts: str | float) -> str:
    """Path data of letters and numbers."""
    return " ".join(part if isinstance(part, str) else written(part) for part in parts)


def curve(x1: float, y1: float, x2: float, y2: float) -> str:
    """A curve that leaves and arrives upright."""
    middle = (y1 + y2) / 2
    return path("M", x1, y1, "C", x1, middle, x2, middle, x2, y2)


def ribbon(above: Ends, below: Ends, y1: float, y2: float) -> str:
    """The area between two such curves."""
    middle = (y1 + y2) / 2
    left = curve(above[0], y1, below[0], y2)
    return path(left, "L", below[1], y2, "C", below[1], middle, above[1], middle, above[1], y1, "Z")
