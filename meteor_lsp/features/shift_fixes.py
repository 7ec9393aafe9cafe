"""Quick fixes for shifted lines; each fix edits its own file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol import types

from meteor_core.review.shifted_lines import likeness
from meteor_core.text.numbers import counted, lines_in_words

from ..documents.positions import Encoding
from ..documents.text_file import TextFile
from ..documents.uris import name_of
from ..pairing.shifted import Shift
from ..pairing.streams import Role
from ..session.open_pairing import Spot, View
from .diagnostics import SOURCE

CODE: Final = "shifted"

_MAX_COMPARED_PLACES: Final = 200
"""Places to split a line that are compared."""


def shift_fixes(
    view: View, spot: Spot, shown: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """Yield the fixes of the shift at a spot."""
    diagnostics = [known for known in shown if known.source == SOURCE and known.code == CODE]
    for shift in _shifts_at(view, spot.segment):
        for fix in _fixes(view, shift):
            yield types.CodeAction(
                title=fix.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=diagnostics or None,
                edit=types.WorkspaceEdit(changes={fix.uri: [fix.edit]}),
            )


@dataclass(frozen=True, slots=True)
class _Fix:
    title: str
    uri: str
    edit: types.TextEdit


def _shifts_at(view: View, segment: int) -> list[Shift]:
    """Return the shifts at a segment, or at the next one, whose diagnostic may be here."""
    lines = view.opened.lines
    if lines is None:
        return []
    found = [s for s in lines.shifts if s.first <= segment < s.first + s.segments]
    return found or [s for s in lines.shifts if s.first == segment + 1]


def _fixes(view: View, shift: Shift) -> Iterator[_Fix]:
    parts = [part for part in view.opened.streams if part.role is not Role.SOURCE]
    sides = [
        _Side(file, first, behind, view.encoding)
        for part, (first, behind) in zip(parts, shift.lines, strict=False)
        if (file := view.opened.file(part)) is not None
    ]
    most = max(side.count for side in sides)
    for side in sides:
        if not side.count:
            yield side.insert(most)
    for side in sides:
        fewer = [partner for partner in sides if partner.count < side.count]
        if side.count == most and fewer:
            if side.count > 1 and fewer[0].count:
                yield side.join(side.first, side.behind)
            elif side.first:
                yield side.join(side.first - 1, side.behind)
            if not fewer[0].count:
                yield side.delete()
    for side in sides:
        whole = next((partner for partner in sides if partner.count == 2), None)
        if side.count == 1 and whole is not None:
            yield side.split(whole.lines)


@dataclass(frozen=True, slots=True)
class _Side:
    """The lines of one document at a shift, a half-open range."""

    file: TextFile
    first: int
    behind: int
    encoding: Encoding

    @property
    def count(self) -> int:
        return self.behind - self.first

    @property
    def name(self) -> str:
        return name_of(self.file.uri)

    @property
    def lines(self) -> list[str]:
        return self.file.lines[self.first : self.behind]

    def insert(self, count: int) -> _Fix:
        """Insert empty lines where this side has none."""
        at = self._start(self.first)
        return self._fix(
            f"Insert {counted(count, 'empty line', 'empty lines')}", at, at, "\n" * count
        )

    def join(self, first: int, behind: int) -> _Fix:
        """Join lines."""
        text = " ".join(self.file.lines[first:behind])
        title = f"Join lines {first + 1:,} to {behind:,}"
        return self._fix(title, self._start(first), self._end(behind - 1), text)

    def delete(self) -> _Fix:
        """Delete lines with one line end each."""
        start, end = self._start(self.first), self._start(self.behind)
        if self.behind >= len(self.file.lines) and self.first:
            start = self._end(self.first - 1)
        return self._fix(f"Delete {lines_in_words(self.first, self.behind)}", start, end, "")

    def split(self, like: Sequence[str]) -> _Fix:
        """Split a line where the parts are most similar to two other lines."""
        line = self.file.lines[self.first]
        place = _place_to_split(line, like)
        left, right = line[:place].rstrip(), line[place:].lstrip()
        start = types.Position(self.first, self.encoding.to_client(line, len(left)))
        end = types.Position(self.first, self.encoding.to_client(line, len(line) - len(right)))
        return self._fix(f"Split line {self.first + 1:,} before '{right[:20]}'", start, end, "\n")

    def _fix(self, title: str, start: types.Position, end: types.Position, text: str) -> _Fix:
        edit = types.TextEdit(types.Range(start, end), text)
        return _Fix(f"{title} in {self.name}", self.file.shown_uri, edit)

    def _start(self, line: int) -> types.Position:
        """Return the start of a line, or the end of the last one."""
        if line < len(self.file.lines) or not line:
            return types.Position(line, 0)
        return self._end(line - 1)

    def _end(self, line: int) -> types.Position:
        text = self.file.lines[line]
        return types.Position(line, self.encoding.to_client(text, len(text)))


def _place_to_split(line: str, like: Sequence[str]) -> int:
    """Return where the parts of a line are most similar to two others, preferably at a space."""
    share = len(line) * len(like[0]) // max(1, sum(map(len, like)))
    spaces = [place + 1 for place, letter in enumerate(line) if letter.isspace()]
    places = sorted(spaces, key=lambda place: abs(place - share))[:_MAX_COMPARED_PLACES]

    def gain(place: int) -> tuple[float, int]:
        alike = likeness(line[:place], like[0]) + likeness(line[place:], like[1])
        return alike, -abs(place - share)

    return max(places, key=gain, default=share)
