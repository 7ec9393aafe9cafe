"""Paragraphs of plain text with a label, wrapped to a number of columns."""

from collections.abc import Iterator
from typing import Final

from meteor_core.show.display_width import display_width
from meteor_core.show.harmless import harmless

GUTTER: Final = 5
"""Columns for the labels of a picture of an alignment."""


def labelled(label: str, text: str, width: int, *, gutter: int = GUTTER) -> Iterator[str]:
    """A text wrapped beside its label; harmless to a terminal whatever it holds.

    Args:
        label: in ASCII.
        text: to wrap.
        width: columns that a line may have.
        gutter: columns for the label.
    """
    lines = list(_wrap(text, max(width - gutter, 20)))
    for number, line in enumerate(lines or ["(empty)"]):
        yield f"{'' if number else label:<{gutter}}{line}"


def _wrap(text: str, room: int) -> Iterator[str]:
    """Lines of that many columns; breaks a word only where it is longer than a line.

    wcwidth.wrap does so too, but takes time by the square of the length of a long word.
    """
    line = ""
    for word in (piece for part in text.split() for piece in _pieces(harmless(part), room)):
        if line and display_width(f"{line} {word}") > room:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _pieces(word: str, room: int) -> Iterator[str]:
    piece, used = "", 0
    for character in word:
        width = max(display_width(character), 0)
        if used + width > room:
            yield piece
            piece, used = "", 0
        piece += character
        used += width
    yield piece
