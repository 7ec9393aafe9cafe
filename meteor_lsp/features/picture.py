"""The alignment of a segment as lines of text, for editors that show nothing but text."""

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

NARROWEST: Final = 40
"""Columns that a picture takes at least: its headline has no use for fewer."""

WIDEST: Final = 500

_STYLES: Final = {colour: f"chunk{number}" for number, colour in enumerate(CHUNK_STYLES, start=1)}
"""A chunk's colour is the editor's to choose, by the name that its semantic tokens have."""


def picture(
    segment: int, result: SegmentResult, *, width: int, source: str | None = None
) -> dict[str, Any]:
    """The lines and the legend, as pieces of text with the names of their styles.

    Args:
        segment: its number, from 1.
        result: what to draw.
        width: columns that a line may have.
        source: what was translated, which stands above all.
    """
    width = max(NARROWEST, min(width, WIDEST))
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
    """The spans, neighbours of one style in one piece, and no blanks at the end."""
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
