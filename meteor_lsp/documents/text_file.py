"""A file as segments, open in the editor or read from disk."""

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
"""Extensions of files that may be bilingual; their content decides."""

_DECISIVE_LINES: Final = 200
"""Lines at the start that determine the format."""


def has_fields(name: str) -> bool:
    """Whether segments of a document with that name may have several texts."""
    return is_table(name) or may_have_units(name)


def may_have_units(name: str) -> bool:
    """Whether a document with that name may be a bilingual file."""
    return PurePath(name).suffix.lower() in _BILINGUAL


class TextFile:
    """The lines and segments of a file.

    A table or bilingual file can also be read line by line; see ``read_as``.
    """

    def __init__(self, uri: str, name: str, lines: list[str]) -> None:
        """Create a file.

        Args:
            uri: key of the document; ``shown_uri`` is the editor's spelling.
            name: its file name.
            lines: without line ends; edited in place, and reported to ``edited``.
        """
        self.uri = uri
        self.shown_uri = uri
        self.lines = lines
        self.problem: tuple[str, str] | None = None
        """Code and message of why it has no text, or None."""
        self.name = name
        self._plain: Final = LineSegments(name, lines, PlainLines())
        self._own: Segmentation = self._recognised()
        self.segments: Segmentation = self._own
        """The segments as they are read now."""

    @property
    def own_segments(self) -> Segmentation:
        """The segments by name and content of the file, even if it is read line by line."""
        return self._own

    @property
    def has_units(self) -> bool:
        """Whether its segments are units of a bilingual file."""
        return self.segments.description.format is not None

    def read_as(self, *, whole_lines: bool) -> None:
        """Choose between whole lines and the file's own segments."""
        self.segments = self._plain if whole_lines else self._own

    def set_baseline(self, texts: Translations | None) -> None:
        """Take the machine translation from a baseline; None for the file itself."""
        if isinstance(self._own, UnitSegments):
            self._own.set_baseline(texts)

    def is_in_file(self, field: str | None) -> bool:
        """Whether the texts of a field are in this document, not in a baseline."""
        return not isinstance(self.segments, UnitSegments) or self.segments.is_in_file(field)

    def texts(self, field: str | None) -> list[str]:
        """Return the texts of a field, or the lines; the list follows every edit."""
        return self.lines if field is None else self.segments.texts(field)

    def replace(self, lines: Sequence[str]) -> Change | None:
        """Replace the text of the whole file; returns as ``edited``."""
        head, tail = common_ends(self.lines, lines)
        old = self.lines[head : len(self.lines) - tail]
        new = lines[head : len(lines) - tail]
        if not old and not new:
            return Change(0, 0, 0)
        self.lines[head : head + len(old)] = new
        return self._update(head, old, new, is_whole=True)

    def edited(self, first: int, old: Sequence[str], new: Sequence[str]) -> Change | None:
        """Apply an edit to lines that were changed already.

        Returns:
            The changed segments; None if the fields have changed, so that all texts are invalid.
        """
        return self._update(first, old, new, is_whole=False)

    def _update(
        self, first: int, old: Sequence[str], new: Sequence[str], *, is_whole: bool
    ) -> Change | None:
        is_own = self.segments is self._own
        if first < _DECISIVE_LINES and self._is_of_another_kind():
            self._own = self._recognised()
            change = None
        elif is_whole and isinstance(self._own, UnitSegments):
            change = self._own.reload()
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
        """Whether another format is recognised now; otherwise the known one is kept."""
        form = self._format()
        known = self._own.format if isinstance(self._own, UnitSegments) else None
        return form is not None and form is not known
