"""Building blocks of documents: lines with segments, wrapped paragraphs, edited texts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meteor_core.review.edits import ReviewEdit
from meteor_core.show.control_characters import escape_controls
from meteor_core.show.display_width import display_width

Lines: TypeAlias = Iterable[tuple[str, int | None]]
"""Lines of a document, each with the number, from 1, of the segment that begins there, if any."""

Piece: TypeAlias = tuple[str, str]
"""A part of a text and its kind of edit; "" if it is unedited."""

GUTTER: Final = 5
"""Columns for the labels of a picture of an alignment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A finished document.

    Attributes:
        content: its text.
        segments: pairs of a line, from 0, and the number, from 1, of a segment that begins there.
    """

    content: str
    segments: tuple[tuple[int, int], ...] = ()


def document_of(lines: Lines) -> Document:
    """Join lines to a document."""
    texts: list[str] = []
    segments = []
    for place, (text, number) in enumerate(lines):
        texts.append(f"{text.rstrip()}\n")
        if number is not None:
            segments.append((place, number))
    return Document(content="".join(texts), segments=tuple(segments))


def labelled(label: str, text: str, width: int, *, gutter: int = GUTTER) -> Iterator[str]:
    """Wrap a text next to its label, escaping control characters.

    Args:
        label: in ASCII.
        text: to wrap.
        width: columns per line.
        gutter: columns for the label.
    """
    lines = list(_wrap(text, max(width - gutter, 20)))
    for number, line in enumerate(lines or ["(empty)"]):
        yield f"{'' if number else label:<{gutter}}{line}"


def _wrap(text: str, room: int) -> Iterator[str]:
    """Wrap a text to columns, breaking only words that are longer than a line.

    wcwidth.wrap takes time by the square of the length of a long word.
    """
    line = ""
    for word in (piece for part in text.split() for piece in _split(escape_controls(part), room)):
        if line and display_width(f"{line} {word}") > room:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _split(word: str, room: int) -> Iterator[str]:
    piece, used = "", 0
    for character in word:
        width = max(display_width(character), 0)
        if used + width > room:
            yield piece
            piece, used = "", 0
        piece += character
        used += width
    yield piece


def edited_pieces(
    text: str, edits: Sequence[ReviewEdit], side: Literal["mt", "post_edit"]
) -> Iterator[Piece]:
    """Split the text of one side where edits begin and end."""
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
