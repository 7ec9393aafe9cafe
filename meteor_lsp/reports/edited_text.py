"""Texts cut where their edits begin and end."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from meteor_core.review.edits import ReviewEdit

Piece: TypeAlias = tuple[str, str]
"""A part of a text, and the kind of edit that it is; "" where it is none."""


def pieces(
    text: str, edits: Sequence[ReviewEdit], side: Literal["mt", "post_edit"]
) -> Iterator[Piece]:
    """Yield the parts of the text of one side; what is kept has no kind."""
    place = 0
    for edit in sorted(edits, key=lambda edit: getattr(edit, side)):
        start, end = getattr(edit, side)
        if start == end or edit.kind == "kept":
            continue
        if start > place:
            yield text[place:start], ""
        yield text[start:end], edit.kind
        place = end
    if place < len(text):
        yield text[place:], ""
