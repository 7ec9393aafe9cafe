"""Elements of SVG documents."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, tostring

from .look import LOOK
from .palette import Paint
from .strokes import path
from .text_measure import FONT_FAMILY, has_known_width, text_width


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
        title: one line that says what is seen.
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
