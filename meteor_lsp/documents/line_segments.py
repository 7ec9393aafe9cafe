"""Documents that have a segment on each line: plain lines, TSV, JSON Lines."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from meteor_core import InputError
from meteor_core.files.content import Content
from meteor_core.files.line_layouts import Layout, layout_of
from meteor_core.files.placed_text import Place
from meteor_core.files.units import Fault

from .segmentation import Change, Description, Replacement, Standing


def overwritten_line(
    layout: Layout, line: str, standing: Standing, content: Content, field: str | None
) -> Sequence[Replacement]:
    """What to replace so that a text in a line is another one; see ``Segmentation``."""
    if content.placed.codes:
        raise InputError(f"it has inline codes of {content.format}, which a line cannot hold")
    if content.text == standing.text:
        return []
    start, end, written = standing.start, standing.end, layout.encode(content.text, field)
    after = f"{line[: start.column]}{written}{line[end.column :]}"
    if layout.text(after, field) != content.text:
        raise InputError("its line breaks or tabs cannot stand in a line")
    return [(start, end, written)]


class LineSegments:
    """See ``Segmentation``."""

    faults: Final[Sequence[Fault]] = ()
    """Lines that cannot be read are segments all the same, each with its own problem."""

    moves: Final = 0
    """A line that moves becomes another segment."""

    def __init__(self, name: str, lines: list[str], layout: Layout | None = None) -> None:
        """Segments of lines that are edited in place.

        Args:
            name: of the file, which tells the layout.
            lines: of the file.
            layout: where the name does not count.
        """
        self._name, self._lines = name, lines
        self._follows_name = layout is None
        self._layout: Layout = layout_of(name, lines) if layout is None else layout
        self._decides = self._deciding_line(0)
        self._columns: dict[str, list[str]] = {}

    @property
    def description(self) -> Description:
        """Names of columns or keys."""
        return Description(fields=self._layout.fields)

    def extents(self) -> Iterator[tuple[Place, Place]]:
        """The lines below the header."""
        for number in range(self._layout.first_line, len(self._lines)):
            yield Place(number, 0), Place(number, len(self._lines[number]))

    def texts(self, field: str | None) -> list[str]:
        """The segments of a column, or the whole lines."""
        if field is None:
            return self._lines
        if field not in self._columns:
            lines = self._lines[self._layout.first_line :]
            self._columns[field] = [self._layout.text(line, field) for line in lines]
        return self._columns[field]

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Take an edit; see ``Segmentation``."""
        if self._follows_name and self._has_other_columns(first, len(old), new):
            return None
        removed = len(old)
        skipped = max(0, self._layout.first_line - first)  # lines of the header
        if skipped and not (old and new):  # then the next line becomes one, or is none now
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

    def standing(self, segment: int, field: str | None) -> Standing:
        """Where a segment's text stands in its line."""
        line = segment + self._layout.first_line
        return Standing(self._layout.placed(self._lines[line], field), Place(line, 0))

    def extent(self, segment: int) -> tuple[Place, Place]:
        """The whole line."""
        line = segment + self._layout.first_line
        return Place(line, 0), Place(line, len(self._lines[line]))

    def holder(self, segment: int) -> tuple[Place, Place]:
        """The whole line."""
        return self.extent(segment)

    def segments_on(self, first: int, last: int) -> range:
        """One on each line below the header, as if there were lines without end."""
        skipped = self._layout.first_line
        return range(max(0, first - skipped), max(0, last + 1 - skipped))

    def segment_at(self, place: Place) -> int | None:
        """The segment of a line; None for a header and for lines that are not there."""
        if not self._layout.first_line <= place.line < len(self._lines):
            return None
        return place.line - self._layout.first_line

    def has(self, segment: int, field: str | None) -> bool:
        """What is missing in a line counts as empty."""
        return True

    def left_out(self, segments: Iterable[int]) -> Collection[int]:
        """None: lines say nothing of themselves."""
        return ()

    def problem(self, segment: int, field: str) -> str | None:
        """What a line lacks."""
        return self._layout.problem(self._lines[segment + self._layout.first_line], [field])

    def replaced(
        self, segment: int, field: str | None, span: tuple[int, int], text: str
    ) -> Sequence[Replacement] | None:
        """The text as its line can hold it; None where the line has no place for it."""
        if field is not None and self.problem(segment, field) is not None:
            return None
        standing = self.standing(segment, field)
        start, end = map(standing.place, span)
        return [(start, end, self._layout.encode(text, field))]

    def content(self, segment: int, field: str | None) -> Content:
        """The text alone."""
        if field is not None and (problem := self.problem(segment, field)) is not None:
            raise InputError(f"it lacks a text: {problem}")
        return Content(placed=self.standing(segment, field).placed)

    def overwritten(
        self, segment: int, field: str | None, content: Content, *, is_of_unit: bool
    ) -> Sequence[Replacement]:
        """The text as its line can hold it."""
        if field is not None and (problem := self.problem(segment, field)) is not None:
            raise InputError(f"its text cannot be written: {problem}")
        line = self._lines[segment + self._layout.first_line]
        return overwritten_line(self._layout, line, self.standing(segment, field), content, field)

    def _has_other_columns(self, first: int, removed: int, inserted: Sequence[str]) -> bool:
        """Whether an edit gave the file other columns than it is read by."""
        if first > self._decides:
            return False
        is_before = first + removed <= self._decides
        if is_before and not any(map(self._can_decide, inserted)):
            self._decides += len(inserted) - removed
            return False
        self._decides = self._deciding_line(first)
        layout = layout_of(self._name, self._lines[self._decides : self._decides + 1])
        is_other = layout != self._layout
        if is_other:
            self._layout, self._columns = layout, {}
        return is_other

    def _deciding_line(self, first: int) -> int:
        """The line by which the columns are named; none before that one does it."""
        lines: Iterable[int] = range(first, len(self._lines))
        return next(
            (line for line in lines if self._can_decide(self._lines[line])), len(self._lines)
        )

    def _can_decide(self, line: str) -> bool:
        """Whether a line names columns: the first one of a table in tabs, an object of JSON."""
        return self._layout.problem(line, ()) is None
