"""Map texts to places in a file.

A *place* is a line and a column. Columns count code points of a line without its end, from 0; lines
count from the first line of a unit, so that moving a unit down a file does not change it. An
*offset* counts code points of the decoded text, from 0. They differ where the file spells a
character as an entity or an escape, breaks a text over quoted lines, or has an inline code.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

CODE: Final = " "
"""Text of an inline code: a space, so that the words beside it stay separate."""

CODE_MARK: Final = "\0"
"""Distinguishes an inline code from other spaces; files cannot contain this character."""

_BREAK: Final = re.compile(r"(?<![ \t\n])[ \t]*+\n[ \t\n]*+")
"""White space that contains a line break, to its full extent."""


class Place(NamedTuple):
    """A place in the lines of a unit; both numbers count from 0."""

    line: int
    column: int

    def below(self, lines: int) -> "Place":
        """Return a place some lines further down."""
        return Place(self.line + lines, self.column)


class Piece(NamedTuple):
    """A part of a text that the file spells in one way.

    Attributes:
        place: where it begins.
        text: decoded; ``CODE`` for an inline code.
        width: columns in the file; equals the text's length if it is literal.
        is_code: whether it is an inline code, which may extend over several lines.
        is_raw: whether nothing is escaped, as in a CDATA section of XML.
        behind: where it ends, if it extends over several lines.
    """

    place: Place
    text: str
    width: int
    is_code: bool = False
    is_raw: bool = False
    behind: Place | None = None

    @property
    def end(self) -> Place:
        """Return the place behind it; for an inline code, its beginning."""
        if self.behind is not None:
            return self.behind
        if self.text == "\n" and self.width == 1:
            return Place(self.place.line + 1, 0)
        return Place(self.place.line, self.place.column + self.width)


class Run(NamedTuple):
    """A part of a text that is contiguous in the file.

    Attributes:
        begin: offset of its first character.
        end: offset behind its last.
        behind: place behind its last character.
        is_raw: whether nothing is escaped.
    """

    begin: int
    end: int
    behind: Place
    is_raw: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedText:
    """A text with the places of its characters.

    Attributes:
        text: the decoded text.
        start: start of its container: behind a start tag or a quote.
        end: end of its container.
        codes: offsets of its inline codes.
        runs: its contiguous parts.
    """

    text: str
    start: Place
    end: Place
    codes: tuple[int, ...] = ()
    runs: tuple[Run, ...] = ()
    _offsets: tuple[int, ...] = (0,)
    """Offset of each piece."""
    _pieces: tuple[tuple[Place, bool], ...] = ()
    """Place of each piece, and whether it is literal."""
    _widths: tuple[int, ...] = ()
    """Columns of each piece; 0 for an inline code."""

    def place(self, offset: int) -> Place:
        """Return the place of an offset, which is clamped to the text.

        For a character inside an escape, the place of the escape.
        """
        if offset >= len(self.text) or not self._pieces:
            return self.end if self._pieces else self.start
        number = bisect_right(self._offsets, max(offset, 0)) - 1
        (line, column), literal = self._pieces[number]
        return Place(line, column + max(offset, 0) - self._offsets[number] if literal else column)

    def stretches(self, start: int, end: int) -> Iterator[tuple[Place, Place]]:
        """Yield the places from one offset to another as stretches within single lines.

        Each stretch has the first column and the one behind the last. Whatever is not text is left
        out: inline codes, quotes, tags.
        """
        first: Place | None = None
        behind = self.start
        number = max(bisect_right(self._offsets, start) - 1, 0)
        while number < len(self._pieces) and self._offsets[number] < end:
            (line, column), literal = self._pieces[number]
            begun, width = self._offsets[number], self._widths[number]
            number += 1
            if not width:
                continue
            skipped = max(start - begun, 0) if literal else 0
            place = Place(line, column + skipped)
            if first is not None and place != behind:
                yield first, behind
                first = None
            first = first or place
            behind = Place(line, column + (min(end - begun, width) if literal else width))
        if first is not None:
            yield first, behind

    def offset(self, place: Place) -> int:
        """Return the offset of a place, which is clamped to the text.

        For a place inside an escape or an inline code, the offset of its character.
        """
        if place >= self.end:
            return len(self.text)
        number = bisect_right(self._pieces, place, key=_place_of) - 1
        if number < 0:
            return 0
        at, literal = self._pieces[number]
        begin = self._offsets[number]
        if not literal:
            return begin
        ends = self._offsets[number + 1] if number + 1 < len(self._offsets) else len(self.text)
        if place.line > at.line:
            return ends
        return min(begin + place.column - at.column, ends)


def placed(pieces: Iterable[Piece], *, start: Place, end: Place) -> PlacedText:
    """Join pieces to a text."""
    texts: list[str] = []
    offsets: list[int] = []
    places: list[tuple[Place, bool]] = []
    widths: list[int] = []
    codes: list[int] = []
    runs: list[Run] = []
    is_break = False
    length = 0
    for piece in pieces:
        if piece.is_code:
            codes.append(length)
        else:
            begin = length
            is_contiguous = runs and (runs[-1].behind, runs[-1].is_raw) == (
                piece.place,
                piece.is_raw,
            )
            if is_contiguous and piece.behind is None and not is_break:
                begin = runs.pop().begin
            runs.append(Run(begin, length + len(piece.text), piece.end, piece.is_raw))
        is_break = piece.behind is not None  # edits keep it
        texts.append(piece.text)
        offsets.append(length)
        places.append((piece.place, not piece.is_code and piece.width == len(piece.text)))
        widths.append(0 if piece.is_code else piece.width)
        length += len(piece.text)
    return PlacedText(
        text="".join(texts),
        start=start,
        end=end,
        codes=tuple(codes),
        runs=tuple(runs),
        _offsets=tuple(offsets),
        _pieces=tuple(places),
        _widths=tuple(widths),
    )


def unindented(text: str) -> str:
    r"""Remove line breaks and indentation that only lay a file out.

    They are removed at the ends; between words they become a space if indentation follows.

    >>> unindented("\n    a red\n    house\n  ")
    'a red house'

    Args:
        text: with ``CODE_MARK`` for each inline code, which ends white space.
    """
    inside = text.strip(" \t\n")
    if "\n" not in inside:  # the common case
        ends = text.partition(inside) if inside else (text, "", "")
        return "".join(["" if "\n" in part else part for part in ends])
    parts: list[str] = []
    done = 0
    for begin, end, instead in _breaks(text):
        parts += (text[done:begin], instead)
        done = end
    return "".join([*parts, text[done:]]) if parts else text


def unindented_characters(text: str) -> list[str]:
    """Return each character's part of ``unindented``: itself, a space or nothing."""
    result = list(text)
    for begin, end, instead in _breaks(text):
        result[begin:end] = [instead, *[""] * (end - begin - 1)]
    return result


