"""What a file calls the segments that are compared, beside their numbers."""

import sys
from collections import deque
from dataclasses import dataclass
from typing import Final

from ..show.harmless import harmless
from ..text.numbers import counted

KEYS: Final = ("unit", "id")
"""The keys of a unit's number and of its id in JSON and tables."""

_SHOWN: Final = 48
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
        """Return the beginning of the id, which in PO is a whole text, else the number."""
        if len(self.id) > _SHOWN:
            return f"{self.id[: _SHOWN - 1]}…"
        return self.id or f"number {self.number}"


class UnitNames:
    """The names of segments in order, as they are read, and how many units are left out.

    Segments are scored in blocks, which may be read some time before they are written: names wait
    here, so that memory does not grow with the file.
    """

    def __init__(self, name: str, *, noun: tuple[str, str] = ("unit", "units")) -> None:
        """Know no unit yet.

        Args:
            name: of the file, for messages.
            noun: what it calls one of them, and several.
        """
        self._noun = noun
        self._name = name
        self._waiting: deque[UnitName] = deque()
        self._reasons: dict[str, int] = {}
        self._first: UnitName | None = None
        self._read = 0
        self._taken = 0

    def add(self, unit: UnitName) -> None:
        """Note a unit that is compared."""
        self._waiting.append(unit)
        self._read += 1

    def leave_out(self, unit: UnitName, why: str) -> None:
        """Note a unit that is not compared, and why: "without mt"."""
        self._reasons[why] = self._reasons.get(why, 0) + 1
        self._first = self._first or unit
        self._read += 1

    def take(self, count: int) -> list[UnitName]:
        """Return the names of the next segments, which have been read."""
        self._taken += count
        return [self._waiting.popleft() for _ in range(count)]

    def of(self, segment: int) -> UnitName:
        """Return the name of a segment, by its number from 1; of none before it from then on."""
        self.take(segment - 1 - self._taken)
        return self.take(1)[0]

    def tell(self) -> None:
        """Say in a line on standard error how many units were left out, if any were."""
        if not self._reasons:
            return
        left_out = sum(self._reasons.values())
        why = ", ".join(f"{count:,} {reason}" for reason, count in self._reasons.items())
        print(
            f"meteorscope: {left_out:,} of {counted(self._read, *self._noun)} of {self._name} "
            f"{'is' if left_out == 1 else 'are'} left out: {why}; the first is "
            f"{harmless(str(self._first))}",
            file=sys.stderr,
        )
