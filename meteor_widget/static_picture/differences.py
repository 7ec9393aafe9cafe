"""Marks of what differs, on the words of a picture, and their legend: twin of ``differences.ts``.

Each kind has a line or a frame of its own, whatever its colour.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.etree.ElementTree import Element

from .elements import element, path, text_element
from .links_layout import PlacedWord
from .look import LOOK
from .palette import Paint
from .rows import SIDES, Alignment, Measure

_BETWEEN: Final = 14.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """Place of a word: its left end, baseline, width and size of type."""

    x: float
    y: float
    width: float
    size: float


def kind_of(word: PlacedWord, alignment: Alignment) -> str:
    """What became of a word; "kept" where no differences are marked."""
    return "kept" if alignment.kinds is None else alignment.kinds[word.side][word.token]


def marks_on(word: PlacedWord, alignment: Alignment, paint: Paint) -> Iterator[Element]:
    """The marks on a word; none on one that is kept."""
    kind = kind_of(word, alignment)
    if kind in LOOK.kinds:
        box = _Box(x=word.x, y=word.y, width=word.width, size=LOOK.font_size)
        yield from _shapes(LOOK.kinds[kind], box, paint)


def legend_of_differences(
    alignment: Alignment, size: tuple[float, float], paint: Paint, measure: Measure
) -> tuple[float, Sequence[Element]]:
    """The names of the kinds that occur, marked as words of theirs, below a picture.

    Args:
        alignment: with what became of its words.
        size: width and height of the picture.
        paint: of its theme.
        measure: of texts at the pictures' font size.

    Returns:
        their height, and the elements.
    """
    kinds = alignment.kinds or {}
    seen = {kind for side in SIDES for kind in kinds.get(side, ())}
    width, height = size
    x, lines = LOOK.margin, 1
    drawn: list[Element] = []
    for kind, look in LOOK.kinds.items():
        if kind not in seen:
            continue
        room = measure(look["name"]) * LOOK.legend_size / LOOK.font_size
        if x > LOOK.margin and x + room > width:
            x, lines = LOOK.margin, lines + 1
        y = height + lines * LOOK.kind_line - LOOK.kind_line + LOOK.legend_baseline
        fill = paint.fill("muted")
        drawn.append(text_element(look["name"], {"x": x, "y": y, **fill}, LOOK.legend_size))
        drawn += _shapes(look, _Box(x=x, y=y, width=room, size=LOOK.legend_size), paint)
        x += room + _BETWEEN
    return (lines * LOOK.kind_line + LOOK.margin if drawn else 0), drawn


def _shapes(look: Mapping[str, str], box: _Box, paint: Paint) -> Iterator[Element]:
    stroke, shape = paint.stroke(look["colour"]), look["shape"]
    if shape.endswith("frame"):
        dashes = {"stroke-dasharray": "3 2"} if shape.startswith("dashed") else {}
        yield element(
            "rect",
            {
                "x": box.x - 1.5,
                "y": box.y - 0.95 * box.size,
                "width": box.width + 3,
                "height": 1.27 * box.size,
                "rx": 3,
                "fill": "none",
                "stroke-width": 1.25,
                **stroke,
                **dashes,
            },
        )
        return
    for below, thickness, pattern in LOOK.kind_lines[shape]:
        place: dict[str, Any] = {"d": path("M", box.x, box.y + below * box.size, "h", box.width)}
        dashes = {} if pattern is None else {"stroke-dasharray": pattern}
        yield element("path", {**place, "stroke-width": thickness, **stroke, **dashes})
