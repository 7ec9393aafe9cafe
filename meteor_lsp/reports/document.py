"""What was written for people to read, with the places from which segments can be gone to."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Lines: TypeAlias = Iterable[tuple[str, int | None]]
"""Lines of a document, each with the number, from 1, of the segment that begins there, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that was written.

    Attributes:
        content: the whole of it.
        segments: line, from 0, and number, from 1, of each segment that begins on a line.
    """

    content: str
    segments: tuple[tuple[int, int], ...] = ()


def document_of(lines: Lines) -> Document:
    """Put lines together."""
    texts: list[str] = []
    segments = []
    for place, (text, number) in enumerate(lines):
        texts.append(f"{text.rstrip()}\n")
        if number is not None:
            segments.append((place, number))
    return Document(content="".join(texts), segments=tuple(segments))
