"""Elements of SVG documents, and the lines and shapes of pictures."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from xml.etree.ElementTree import Element, tostring

from .links_layout import Ends
from .look import LOOK
from .palette import Paint
from .texts import FONT_FAMILY, has_known_width, text_width


def document(
    size: tuple[float, float],
    parts: Sequence[Element],
    *,
    paint: Paint,
    title: str,
    description: str = "",
    is_on_paper: bool = True,
) -> str:
    """Return a whole document.

    Args:
        size: width and height in px.
        parts: from the back to the front, drawn with the paint.
        paint: of which theme they are.
        title: one line that describes the picture.
        description: the same at length, for readers who do not see the picture.
        is_on_paper: whether it has a background; without one it goes on any that a host may have.
    """
    paper = element("rect", {"width": "100%", "height": "100%", **paint.fill("paper")})
    style_sheet = paint.style_sheet()
    root = element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "role": "img",
            "width": size[0],
            "height": size[1],
            "viewBox": path(0, 0, *size),
            "font-family": FONT_FAMILY,
            "font-size": LOOK.font_size,
        },
        element("title", {}, title),
        *([element("desc", {}, description)] if description else []),
        *([element("style", {}, style_sheet)] if style_sheet else []),
        *([paper] if is_on_paper else []),
        *parts,
    )
    return tostring(root, encoding="unicode")


def text_element(text: str, attributes: Mapping[str, Any], size: float) -> Element:
    """Text that takes the room it was measured to take, whichever font it is drawn in."""
    fixed = {}
    if len(text) > 1 and has_known_width(text):
        fixed = {
            "textLength": round(text_width(text, size), 2),
            "lengthAdjust": "spacingAndGlyphs",
        }
    sized = {} if size == LOOK.font_size else {"font-size": size}
    return element("text", {**attributes, **sized, **fixed}, text)


def element(name: str, attributes: Mapping[str, Any], *children: Element | str) -> Element:
    """An element with these attributes; numbers are written short."""
    made = Element(name, {key: path(value) for key, value in attributes.items()})
    made.extend(child for child in children if isinstance(child, Element))
    made.text = "".join(child for child in children if isinstance(child, str))
    return made


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
