"""mteval's SGML: ``srcset``, ``refset`` and ``tstset`` files of NIST's and WMT's older tests.

It looks like XML and mostly is none: ampersands stand as they are, tags are in any case, and end
tags may be missing. It is read by its tags alone. Each file has texts of one kind; those of several
systems or references follow each other as documents with a ``sysid`` or ``refid``.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .placed_text import Piece, Place, PlacedText, placed
from .units import SOURCE, Block, Facts, Fault, Unit, UnitFile

_TAG: Final = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg|hl|p)\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_PART: Final = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});|[^&]+|&")
_FIELD: Final = {"srcset": SOURCE, "refset": "ref", "tstset": "hyp"}
_SET: Final = re.compile(r"<(?:srcset|refset|tstset)\b", re.IGNORECASE)
_RANKS: Final = {SOURCE: 0, "ref": 1, "hyp": 2, "": 3}
_SPACE: Final = " \t"


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment, where its text begins and ends in the file."""

    document: str
    field: str
    name: str
    start: Place
    end: Place

    @property
    def key(self) -> str:
        """What it has in common with other texts of the same segment."""
        return f"{self.document}:{self.name}"


class SgmlFormat:
    """SGML of mteval. See ``UnitFormat``."""

    name: Final = "mteval SGML"

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file. A segment without an end ends at the next tag.

        A file of one set has a block for each segment; one that has several texts of a segment, as
        of several systems, is one block.
        """
        segments = list(_segments(lines))
        fields = tuple(dict.fromkeys(segment.field for segment in segments))
        if len(fields) > 1:
            blocks = [_whole(lines, segments)]
        else:
            blocks = [
                Block(
                    start=segment.start,
                    end=segment.end,
                    around=segment.field,
                    units=(_unit(segment.key, {segment.field: _text(lines, segment).text}),),
                )
                for segment in segments
            ]
        return UnitFile(
            format=self.name,
            blocks=tuple(blocks),
            fields=tuple(sorted(fields, key=lambda field: _RANKS[field.partition(":")[0]])),
        )

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read the lines of a segment's text, or of all sets."""
        segments = list(_segments(lines))
        if segments:
            return [
                {field: _text(lines, segment) for field, segment in each.items()}
                for each in _together(segments).values()
            ]
        start = Place(0, len(lines[0]) - len(lines[0].lstrip(_SPACE))) if lines else Place(0, 0)
        end = Place(len(lines) - 1, len(lines[-1])) if lines else start
        segment = _Segment("", SOURCE, "", start, end)
        return [{around or SOURCE: _text(lines, segment)}]

    def written(self, text: str) -> str:
        """Return what to write for a text."""
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _together(segments: Sequence[_Segment]) -> dict[str, dict[str, _Segment]]:
    """The segments of the same document and name, by field; of two in one field the first."""
    found: dict[str, dict[str, _Segment]] = {}
    for segment in segments:
        found.setdefault(segment.key, {}).setdefault(segment.field, segment)
    return found


def _whole(lines: Sequence[str], segments: Sequence[_Segment]) -> Block:
    """The block of a file with several fields: from its first set to the end of its last line."""
    found = (tag.start() if (tag := _SET.search(line)) else -1 for line in lines)
    line, column = next((at, column) for at, column in enumerate(found) if column >= 0)
    units = tuple(
        [
            _unit(key, {field: _text(lines, segment).text for field, segment in each.items()})
            for key, each in _together(segments).items()
        ]
    )
    end = Place(len(lines) - 1, len(lines[-1]))
    return Block(start=Place(line, column), end=end, around="", units=units)


def _unit(key: str, texts: Mapping[str, str]) -> Unit:
    return Unit(facts=Facts(id=key), texts=texts)


def _segments(lines: Sequence[str]) -> Iterator[_Segment]:
    field, document, name = "", "", ""
    begun: Place | None = None
    for number, line in enumerate(lines):
        for tag in _TAG.finditer(line):
            closes, kind = bool(tag[1]), tag[2].lower()
            if begun is not None:
                yield _Segment(document, field, name, begun, Place(number, tag.start()))
                begun = None
            if closes:
                continue
            attributes = _attributes(tag[3])
            if kind in _FIELD:
                field = _named(_FIELD[kind], attributes)
            elif kind == "doc":
                document = attributes.get("docid", "")
                field = _named(field.partition(":")[0], attributes)
            elif kind in ("seg", "hl"):
                name = attributes.get("id", "")
                begun = Place(number, tag.end())
    if begun is not None:
        yield _Segment(document, field, name, begun, Place(len(lines) - 1, len(lines[-1])))


def _attributes(written: str) -> dict[str, str]:
    return {
        found[1].lower(): html.unescape(
            next(each for each in found.groups()[1:] if each is not None)
        )
        for found in _ATTRIBUTE.finditer(written)
    }


def _named(kind: str, attributes: Mapping[str, str]) -> str:
    name = attributes.get("refid" if kind == "ref" else "sysid", "")
    return f"{kind}:{name}" if name and kind != SOURCE else kind


def _text(lines: Sequence[str], segment: _Segment) -> PlacedText:
    """The text of a segment without the space around it."""
    pieces: list[Piece] = []
    for number in range(segment.start.line, segment.end.line + 1):
        line = lines[number]
        start = segment.start.column if number == segment.start.line else 0
        end = segment.end.column if number == segment.end.line else len(line)
        for part in _PART.finditer(line, start, end):
            place = Place(number, part.start())
            pieces.append(Piece(place, html.unescape(part[0]), len(part[0])))
        if number < segment.end.line:
            pieces.append(Piece(Place(number, len(line)), "\n", 1))
    return placed(_stripped(pieces), start=segment.start, end=segment.end)


def _stripped(pieces: list[Piece]) -> list[Piece]:
    while pieces and not pieces[0].text.strip():
        del pieces[0]
    while pieces and not pieces[-1].text.strip():
        del pieces[-1]
    if pieces:
        first = pieces[0]
        cut = len(first.text) - len(first.text.lstrip())
        if cut and first.width == len(first.text):
            place = Place(first.place.line, first.place.column + cut)
            pieces[0] = Piece(place, first.text[cut:], first.width - cut)
        last = pieces[-1]
        kept = last.text.rstrip()
        if last.width == len(last.text):
            pieces[-1] = Piece(last.place, kept, len(kept))
    return pieces
