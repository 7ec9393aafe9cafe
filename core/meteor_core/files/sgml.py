"""Read mteval's SGML: ``srcset``, ``refset`` and ``tstset`` files of older NIST and WMT tests.

It resembles XML but is rarely well-formed: bare ampersands, tags in any case, missing end tags.
Only its tags are read. Each file has texts of one kind; several systems or references follow each
other as documents with a ``sysid`` or ``refid``.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .content import Content, without_codes
from .placed_text import Piece, Place, PlacedText, placed
from .units import SOURCE, Block, Blocks, Facts, Fault, Unit, UnitFile

_TAG: Final = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg|hl|p)\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_PART: Final = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});|[^&]+|&")
_FIELD: Final = {"srcset": SOURCE, "refset": "ref", "tstset": "hyp"}
_SET: Final = re.compile(r"<(?:srcset|refset|tstset)\b", re.IGNORECASE)
_RANKS: Final = {"": 0, SOURCE: 1, "ref": 2, "hyp": 3}
_CODE: Final = re.compile(r"[A-Za-z]{2}(?:[-_]\w+)*")
"""A language code: older sets have names, such as "Arabic", or "any"."""
_SEGMENT: Final = "seg"
"""The only element that holds texts: a headline, ``hl``, has one as a paragraph has."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment in the file.

    Attributes:
        document: its document.
        field: of its text.
        name: its id.
        around: the start tags of its ancestors.
        tag: place of its start tag.
        start: behind the start tag.
        end: behind its text.
        behind: behind its end tag, if present.
    """

    document: str
    field: str
    name: str
    around: str
    tag: Place
    start: Place
    end: Place
    behind: Place | None

    @property
    def key(self) -> str:
        """Return the key that texts of the same segment share."""
        return f"{self.document}:{self.name}"


class SgmlFormat:
    """SGML of mteval; a ``UnitFormat``."""

    name: Final = "mteval SGML"

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file. A segment without an end tag ends at the next tag.

        A file with texts of one kind has a block for each segment; one with several texts of a
        segment, as of several systems, is a single block.
        """
        segments = list(_segments(lines))
        fields: dict[str, Mapping[str, str]] = {}  # with attributes of the set's tag
        for segment in segments:
            if segment.field not in fields:
                fields[segment.field] = _attributes(segment.around.partition(">")[0])
        return UnitFile(
            format=self.name,
            blocks=Blocks(
                _single_block(lines, segments)
                if len(fields) > 1
                else _block_per_segment(lines, segments)
            ),
            fields=tuple(sorted(fields, key=lambda field: _RANKS[field.partition(":")[0]])),
            languages={
                field: code
                for field, said in fields.items()
                if _CODE.fullmatch(
                    code := said.get("srclang" if field == SOURCE else "trglang", "")
                )
            },
            set_name=next((said["setid"] for said in fields.values() if said.get("setid")), None),
        )

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read the lines of a segment, or of all sets."""
        held = [around, *lines]
        return [
            {field: _text(held, segment, 1) for field, segment in each.items()}
            for each in _by_key(_segments(held)).values()
        ]

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read the lines of a block, which has no inline codes."""
        return without_codes(self.name, self.places(lines, around))

    def written(self, text: str) -> str:
        """Escape a text."""
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _block_per_segment(lines: Sequence[str], segments: Sequence[_Segment]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for segment in segments:
        text = _text(lines, segment, 0)
        unit = Unit(facts=Facts(id=segment.key), texts={segment.field: text.text})
        end = segment.behind or text.end
        blocks.append(Block(start=segment.tag, end=end, around=segment.around, units=(unit,)))
    return tuple(blocks)


def _single_block(lines: Sequence[str], segments: Sequence[_Segment]) -> tuple[Block, ...]:
    """Return a file with several fields as one block: from its first set to its last line.

    It is the only block without ancestors, which marks it: a part of the file cannot show whether
    the file is a single block.
    """
    found = (tag.start() if (tag := _SET.search(line)) else -1 for line in lines)
    start = next((Place(at, column) for at, column in enumerate(found) if column >= 0), Place(0, 0))
    units = [
        Unit(
            facts=Facts(id=key),
            texts={field: _text(lines, segment, 0).text for field, segment in each.items()},
        )
        for key, each in _by_key(segments).items()
    ]
    end = Place(len(lines) - 1, len(lines[-1]))
    return (Block(start=start, end=end, around=" ", units=tuple(units)),)


def _by_key(segments: Iterable[_Segment]) -> dict[str, dict[str, _Segment]]:
    """Group segments by document and name, then by field; the first of duplicates counts."""
    found: dict[str, dict[str, _Segment]] = {}
    for segment in segments:
        found.setdefault(segment.key, {}).setdefault(segment.field, segment)
    return found


def _segments(lines: Sequence[str]) -> Iterator[_Segment]:
    of_set, field, document, name = "", "", "", ""
    set_tag, document_tag = "", ""
    begun: tuple[Place, Place] | None = None

    def ended(begun: tuple[Place, Place], end: Place, behind: Place | None) -> _Segment:
        return _Segment(document, field, name, set_tag + document_tag, *begun, end, behind)

    for number, line in enumerate(lines):
        for tag in _TAG.finditer(line):
            closes, kind = bool(tag[1]), tag[2].lower()
            if begun is not None:
                is_end = closes and kind == _SEGMENT
                behind = Place(number, tag.end()) if is_end else None
                yield ended(begun, Place(number, tag.start()), behind)
                begun = None
            if closes:
                continue
            attributes = _attributes(tag[3])
            if kind in _FIELD:
                field = of_set = _named(_FIELD[kind], attributes)
                set_tag, document_tag = tag[0], ""
            elif kind == "doc":
                document = attributes.get("docid", "")
                kind_of_set = of_set.partition(":")[0]
                own = _named(kind_of_set, attributes)
                field = of_set if own == kind_of_set else own
                document_tag = tag[0]
            elif kind == _SEGMENT:
                name = attributes.get("id", "")
                begun = (Place(number, tag.start()), Place(number, tag.end()))
    if begun is not None:
        yield ended(begun, Place(len(lines) - 1, len(lines[-1])), None)


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


def _text(lines: Sequence[str], segment: _Segment, above: int) -> PlacedText:
    """Return the text of a segment without surrounding space."""
    pieces: list[Piece] = []
    for number in range(segment.start.line, segment.end.line + 1):
        line = lines[number]
        start = segment.start.column if number == segment.start.line else 0
        end = segment.end.column if number == segment.end.line else len(line)
        for part in _PART.finditer(line, start, end):
            place = Place(number - above, part.start())
            pieces.append(Piece(place, html.unescape(part[0]), len(part[0])))
        if number < segment.end.line:
            pieces.append(Piece(Place(number - above, len(line)), "\n", 1))
    pieces = _strip_space(pieces)
    if not pieces:
        place = segment.start.below(-above)
        return placed(pieces, start=place, end=place)
    return placed(pieces, start=pieces[0].place, end=pieces[-1].end)


def _strip_space(pieces: list[Piece]) -> list[Piece]:
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
