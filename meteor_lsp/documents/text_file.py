"""A file as its segments: open in the editor or as it is on disk.

One file can hold several streams of segments, one a column; ``layouts.py`` says where a text
stands in its line. Segments count from 0, and each is on a line of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .layouts import Cell, Layout, PlainLines, layout_of
from .line_document import common_ends


@dataclass(frozen=True, slots=True)
class Change:
    """Segments that changed.

    Attributes:
        first: the first of them.
        removed: how many there were.
        inserted: how many there are now.
    """

    first: int
    removed: int
    inserted: int


class TextFile:
    """The lines of a file, and the segments in them.

    A file that its name says is a table can be read line by line all the same; see ``read_as``.
    """

    def __init__(self, uri: str, name: str, lines: list[str]) -> None:
        """A file of that URI and name.

        Args:
            uri: of the document; ``shown_uri`` is the same as the editor writes it.
            name: its file name, which tells the layout.
            lines: without line ends; edits change this list in place and are told to ``edited``.
        """
        self.uri = uri
        self.shown_uri = uri
        self.lines = lines
        self.problem: tuple[str, str] | None = None
        """Code and message of why it has no text, if so."""
        self.name = name
        self._columns: dict[str, list[str]] = {}
        self._by_name: Layout = layout_of(name, lines)
        self._decides = self._deciding_line(0)
        self.layout = self._by_name

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the columns that the file has, whether or not it is read by them."""
        return self._by_name.fields

    def read_as(self, *, table: bool) -> None:
        """Find segments in the columns that the file has by its name, or take whole lines."""
        layout = self._by_name if table else PlainLines()
        if layout != self.layout:
            self.layout, self._columns = layout, {}

    def texts(self, field: str | None) -> list[str]:
        """The segments of a column, or of the whole lines; a list that follows every edit."""
        if field is None:
            return self.lines
        if field not in self._columns:
            lines = self.lines[self.layout.first_line :]
            self._columns[field] = [self.layout.text(line, field) for line in lines]
        return self._columns[field]

    def replace(self, lines: Sequence[str]) -> Change | None:
        """Take the new text of the whole file; see ``edited``."""
        head, tail = common_ends(self.lines, lines)
        removed = self.lines[head : len(self.lines) - tail]
        inserted = lines[head : len(lines) - tail]
        self.lines[head : head + len(removed)] = inserted
        return self.edited(head, len(removed), inserted)

    def edited(self, first: int, removed: int, inserted: Sequence[str]) -> Change | None:
        """Take an edit of the lines, which already are as they are now.

        Returns:
            The segments that changed; None where the columns themselves are others now, and
            nothing that was taken from this file holds any more.
        """
        if self._has_other_columns(first, removed, inserted):
            return None
        skipped = max(0, self.layout.first_line - first)  # lines of the header
        if skipped and not (removed and inserted):  # then the next line becomes one, or is none now
            behind = first + len(inserted)
            next_line = self.lines[behind : behind + skipped]
            removed, inserted = removed + len(next_line), [*inserted, *next_line]
        start = first + skipped - self.layout.first_line
        removed, inserted = max(0, removed - skipped), inserted[skipped:]
        for field, texts in self._columns.items():
            new = (self.layout.text(line, field) for line in inserted)
            texts[start : start + removed] = new
        return Change(start, removed, len(inserted))

    def cell(self, segment: int, field: str | None) -> Cell:
        """Where a segment's text stands in its line."""
        return self.layout.cell(self.lines[self.line(segment)], field)

    def line(self, segment: int) -> int:
        """The line of a segment, from 0."""
        return segment + self.layout.first_line

    def segment(self, line: int) -> int | None:
        """The segment on a line; None for a header and for lines that are not there."""
        if not self.layout.first_line <= line < len(self.lines):
            return None
        return line - self.layout.first_line

    def _has_other_columns(self, first: int, removed: int, inserted: Sequence[str]) -> bool:
        """Whether an edit gave the file other columns than it is read by."""
        if first > self._decides:
            return False
        is_before = first + removed <= self._decides
        if is_before and not any(map(self._can_decide, inserted)):
            self._decides += len(inserted) - removed
            return False
        self._decides = self._deciding_line(first)
        by_name = layout_of(self.name, self.lines[self._decides : self._decides + 1])
        is_read_by_it = self.layout == self._by_name
        is_other = is_read_by_it and by_name != self._by_name
        self._by_name = by_name
        if is_other:
            self.layout, self._columns = by_name, {}
        return is_other

    def _deciding_line(self, first: int) -> int:
        """The line by which the columns are named; none before that one does it."""
        lines: Iterable[int] = range(first, len(self.lines))
        return next((line for line in lines if self._can_decide(self.lines[line])), len(self.lines))

    def _can_decide(self, line: str) -> bool:
        """Whether a line names columns: the first one of a table in tabs, an object of JSON."""
        return self._by_name.problem(line, ()) is None