def placed_unindented(pieces: Sequence[Piece], *, start: Place, end: Place) -> PlacedText:
    """Join pieces to a text as by ``unindented``."""
    text = "".join([CODE_MARK if piece.is_code else piece.text for piece in pieces])
    breaks = list(_breaks(text))
    if not breaks:
        return placed(pieces, start=start, end=end)
    offsets = [offset for begin, behind, _ in breaks for offset in (begin, behind)]
    kept: list[Piece] = []
    is_open = False  # whether the end of the last piece is still unknown
    coming = iter([*breaks, (len(text), len(text), "")])
    begin, behind, instead = next(coming)
    for offset, piece in _cut(pieces, offsets):
        if offset >= behind:
            begin, behind, instead = next(coming)
        if offset < begin:
            if is_open:
                kept[-1] = kept[-1]._replace(behind=piece.place)
            is_open = False
            kept.append(piece)
        elif offset == begin and instead:
            kept.append(piece._replace(text=instead, width=1))
            is_open = True
        elif offset == begin and behind == len(text):
            end = piece.place
    if breaks[0][0] == 0 and kept:
        start = kept[0].place
    return placed(kept, start=start, end=end)


def _breaks(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the offsets of white space that lays a file out, with its replacement."""
    for found in _BREAK.finditer(text):
        begin, end = found.span()
        if begin == 0 or end == len(text):
            yield begin, end, ""
        elif "\n " in found[0] or "\n\t" in found[0]:
            yield begin, end, " "


def _cut(pieces: Iterable[Piece], offsets: Iterable[int]) -> Iterator[tuple[int, Piece]]:
    """Yield pieces, cut at offsets of their text, each with its own offset."""
    ahead = iter(offsets)
    cut = next(ahead, None)
    offset = 0
    for whole in pieces:
        piece, end = whole, offset + len(whole.text)
        while cut is not None and cut < end:
            if cut > offset:
                size = cut - offset
                (line, column), text = piece.place, piece.text
                yield offset, piece._replace(text=text[:size], width=size)
                piece = piece._replace(
                    place=Place(line, column + size), text=text[size:], width=len(text) - size
                )
                offset = cut
            cut = next(ahead, None)
        yield offset, piece
        offset = end


def as_it_stands(text: str, start: Place) -> PlacedText:
    """Locate a text that a line contains literally, from a place on."""
    if not text:
        return missing(start)
    width = len(text)
    end = Place(start.line, start.column + width)
    return PlacedText(
        text=text,
        start=start,
        end=end,
        runs=(Run(0, width, end, is_raw=False),),
        _offsets=(0,),
        _pieces=((start, True),),
        _widths=(width,),
    )


def between(lines: Sequence[str], start: Place, end: Place, above: int = 0) -> list[str]:
    """Return the text between two places, as lines; ``above`` lines precede those given."""
    found = list(lines[start.line - above : end.line + 1 - above])
    if found:
        found[-1] = found[-1][: end.column]
        found[0] = found[0][start.column :]
    return found


def missing(place: Place) -> PlacedText:
    """Return an empty text at the place of a missing one."""
    return PlacedText(text="", start=place, end=place)


def _place_of(piece: tuple[Place, bool]) -> Place:
    return piece[0]
