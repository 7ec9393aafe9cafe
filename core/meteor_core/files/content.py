"""The content of a field, including inline codes, so that it can be copied to another field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .placed_text import PlacedText
from .units import Fault


class Code(NamedTuple):
    """An inline code or a mark: an element inside a text, whatever its prefix.

    Attributes:
        space: namespace of its name.
        name: without a prefix.
        attributes: in order of their names; original data replace their ids.
        content: texts and codes inside.
    """

    space: str
    name: str
    attributes: tuple[tuple[str, "str | Parts | None"], ...]
    content: "Parts"

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the key that identifies the code in another text of the same unit."""
        said = dict(self.attributes)
        names = ("id", "rid", "startRef", "x", "i")
        return self.space, self.name, str(next((said[each] for each in names if each in said), ""))


Parts: TypeAlias = tuple[str | Code, ...]
"""Texts and codes, in order, with at most one text between two codes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of a field of a unit.

    Attributes:
        placed: its text with places.
        format: name of the format of ``written``; empty for lines and tables.
        written: source between the tags; None in formats that only hold text.
        parts: parsed content; equal for contents that differ in spelling only.
        data: original data that codes in this place may refer to, by id.
        conflict: why its codes cannot be in this place; None if they can.
    """

    placed: PlacedText
    format: str = ""
    written: str | None = None
    parts: Parts = ()
    data: Mapping[str, Parts] = field(default_factory=dict)
    conflict: str | None = None

    @property
    def text(self) -> str:
        """Return the text, with a space for each inline code."""
        return self.placed.text

    @property
    def codes(self) -> Iterator[Code]:
        """Yield all inline codes and marks, at any depth."""
        return _codes(self.parts)

    @property
    def has_missing_data(self) -> bool:
        """Return whether a code refers to missing original data."""
        return any(said is None for code in self.codes for _, said in code.attributes)

    def has_code(self, start: int, end: int) -> bool:
        """Return whether there is an inline code between two offsets of the text."""
        return any(start <= code < end for code in self.placed.codes)


def without_codes(
    format_name: str, places: list[Mapping[str, PlacedText]] | Fault
) -> list[Mapping[str, Content]] | Fault:
    """Wrap the placed texts of a format without inline codes."""
    if isinstance(places, Fault):
        return places
    return [
        {name: Content(placed=text, format=format_name) for name, text in each.items()}
        for each in places
    ]


def _codes(parts: Parts) -> Iterator[Code]:
    for part in parts:
        if isinstance(part, Code):
            yield part
            yield from _codes(part.content)
