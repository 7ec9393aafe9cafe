"""Draw the alignment of a segment as lines of text, for editors without graphics."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from meteor_core import SegmentResult
from meteor_core.show.text_picture import (
    CHUNK_STYLES,
    STAGE_MARKS,
    Span,
    draw,
    legend,
    wrapped,
)

MIN_WIDTH: Final = 40
"""Columns that the headline needs."""

MAX_WIDTH: Final = 500

_STYLES: Final = {colour: f"chunk{number}" for number, colour in enumerate(CHUNK_STYLES, start=1)}
"""Editors choose a chunk's colour by the name of its semantic token."""


def picture(
    segment: int, result: SegmentResult, *, width: int, source: str | None = None
) -> dict[str, Any]:
    """Return lines and legend as pieces of text with names of styles.

    Args:
        segment: its number, from 1.
        result: what to draw.
        width: columns per line.
        source: the source text, drawn first.
    """
    width = max(MIN_WIDTH, min(width, MAX_WIDTH))
    above = wrapped("src", source, width=width) if source else []
    lines = draw(
        segment,
        result,
        width=width,
        marks=STAGE_MARKS,
        isolated=False,
    )
    return {
        "segment": segment,
        "lines": [_pieces(line) for line in (*above, *lines)],
        "legend": _pieces(legend(STAGE_MARKS, result.alignment.stages)),
    }


def _pieces(line: Sequence[Span]) -> list[dict[str, str]]:
    return [{"text": text, "style": _STYLES.get(style, style)} for text, style in _joined(line)]


def _joined(line: Iterable[Span]) -> list[tuple[str, str]]:
    """Merge neighbours of the same style, and strip trailing blanks."""
    joined: list[tuple[str, str]] = []
    for span in line:
        if joined and joined[-1][1] == span.style:
            joined[-1] = (joined[-1][0] + span.text, span.style)
        else:
            joined.append((span.text, span.style))
    while joined and not joined[-1][0].strip():
        joined.pop()
    if joined:
        joined[-1] = (joined[-1][0].rstrip(), joined[-1][1])
    return joined
