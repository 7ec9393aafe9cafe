"""Lines and shapes of the picture."""

from typing import Final

from .links_layout import Ends

DASHES: Final = {"stem": "6 3", "synonym": "2 3", "paraphrase": "8 3 2 3"}
"""A stage's line: dashes and gaps in px; one that is not here is unbroken."""


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
