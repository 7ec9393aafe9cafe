"""The interface of documents with segments, common to all formats.

Plain lines and tables have one segment per line (``line_segments.py``), bilingual files one per
unit (``unit_segments.py``). Segments count from 0.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Protocol, TypeAlias

from meteor_core.files.content import Content
from meteor_core.files.placed_text import Place, PlacedText
from meteor_core.files.units import Fault


def _no_texts(_: str | None) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement of segments.

    Attributes:
        first: the first replaced segment.
        removed: number of segments before.
        inserted: number of segments now.
        before: returns the texts of the removed segments by field; empty if unknown.
    """

    first: int
    removed: int
    inserted: int
    before: Callable[[str | None], Sequence[str]] = field(
        default=_no_texts, repr=False, compare=False
    )


class Moves:
    """Maps places in some lines to their places after an edit of these lines.

    Places before and after the edit move with the text; edited places move to its start.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Compare the lines before and after the edit."""
        before, now = "\n".join(old), "\n".join(new)
        self._head = same_at_start(before, now)
        tail = same_at_start(before[self._head :][::-1], now[self._head :][::-1])
        self._tail, self._grown = len(before) - tail, len(now) - len(before)
        self._old, self._new = _starts(old), _starts(new)

    def place(self, place: Place) -> Place:
        """Return where an old place is now."""
        offset = self._old[min(place.line, len(self._old) - 1)] + place.column
        if offset >= self._tail:
            offset += self._grown
        elif offset > self._head:
            offset = self._head
        line = bisect_right(self._new, offset) - 1
        return Place(line, offset - self._new[line])


@dataclass(frozen=True, slots=True)
class SegmentText:
    """A text with its place in a document.

    Attributes:
        placed: the text, with places relative to `origin`.
        origin: a place in the document; its column applies to the first line only.
        moves: maps these places if the current lines are invalid and older ones were parsed.
        back: the inverse mapping.
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
        """Start of the element that holds the text."""
        return self._in_document(self.placed.start)

    @property
    def end(self) -> Place:
        """End of the element that holds the text."""
        return self._in_document(self.placed.end)

    def place(self, offset: int) -> Place:
        """Return the place of an offset, clamped to the text."""
        return self._in_document(self.placed.place(offset))

    def offset(self, place: Place) -> int:
        """Return the offset of a place, clamped to the text."""
        line = place.line - self.origin.line
        here = Place(line, place.column - (0 if line else self.origin.column))
        return self.placed.offset(self.back.place(here) if self.back else here)

    def stretches(self, start: int, end: int) -> Iterator[tuple[Place, Place]]:
        """Yield the contiguous ranges of some characters; see ``PlacedText``."""
        for first, behind in self.placed.stretches(start, end):
            yield self._in_document(first), self._in_document(behind)

    def range(self, start: int, end: int) -> tuple[Place, Place]:
        """Return the range from the first to after the last of some characters."""
        found = list(self.stretches(start, end))
        if not found:
            place = self.place(start)
            return place, place
        return found[0][0], found[-1][1]

    def _in_document(self, place: Place) -> Place:
        line, column = self.moves.place(place) if self.moves else place
        return Place(self.origin.line + line, column + (0 if line else self.origin.column))


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """Metadata of a document.

    Attributes:
        fields: names of the texts of its segments; empty for plain lines.
        format: name of a bilingual format; None for lines and tables.
        languages: declared languages, by field.
        set_name: declared name of the test set.
    """

    fields: tuple[str, ...] = ()
    format: str | None = None
    languages: Mapping[str, str] = field(default_factory=dict)
    set_name: str | None = None


Replacement: TypeAlias = tuple[Place, Place, str]
"""Start and end of a range, and its new text."""


class Segmentation(Protocol):
    """The segments of a document, updated while its lines are edited in place."""

    @property
    def description(self) -> Description:
        """Metadata of the document."""
        ...

    @property
    def faults(self) -> Sequence[Fault]:
        """Syntax errors of the document, in order."""
        ...

    @property
    def moves(self) -> int:
        """Counts the edits that moved segments other than the changed ones."""
        ...

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """Yield start and end of the elements that hold segments, such as units."""
        ...

    def texts(self, field: str | None) -> list[str]:
        """Return the texts of a field, empty if missing; the list follows every edit."""
        ...

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Apply an edit to lines that were changed already.

        Args:
            first: the first line.
            old: the lines before.
            new: the lines now.

        Returns:
            The changed segments; None if the fields have changed.
        """
        ...

    def text_at(self, segment: int, field: str | None) -> SegmentText:
        """Return a segment's text with its place."""
        ...

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Return start and end of a segment with all that belongs to it."""
        ...

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Return the element of ``extents`` that holds a segment, maybe with others."""
        ...

    def segments_on(self, first: int, last: int) -> range:
        """Return the segments on a range of lines, both included."""
        ...

    def segment_at(self, place: Place) -> int | None:
        """Return the segment at a place or the nearest in the same element, or None."""
        ...

    def has(self, segment: int, field: str | None) -> bool:
        """Whether a segment has a text to compare; an empty target does not count."""
        ...

    def excluded(self, segments: Iterable[int]) -> Collection[int]:
        """Return those segments that are marked as not to be translated."""
        ...

    def problem(self, segment: int, field: str) -> str | None:
        """Return why a text is unreadable; None if it is readable or optional."""
        ...

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """Return the replacements that change a part of a text, in order and escaped.

        None if that is impossible, or an inline code would be lost.

        Args:
            segment: whose text it is.
            field: of the text.
            span: offsets of the part.
            text: its new content.
        """
        ...

    def content(self, segment: int, field: str | None) -> Content:
        """Return a text with its inline codes.

        Raises:
            InputError: the codes are unknown; the message says why.
        """
        ...

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """Return the replacements that overwrite a text, inline codes included.

        Empty if the content is unchanged.

        Args:
            segment: whose text it is.
            field: of the text.
            content: the new content.
            is_of_unit: whether it comes from another field of the same unit.

        Raises:
            InputError: the text is not writable; the message says why.
        """
        ...


def same_at_start(old: Sequence[object], new: Sequence[object]) -> int:
    """Return the length of the common prefix; bisects, since comparing slices is fast."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_ends(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """Return the lengths of the common prefix, and of the common suffix after it."""
    if not old or not new:
        return 0, 0
    head = same_at_start(old, new)
    return head, same_at_start(old[head:][::-1], new[head:][::-1])


def _starts(lines: Sequence[str]) -> list[int]:
    """Return the offset of each line in the text joined by line ends."""
    return list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
