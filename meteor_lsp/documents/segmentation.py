"""What the segments of a document are, and where each stands: the one thing that all kinds share.

Plain lines and tables have a segment on each line (``line_segments.py``), bilingual files one in
each unit (``unit_segments.py``). Segments count from 0.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Protocol, TypeAlias

from meteor_core.files.content import Content
from meteor_core.files.placed_text import Place, PlacedText
from meteor_core.files.units import Fault


def _nothing(_: str | None) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Change:
    """Segments that changed.

    Attributes:
        first: the first of them.
        removed: how many there were.
        inserted: how many there are now.
        before: the texts that those had which were removed, by field; none where nobody knows.
    """

    first: int
    removed: int
    inserted: int
    before: Callable[[str | None], Sequence[str]] = field(
        default=_nothing, repr=False, compare=False
    )


class Moves:
    """Where the places of some lines are after these were edited.

    What stands before and behind the edit moves with it; what was edited is where the edit begins.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        """From the lines as they were to the lines as they are."""
        before, now = "\n".join(old), "\n".join(new)
        self._head = same_at_start(before, now)
        tail = same_at_start(before[self._head :][::-1], now[self._head :][::-1])
        self._tail, self._grown = len(before) - tail, len(now) - len(before)
        self._old, self._new = _starts(old), _starts(new)

    def place(self, place: Place) -> Place:
        """Where an old place is now."""
        offset = self._old[min(place.line, len(self._old) - 1)] + place.column
        if offset >= self._tail:
            offset += self._grown
        elif offset > self._head:
            offset = self._head
        line = bisect_right(self._new, offset) - 1
        return Place(line, offset - self._new[line])


@dataclass(frozen=True, slots=True)
class Standing:
    """A text where it stands in a document.

    Attributes:
        placed: the text, with places that count from somewhere in the document.
        origin: that place; columns count from its own on the first line only.
        moves: where these places are by now, if what is there cannot be read as it is.
        back: the same the other way round.
    """

    placed: PlacedText
    origin: Place
    moves: Moves | None = None
    back: Moves | None = None

    @property
    def text(self) -> str:
        """The text itself."""
        return self.placed.text

    @property
    def start(self) -> Place:
        """Where what holds the text begins."""
        return self._there(self.placed.start)

    @property
    def end(self) -> Place:
        """Where that ends."""
        return self._there(self.placed.end)

    def place(self, offset: int) -> Place:
        """The place of an offset, which is clamped to the text."""
        return self._there(self.placed.place(offset))

    def offset(self, place: Place) -> int:
        """The offset of a place, which is clamped to the text."""
        line = place.line - self.origin.line
        here = Place(line, place.column - (0 if line else self.origin.column))
        return self.placed.offset(self.back.place(here) if self.back else here)

    def stretches(self, start: int, end: int) -> Iterator[tuple[Place, Place]]:
        """Where the characters from one offset to another stand; see ``PlacedText``."""
        for first, behind in self.placed.stretches(start, end):
            yield self._there(first), self._there(behind)

    def range(self, start: int, end: int) -> tuple[Place, Place]:
        """From the first to behind the last of some characters; a place where there are none."""
        found = list(self.stretches(start, end))
        if not found:
            place = self.place(start)
            return place, place
        return found[0][0], found[-1][1]

    def _there(self, place: Place) -> Place:
        line, column = self.moves.place(place) if self.moves else place
        return Place(self.origin.line + line, column + (0 if line else self.origin.column))


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a document is known to hold.

    Attributes:
        fields: names of the texts that its segments have; none for plain lines.
        format: name of the format of a bilingual file; None for lines and tables.
        languages: of fields, as far as the file tells them.
        set_name: of the test set that it is a part of, if it says so.
    """

    fields: tuple[str, ...] = ()
    format: str | None = None
    languages: Mapping[str, str] = field(default_factory=dict)
    set_name: str | None = None


Replacement: TypeAlias = tuple[Place, Place, str]
"""From where to where something is replaced, and by what."""


class Segmentation(Protocol):
    """The segments of a document, kept up to date while its lines change in place."""

    @property
    def description(self) -> Description:
        """What the segments have."""
        ...

    @property
    def faults(self) -> Sequence[Fault]:
        """Where the document cannot be read, in order."""
        ...

    @property
    def moves(self) -> int:
        """Counts the edits that moved other segments than those that they changed."""
        ...

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """Where what holds segments begins and ends: units with all that belongs to them."""
        ...

    def texts(self, field: str | None) -> list[str]:
        """The texts of a field, empty where they are missing; a list that follows every edit."""
        ...

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Take an edit of the lines, which already are as they are now.

        Args:
            first: the first line.
            old: the lines that were there.
            new: the lines that are there.

        Returns:
            The segments that changed; None where the fields themselves are others now.
        """
        ...

    def standing(self, segment: int, field: str | None) -> Standing:
        """Where a segment's text stands."""
        ...

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Where a segment begins and ends, with all that belongs to it."""
        ...

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Where what holds a segment begins and ends, maybe with others: one of ``extents``."""
        ...

    def segments_on(self, first: int, last: int) -> range:
        """The segments of which something stands on these lines, both included."""
        ...

    def segment_at(self, place: Place) -> int | None:
        """The segment at a place, or the nearest that belongs to it; None where there is none."""
        ...

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a segment has a text to compare: a line always has, an empty target is none."""
        ...

    def left_out(self, segments: Iterable[int]) -> Collection[int]:
        """Which of some segments are not to be translated, as the document says."""
        ...

    def problem(self, segment: int, field: str) -> str | None:
        """Why a text cannot be read, for a person; None where it can, or is rightly missing."""
        ...

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """What to replace in the document, so that a part of a text is another one.

        Args:
            segment: whose text it is.
            field: of the text.
            span: offsets from and to which it is replaced.
            text: what it is to be.

        Returns:
            In order, escaped as the document needs it; None where it cannot be written there, or
            an inline code would be lost.
        """
        ...

    def content(self, segment: int, field: str | None) -> Content:
        """What a text is with its inline codes.

        Raises:
            InputError: that is not known; the message says why.
        """
        ...

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """What to replace in the document, so that a text is another one, inline codes and all.

        Args:
            segment: whose text it is.
            field: of the text.
            content: what it is to be.
            is_of_unit: whether that is another field of the same unit.

        Returns:
            In order; none where it is that already.

        Raises:
            InputError: it cannot be written there; the message says why.
        """
        ...


def same_at_start(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two sequences have in common from the start; compares whole slices."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How many items two sequences have in common at the start, and after these at the end."""
    if not one or not other:
        return 0, 0
    head = same_at_start(one, other)
    return head, same_at_start(one[head:][::-1], other[head:][::-1])


def _starts(lines: Sequence[str]) -> list[int]:
    """The offset of each line's start in the lines joined by their ends."""
    return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
