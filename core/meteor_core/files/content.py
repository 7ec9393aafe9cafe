"""What a field of a unit holds, inline codes and all, so that another field can hold the same."""

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
        attributes: in order of their names. In place of an id of original data stands the data.
        content: what stands in it.
    """

    space: str
    name: str
    attributes: tuple[tuple[str, "str | Parts | None"], ...]
    content: "Parts"

    @property
    def key(self) -> tuple[str, str, str]:
        """What a code is recognised by in another text of the same unit."""
        said = dict(self.attributes)
        names = ("id", "rid", "startRef", "x", "i")
        return self.space, self.name, str(next((said[each] for each in names if each in said), ""))


Parts: TypeAlias = tuple[str | Code, ...]
"""Texts and codes, in order; a text stands between two codes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a field of a unit holds.

    Attributes:
        placed: its text, and where this stands.
        format: name of the format that it is written in; empty for lines and tables.
        written: as it stands in the file, between the tags; None where nothing but text can stand.
        parts: what that says; two contents that say the same have the same.
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
        """The text, in which each inline code is a space."""
        return self.placed.text

    @property
    def codes(self) -> Iterator[Code]:
        """All inline codes and marks, also those in others."""
        return _codes(self.parts)

    @property
    def lacks_data(self) -> bool:
        """Whether a code refers to original data that is not there."""
        return any(said is None for code in self.codes for _, said in code.attributes)

    def has_code(self, start: int, end: int) -> bool:
        """Whether an inline code stands between two offsets of the text."""
        return any(start <= code < end for code in self.placed.codes)


def without_codes(
    format_name: str, places: list[Mapping[str, PlacedText]] | Fault
) -> list[Mapping[str, Content]] | Fault:
    """Return what fields hold in a format without inline codes, by the places of their texts."""
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
