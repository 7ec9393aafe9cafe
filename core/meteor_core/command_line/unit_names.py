"""Track the names of compared segments in their file."""

import sys
from collections import deque
from dataclasses import dataclass
from typing import Final

from ..show.control_characters import escape_controls
from ..text.numbers import counted

KEYS: Final = ("unit", "id")
"""The keys of a unit's number and id in JSON and tables."""

_MAX_ID_CHARS: Final = 48
"""Characters of an id that are shown to people."""


@dataclass(frozen=True, slots=True)
class UnitName:
    """A unit of a file.

    Attributes:
        number: in its file, from 1.
        id: by the file; empty where it has none.
    """

    number: int
    id: str

    def __str__(self) -> str:
        """Return the truncated id (a whole text in PO), else the number."""
        if len(self.id) > _MAX_ID_CHARS:
            return f"{self.id[: _MAX_ID_CHARS - 1]}…"
        return self.id or f"number {self.number}"


class UnitNames:
    """The names of segments in order, as they are read, and counts of excluded units.

    Segments are scored in blocks, which may be read long before they are written: names are queued
    here, so that memory does not grow with the file.
    """

    def __init__(self, name: str, *, noun: tuple[str, str] = ("unit", "units")) -> None:
        """Start without units."""
        self._noun = noun
        self._name = name
        self._waiting: deque[UnitName] = deque()
        self._reasons: dict[str, int] = {}
        self._first: UnitName | None = None
        self._read = 0
        self._returned = 0

    def add(self, unit: UnitName) -> None:
        """Record a compared unit."""
        self._waiting.append(unit)
        self._read += 1

    def exclude(self, unit: UnitName, why: str) -> None:
        """Record an excluded unit and the reason: "without mt"."""
        self._reasons[why] = self._reasons.get(why, 0) + 1
        self._first = self._first or unit
        self._read += 1

    def next_names(self, count: int) -> list[UnitName]:
        """Return the names of the next segments, which have been read."""
        self._returned += count
        return [self._waiting.popleft() for _ in range(count)]

    def name_of(self, segment: int) -> UnitName:
        """Return the name of a segment, by its number from 1, in ascending order."""
        self.next_names(segment - 1 - self._returned)
        return self.next_names(1)[0]

    def report_exclusions(self) -> None:
        """Report the number of excluded units on standard error, if there are any."""
        if not self._reasons:
            return
        left_out = sum(self._reasons.values())
        why = ", ".join(f"{count:,} {reason}" for reason, count in self._reasons.items())
        print(
            f"meteorscope: {left_out:,} of {counted(self._read, *self._noun)} of {self._name} "
            f"{'is' if left_out == 1 else 'are'} left out: {why}; the first is "
            f"{escape_controls(str(self._first))}",
            file=sys.stderr,
        )
