"""What can be done about a shift of lines: each fix edits the file that it is about."""

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

_MOST_PLACES: Final = 200
"""Places of a line at which it may be split that are compared."""


def shift_fixes(
    view: View, spot: Spot, shown: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """The fixes of the shift that a spot is at, or that is shown there."""
    diagnostics = [one for one in shown if one.source == SOURCE and one.code == CODE]
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
    """Those of a segment, or of the one behind it if its diagnostic stands beside them."""
    lines = view.opened.lines
    if lines is None:
        return []
    found = [one for one in lines.shifts if one.first <= segment < one.first + one.segments]
    return found or [one for one in lines.shifts if one.first == segment + 1]


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
        fewer = [other for other in sides if other.count < side.count]
        if side.count == most and fewer:
            if side.count > 1 and fewer[0].count:
                yield side.join(side.first, side.behind)
            elif side.first:
                yield side.join(side.first - 1, side.behind)
            if not fewer[0].count:
                yield side.delete()
    for side in sides:
        whole = next((other for other in sides if other.count == 2), None)
        if side.count == 1 and whole is not None:
            yield side.split(whole.lines)


@dataclass(frozen=True, slots=True)
class _Side:
    """The lines of one document at a shift: half-open, from 0."""

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
        """Empty lines, where this side has none."""
        at = self._start(self.first)
        return self._fix(
            f"Insert {counted(count, 'empty line', 'empty lines')}", at, at, "\n" * count
        )

    def join(self, first: int, behind: int) -> _Fix:
        """Lines that become one."""
        text = " ".join(self.file.lines[first:behind])
        title = f"Join lines {first + 1:,} to {behind:,}"
        return self._fix(title, self._start(first), self._end(behind - 1), text)

    def delete(self) -> _Fix:
        """Lines that go, with one end of a line each."""
        start, end = self._start(self.first), self._start(self.behind)
        if self.behind >= len(self.file.lines) and self.first:
            start = self._end(self.first - 1)
        return self._fix(f"Delete {lines_in_words(self.first, self.behind)}", start, end, "")

    def split(self, like: Sequence[str]) -> _Fix:
        """One line that becomes two, where these are most like two others."""
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
        """Where a line begins; of one behind the last, where the last ends."""
        if line < len(self.file.lines) or not line:
            return types.Position(line, 0)
        return self._end(line - 1)

    def _end(self, line: int) -> types.Position:
        text = self.file.lines[line]
        return types.Position(line, self.encoding.to_client(text, len(text)))


def _place_to_split(line: str, like: Sequence[str]) -> int:
    """Where a line's parts are most like two others; between words, if it has spaces."""
    share = len(line) * len(like[0]) // max(1, sum(map(len, like)))
    spaces = [place + 1 for place, letter in enumerate(line) if letter.isspace()]
    places = sorted(spaces, key=lambda place: abs(place - share))[:_MOST_PLACES]

    def gain(place: int) -> tuple[float, int]:
        alike = likeness(line[:place], like[0]) + likeness(line[place:], like[1])
        return alike, -abs(place - share)

    return max(places, key=gain, default=share)
