"""gettext's PO files, as the GNU gettext manual describes them (section "The Format of PO Files").

Every entry is a unit; one with plural forms is a unit for each form. The header (the entry for the
empty text) and entries marked as obsolete are no units.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from .placed_text import Piece, Place, PlacedText, placed
from .units import SOURCE, TARGET, Block, Facts, Fault, Unit, UnitFile

_FIELDS: Final = (SOURCE, TARGET)

_KEYWORD: Final = re.compile(r"[ \t]*(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?[ \t]*")
_STRING: Final = re.compile(r'[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*$')
_PART: Final = re.compile(r"[^\\]+|\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|.)")
_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    '"': '"',
    "\\": "\\",
}
_WRITTEN: Final = {ord(said): f"\\{letter}" for letter, said in _ESCAPES.items()}
_FLAG_LINE: Final = "#,"
_OBSOLETE: Final = "#~"
_LAST_CODE_POINT: Final = 0x10FFFF


class PoFormat:
    """PO files. See ``UnitFormat``."""

    name: Final = "PO"

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file. Those of a faulty one are read up to the fault."""
        blocks: list[Block] = []
        fault: Fault | None = None
        languages: dict[str, str] = {}
        try:
            for entry in _entries(lines):
                if entry.is_header:
                    languages |= _languages(entry)
                else:
                    blocks.append(_block(entry))
        except _FaultError as error:
            fault = error.fault
        return UnitFile(
            format=self.name,
            blocks=tuple(blocks),
            fields=_FIELDS,
            languages=languages,
            fault=fault,
        )

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read the lines of an entry: of each unit in it the texts with their places, by field."""
        try:
            return [texts for entry in _entries(lines) for _, texts in _forms(entry)]
        except _FaultError as error:
            return error.fault

    def written(self, text: str) -> str:
        """Return what to write between quotes for a text, on one line."""
        return text.translate(_WRITTEN)


@dataclass(slots=True)
class _Value:
    """A quoted text that may go on over several lines."""

    start: Place
    end: Place
    pieces: list[Piece]

    def text(self) -> PlacedText:
        return placed(self.pieces, start=self.start, end=self.end)


@dataclass(slots=True)
class _Entry:
    """An entry; its places count from its first line."""

    line: int
    values: dict[tuple[str, int], _Value] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    is_obsolete: bool = False

    def said(self, keyword: str) -> str | None:
        value = self.values.get((keyword, 0))
        return None if value is None else "".join(piece.text for piece in value.pieces)

    @property
    def end(self) -> Place:
        """Behind the last quote."""
        place = max(value.end for value in self.values.values())
        return Place(place.line, place.column + 1)

    @property
    def is_header(self) -> bool:
        return self.said("msgid") == "" and self.said("msgctxt") is None

    @property
    def is_complete(self) -> bool:
        return any(keyword == "msgstr" for keyword, _ in self.values)


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    entry = _Entry(0)
    value: _Value | None = None
    for number, line in enumerate(lines):
        stripped = line.strip()
        begins = stripped.startswith("#") or _begins_entry(line)
        if (begins and entry.is_complete) or (not stripped and not entry.values):
            if entry.is_complete and not entry.is_obsolete:
                yield entry
            entry, value = _Entry(number if stripped else number + 1), None
        if stripped.startswith("#"):
            _take_comment(entry, stripped)
            value = None
        elif found := _KEYWORD.match(line):
            value = _take_value(entry, found, number, line)
        elif stripped.startswith('"') and value is not None:
            _go_on(entry, value, number, line, 0)
        elif stripped:
            raise _FaultError(number, 0, "neither a comment, nor a keyword, nor a quoted text")
    if entry.is_complete and not entry.is_obsolete:
        yield entry


def _begins_entry(line: str) -> bool:
    found = _KEYWORD.match(line)
    return found is not None and found[1] in ("msgctxt", "msgid")


def _take_comment(entry: _Entry, line: str) -> None:
    if line.startswith(_OBSOLETE):
        entry.is_obsolete = True
        entry.values.setdefault(("msgstr", 0), _Value(Place(0, 0), Place(0, 0), []))
    elif line.startswith(_FLAG_LINE):
        entry.flags.update(flag.strip() for flag in line[2:].split(","))
    elif line.startswith("# "):
        entry.notes.append(line[2:])


def _take_value(entry: _Entry, found: re.Match[str], number: int, line: str) -> _Value:
    key = (found[1], int(found[2] or 0))
    if key in entry.values:
        raise _FaultError(number, 0, f"a second {found[1]} in one entry")
    column = line.find('"', found.end())
    place = Place(number - entry.line, column + 1)
    value = entry.values[key] = _Value(place, place, [])
    _go_on(entry, value, number, line, found.end())
    return value


def _go_on(entry: _Entry, value: _Value, number: int, line: str, begin: int) -> None:
    """Take the quoted text of a line."""
    found = _STRING.match(line, begin)
    if found is None:
        raise _FaultError(number, begin, 'no text in quotes; a quote inside one is written \\"')
    row = number - entry.line
    for part in _PART.finditer(line, found.start(1), found.end(1)):
        text = _meant(part[0])
        if text is None:
            raise _FaultError(number, part.start(), f"unknown escape {part[0]}")
        value.pieces.append(Piece(Place(row, part.start()), text, len(part[0])))
    value.end = Place(row, found.end(1))


def _meant(part: str) -> str | None:
    if not part.startswith("\\"):
        return part
    escape = part[1:]
    if escape in _ESCAPES:
        return _ESCAPES[escape]
    code = int(escape, 8) if escape[0] in "01234567" else -1
    if escape[0] == "x" and len(escape) > 1:
        code = int(escape[1:], 16)
    return chr(code) if 0 <= code <= _LAST_CODE_POINT else None


def _block(entry: _Entry) -> Block:
    units = tuple(
        Unit(facts=facts, texts={name: text.text for name, text in texts.items()})
        for facts, texts in _forms(entry)
    )
    return Block(
        start=Place(entry.line, 0), end=entry.end.below(entry.line), around="", units=units
    )


def _forms(entry: _Entry) -> Iterator[tuple[Facts, Mapping[str, PlacedText]]]:
    """Each form of an entry; without a plural there is one."""
    plural = entry.values.get(("msgid_plural", 0))
    context, singular = entry.said("msgctxt"), entry.said("msgid") or ""
    name = singular if context is None else f"{context}|{singular}"
    for form in sorted(form for keyword, form in entry.values if keyword == "msgstr"):
        source = plural if plural and form else entry.values.get(("msgid", 0))
        target = entry.values["msgstr", form].text()
        facts = Facts(
            id=f"{name}[{form}]" if plural else name,
            state=_state(entry, target.text),
            notes=tuple(entry.notes),
        )
        yield facts, {SOURCE: source.text(), TARGET: target} if source else {TARGET: target}


def _state(entry: _Entry, target: str) -> str:
    if "fuzzy" in entry.flags:
        return "fuzzy"
    return "translated" if target else "untranslated"


def _languages(header: _Entry) -> dict[str, str]:
    for line in (header.said("msgstr") or "").split("\n"):
        name, _, value = line.partition(":")
        if name.strip().lower() == "language" and value.strip():
            return {TARGET: value.strip()}
    return {}


class _FaultError(Exception):
    def __init__(self, line: int, column: int, message: str) -> None:
        self.fault = Fault(place=Place(line, column), message=message)
        super().__init__(message)
