"""A file as its segments: open in the editor or as it is on disk."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from meteor_core.files.before import Translations
from meteor_core.files.formats import UnitFormat, recognised
from meteor_core.files.line_layouts import PlainLines, is_table

from .line_segments import LineSegments
from .segmentation import Change, Segmentation, common_ends
from .unit_segments import UnitSegments

_BILINGUAL: Final = frozenset(
    [
        ".xlf",
        ".xliff",
        ".sdlxliff",
        ".mxliff",
        ".mqxliff",
        ".tmx",
        ".po",
        ".pot",
        ".sgm",
        ".sgml",
        ".xml",
    ]
)
"""Extensions of files that may hold units; their content decides."""

_HEAD: Final = 200
"""Lines that decide what a file is."""


def has_fields(name: str) -> bool:
    """Whether a document of that name may have several texts in a segment."""
    return is_table(name) or may_have_units(name)


def may_have_units(name: str) -> bool:
    """Whether a document of that name may be a bilingual file."""
    return PurePath(name).suffix.lower() in _BILINGUAL


class TextFile:
    """The lines of a file, and the segments in them.

    A file that its name or its content says has several texts in a segment can be read line by
    line all the same; see ``read_as``.
    """

    def __init__(self, uri: str, name: str, lines: list[str]) -> None:
        """A file of that URI and name.

        Args:
            uri: of the document; ``shown_uri`` is the same as the editor writes it.
            name: its file name.
            lines: without line ends; edits change this list in place and are told to ``edited``.
        """
        self.uri = uri
        self.shown_uri = uri
        self.lines = lines
        self.problem: tuple[str, str] | None = None
        """Code and message of why it has no text, if so."""
        self.name = name
        self._plain: Final = LineSegments(name, lines, PlainLines())
        self._own: Segmentation = self._recognised()
        self.segments: Segmentation = self._own
        """The segments as they are read now."""

    @property
    def own_segments(self) -> Segmentation:
        """The segments as name and content of the file tell them, whether it is read so or not."""
        return self._own

    @property
    def has_units(self) -> bool:
        """Whether its segments are units of a bilingual file."""
        return self.segments.description.format is not None

    def read_as(self, *, whole_lines: bool) -> None:
        """Take whole lines for segments, or what the file has by its name or content."""
        self.segments = self._plain if whole_lines else self._own

    def take_before(self, texts: Translations | None) -> None:
        """Take the machine translation of units from elsewhere; see ``UnitSegments``."""
        if isinstance(self._own, UnitSegments):
            self._own.take_before(texts)

    def stands_here(self, field: str | None) -> bool:
        """Whether the texts of a field stand in this document."""
        return not isinstance(self.segments, UnitSegments) or self.segments.stands_here(field)

    def texts(self, field: str | None) -> list[str]:
        """The texts of a field, or the whole lines; a list that follows every edit."""
        return self.lines if field is None else self.segments.texts(field)

    def replace(self, lines: Sequence[str]) -> Change | None:
        """Take the new text of the whole file; see ``edited``."""
        head, tail = common_ends(self.lines, lines)
        old = self.lines[head : len(self.lines) - tail]
        new = lines[head : len(lines) - tail]
        if not old and not new:
            return Change(0, 0, 0)
        self.lines[head : head + len(old)] = new
        return self._follow(head, old, new, is_whole=True)

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Take an edit of the lines, which already are as they are now.

        Returns:
            The segments that changed; None where the fields themselves are others now, and
            nothing that was taken from this file holds any more.
        """
        return self._follow(first, old, new, is_whole=False)

    def _follow(
        self, first: int, old: Sequence[str], new: Sequence[str], *, is_whole: bool
    ) -> Change | None:
        is_own = self.segments is self._own
        if first < _HEAD and self._is_of_another_kind():
            self._own = self._recognised()
            change = None
        elif is_whole and isinstance(self._own, UnitSegments):
            change = self._own.read_anew()
        else:
            change = self._own.edited(first, old, new)
        if is_own:
            self.segments = self._own
            return change
        return self._plain.edited(first, old, new)

    def _recognised(self) -> Segmentation:
        form = self._format()
        if form is None:
            return LineSegments(self.name, self.lines)
        return UnitSegments(form, self.lines)

    def _format(self) -> UnitFormat | None:
        return recognised(self.name, self.lines) if may_have_units(self.name) else None

    def _is_of_another_kind(self) -> bool:
        """Whether its first lines say so; a format that is no longer recognised is kept."""
        form = self._format()
        known = self._own.format if isinstance(self._own, UnitSegments) else None
        return form is not None and form is not known
