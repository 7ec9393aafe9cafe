"""Segments of documents with one segment per line: plain lines, TSV, JSON Lines."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from meteor_core import InputError
from meteor_core.files.content import Content
from meteor_core.files.line_layouts import Layout, layout_of
from meteor_core.files.placed_text import Place
from meteor_core.files.units import Fault

from .segmentation import Change, Description, Replacement, SegmentText


def overwritten_line(
    layout: Layout, line: str, old: SegmentText, content: Content, field: str | None
) -> Sequence[Replacement]:
    """Return the replacements that overwrite a text in a line."""
    if content.placed.codes:
        raise InputError(f"it has inline codes of {content.format}, which a line cannot hold")
    if content.text == old.text:
        return []
    start, end, written = old.start, old.end, layout.encode(content.text, field)
    after = f"{line[: start.column]}{written}{line[end.column :]}"
    if layout.text(after, field) != content.text:
        raise InputError("its line breaks or tabs cannot stand in a line")
    return [(start, end, written)]


class LineSegments:
    """Lines as segments; implements ``Segmentation``."""

    faults: Final[Sequence[Fault]] = ()
    """Invalid lines are segments too, each with its own problem."""

    moves: Final = 0
    """A moved line becomes another segment."""

    def __init__(self, name: str, lines: list[str], layout: Layout | None = None) -> None:
        """Create the segments of a list of lines that is edited in place.

        Args:
            name: of the file, which determines the layout.
            lines: of the file.
            layout: overrides that of the name.
        """
        self._name, self._lines = name, lines
        self._follows_name = layout is None
        self._layout: Layout = layout_of(name, lines) if layout is None else layout
        self._header = self._find_header(0)
        self._columns: dict[str, list[str]] = {}

    @property
    def description(self) -> Description:
        """Names of columns or keys."""
        return Description(fields=self._layout.fields)

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """Yield the lines below the header."""
        for number in range(self._layout.first_line, len(self._lines)):
            yield Place(number, 0), Place(number, len(self._lines[number]))

    def texts(self, field: str | None) -> list[str]:
        """Return a column, or the whole lines."""
        if field is None:
            return self._lines
        if field not in self._columns:
            lines = self._lines[self._layout.first_line :]
            self._columns[field] = [self._layout.text(line, field) for line in lines]
        return self._columns[field]

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Apply an edit."""
        if self._follows_name and self._has_other_columns(first, len(old), new):
            return None
        removed = len(old)
        skipped = max(0, self._layout.first_line - first)  # lines of the header
        if skipped and not (old and new):  # the next line becomes a header or ceases to be one
            behind = first + len(new)
            next_line = self._lines[behind : behind + skipped]
            removed, new = removed + len(next_line), [*new, *next_line]
        start = first + skipped - self._layout.first_line
        removed, inserted, gone = max(0, removed - skipped), new[skipped:], old[skipped:]
        layout = self._layout

        def before(field: str | None) -> Sequence[str]:
            return gone if field is None else [layout.text(line, field) for line in gone]

        for field, texts in self._columns.items():
            texts[start : start + removed] = (layout.text(line, field) for line in inserted)
        return Change(start, removed, len(inserted), before)

    def text_at(self, segment: int, field: str | None) -> SegmentText:
        """Return a segment's text with its place in the line."""
        line = segment + self._layout.first_line
        return SegmentText(self._layout.placed(self._lines[line], field), Place(line, 0))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """Return the whole line."""
        line = segment + self._layout.first_line
        return Place(line, 0), Place(line, len(self._lines[line]))

    def holder(self, segment: int) -> tuple[Place, Place]:
        """Return the whole line."""
        return self.extent(segment)

    def segments_on(self, first: int, last: int) -> range:
        """Return one segment per line below the header, even past the end."""
        skipped = self._layout.first_line
        return range(max(0, first - skipped), max(0, last + 1 - skipped))

    def segment_at(self, place: Place) -> int | None:
        """Return the segment of a line, or None for headers and missing lines."""
        if not self._layout.first_line <= place.line < len(self._lines):
            return None
        return place.line - self._layout.first_line

    def has(self, segment: int, field: str | None) -> bool:
        """Return True; missing text counts as empty."""
        return True

    def excluded(self, segments: Iterable[int]) -> Collection[int]:
        """Return nothing; lines have no such mark."""
        return ()

    def problem(self, segment: int, field: str) -> str | None:
        """Return what a line lacks."""
        return self._layout.problem(self._lines[segment + self._layout.first_line], [field])

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """Return a replacement with escapes; None if the line has no place for the text."""
        if field is not None and self.problem(segment, field) is not None:
            return None
        old = self.text_at(segment, field)
        start, end = map(old.place, span)
        return [(start, end, self._layout.encode(text, field))]

    def content(self, segment: int, field: str | None) -> Content:
        """Return the text, which has no inline codes."""
        if field is not None and (problem := self.problem(segment, field)) is not None:
            raise InputError(f"it lacks a text: {problem}")
        return Content(placed=self.text_at(segment, field).placed)

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """Return a replacement with escapes."""
        if field is not None and (problem := self.problem(segment, field)) is not None:
            raise InputError(f"its text cannot be written: {problem}")
        line = self._lines[segment + self._layout.first_line]
        return overwritten_line(self._layout, line, self.text_at(segment, field), content, field)

    def _has_other_columns(self, first: int, removed: int, inserted: Sequence[str]) -> bool:
        """Whether an edit has changed the columns of the file."""
        if first > self._header:
            return False
        is_before = first + removed <= self._header
        if is_before and not any(map(self._is_header, inserted)):
            self._header += len(inserted) - removed
            return False
        self._header = self._find_header(first)
        layout = layout_of(self._name, self._lines[self._header : self._header + 1])
        is_other = layout != self._layout
        if is_other:
            self._layout, self._columns = layout, {}
        return is_other

    def _find_header(self, first: int) -> int:
        """Return the first line from `first` on that names the columns."""
        lines: Iterable[int] = range(first, len(self._lines))
        return next(
            (line for line in lines if self._is_header(self._lines[line])), len(self._lines)
        )

    def _is_header(self, line: str) -> bool:
        """Whether a line names columns: any line of TSV, an object of JSON Lines."""
        return self._layout.problem(line, ()) is None
