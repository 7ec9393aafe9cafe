"""Read gettext's PO files, as the GNU gettext manual describes them ("The Format of PO Files").

Every entry is a unit; one with plural forms is a unit for each form. The header (the entry for the
empty text) and obsolete entries are not units.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .content import Content, without_codes
from .garbage import no_garbage_collection
from .placed_text import Piece, Place, PlacedText, placed
from .units import SOURCE, TARGET, Block, Blocks, Facts, Fault, Unit, UnitFile

_FIELDS: Final = (SOURCE, TARGET)

_KEYWORD: Final = re.compile(
    r"[ \t]*(?:(msgctxt|msgid_plural|msgid|domain)|(msgstr)(?:[ \t]*\[([0-9]{1,3})\])?)(?![\w\[])"
    r"[ \t]*"
)
_STRING: Final = re.compile(r'[ \t]*"([^"\\]*(?:\\.[^"\\]*)*)"[ \t]*')
_DOMAIN: Final = "domain"
_FIRST_KEYWORDS: Final = frozenset({"msgctxt", "msgid", _DOMAIN})
"""Keywords that complete an entry which has a translation."""
_ESCAPE_OR_TEXT: Final = re.compile(r"[^\\]+|\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|.)")
_MAX_CODE_CHARS: Final = 8
"""Longest numeric escape."""

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
_ESCAPED_LETTERS: Final = {ord(character): f"\\{letter}" for letter, character in _ESCAPES.items()}
_FLAG_LINE: Final = "#,"
_OBSOLETE: Final = "#~"
_NOTES: Final = ("# ", "#.")
"""Prefixes of comments by translators and by programmers."""
_LAST_CODE: Final = 0x7F
"""Greatest value of a numeric escape: it is a byte, and higher ones are parts of a character."""


class PoFormat:
    """PO files; a ``UnitFormat``."""

    name: Final = "PO"

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read the lines of a file, up to the first fault."""
        blocks: list[Block] = []
        fault: Fault | None = None
        languages: dict[str, str] = {}
        try:
            with no_garbage_collection(len(lines)):
                for entry in _entries(lines):
                    if entry.is_header:
                        languages |= _languages(entry)
                    else:
                        blocks.append(_block(entry))
        except _FaultError as error:
            fault = error.fault
        return UnitFile(
            format=self.name,
            blocks=Blocks(blocks),
            fields=_FIELDS,
            languages=languages,
            fault=fault,
        )

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read an entry; return for each unit the texts with their places, by field."""
        try:
            return [
                {name: value.placed() for name, value in values.items()}
                for entry in _entries(lines)
                for _, values in _forms(entry)
            ]
        except _FaultError as error:
            return error.fault

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read an entry, which has no inline codes."""
        return without_codes(self.name, self.places(lines, around))

    def written(self, text: str) -> str:
        """Escape a text for one line between quotes."""
        return text.translate(_ESCAPED_LETTERS)


class _Value:
    """A quoted text that may continue over several lines of an entry."""

    __slots__ = ("_above", "_lines", "_spans")

    def __init__(self, lines: Sequence[str], above: int) -> None:
        self._lines = lines
        self._above = above  # lines above the entry
        self._spans: list[tuple[int, int, int]] = []  # line, columns between its quotes

    def add_strings(self, number: int, begin: int) -> int:
        """Add the quoted texts of a line; return the column behind them."""
        line = self._lines[number]
        found = _STRING.match(line, begin)
        if found is None:
            raise _missing_text(number, begin)
        while found is not None:
            self._spans.append((number, *found.span(1)))
            begin = found.end()
            found = _STRING.match(line, begin) if begin < len(line) else None
        return begin

    @property
    def is_there(self) -> bool:
        """Return whether any quoted text was added."""
        return bool(self._spans)

    @property
    def text(self) -> str:
        parts = [self._lines[number][begin:end] for number, begin, end in self._spans]
        text = parts[0] if len(parts) == 1 else "".join(parts)
        if "\\" not in text:
            return text
        return "".join([piece.text for piece in self._pieces()])

    def placed(self) -> PlacedText:
        first, last = self._spans[0], self._spans[-1]
        start, end = Place(first[0], first[1]), Place(last[0], last[2])
        return placed(self._pieces(), start=start.below(-self._above), end=end.below(-self._above))

    def _pieces(self) -> Iterator[Piece]:
        for number, begin, end in self._spans:
            for part in _ESCAPE_OR_TEXT.finditer(self._lines[number], begin, end):
                text = _unescape(part[0])
                if text is None:
                    raise _FaultError(number, part.start(), f"unknown escape {part[0][:20]}")
                yield Piece(Place(number - self._above, part.start()), text, len(part[0]))

    @property
    def end(self) -> Place:
        """Return the place behind the last quote, in the file."""
        number, _, column = self._spans[-1]
        return Place(number, column + 1)


class _Entry:
    """An entry and the domain that it is in."""

    __slots__ = ("domain", "flags", "is_complete", "is_obsolete", "notes", "start", "values")

    def __init__(self, start: Place, domain: str) -> None:
        self.start = start
        self.domain = domain
        self.values: dict[tuple[str, int], _Value] = {}
        self.flags: list[str] = []
        self.notes: list[str] = []
        self.is_obsolete = False
        self.is_complete = False

    def read_line(self, lines: Sequence[str], number: int, found: re.Match[str]) -> _Value:
        """Begin the text of a keyword."""
        key = (found[1] or found[2], int(found[3] or 0))
        if key in self.values:
            raise _FaultError(number, found.start(), f"a second {key[0]} in one entry")
        value = self.values[key] = _Value(lines, self.start.line)
        self.is_complete = self.is_complete or found[2] is not None
        return value

    def text_of(self, keyword: str) -> str | None:
        value = self.values.get((keyword, 0))
        return None if value is None else value.text

    @property
    def is_in_use(self) -> bool:
        """Return whether the entry has texts and is not obsolete."""
        return bool(self.values) and not self.is_obsolete

    @property
    def is_header(self) -> bool:
        return self.text_of("msgid") == "" and ("msgctxt", 0) not in self.values


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    """Yield the entries that are in use."""
    reader = _EntryReader(lines)
    for number, line in enumerate(lines):
        yield from reader.read_line(number, line)
    yield from reader.finish()


class _EntryReader:
    """Reads lines in order; an entry is complete once the next one begins."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._entry = _Entry(Place(0, 0), "")
        self._value: _Value | None = None  # the text to continue

    def read_line(self, number: int, line: str) -> Sequence[_Entry]:
        """Read the next line; return the entries that it completes."""
        stripped = line.strip()
        if stripped.startswith('"') and self._value is not None:
            at = self._value.add_strings(number, 0)
            return () if at == len(line) else self._read_keywords(number, line, at)
        if stripped.startswith("#"):
            return self._read_comment(number, 0, stripped)
        if stripped:
            return self._read_keywords(number, line, 0)
        if not self._entry.values:
            self._begin(Place(number + 1, 0))
        return ()

    def _read_comment(self, number: int, at: int, comment: str) -> Sequence[_Entry]:
        """Read a comment, which belongs to the next entry if this one is complete."""
        self._require_text(number, at)
        done = self._begin(Place(number, at)) if self._entry.is_complete else ()
        _read_comment(self._entry, comment)
        self._value = None
        return done

    def finish(self) -> Sequence[_Entry]:
        number, column = len(self._lines) - 1, len(self._lines[-1]) if self._lines else 0
        self._require_text(number, column)
        if self._entry.is_in_use and not self._entry.is_complete:
            raise _FaultError(number, column, "the file ends before this msgstr")
        return self._begin(Place(number, column))

    def _read_keywords(self, number: int, line: str, at: int) -> Sequence[_Entry]:
        """Read keywords and their texts from a column on."""
        done: Sequence[_Entry] = ()
        while at == 0 or at < len(line):
            found = _KEYWORD.match(line, at)
            if line.startswith("#", at):
                return [*done, *self._read_comment(number, at, line[at:].strip())]
            if found is None:
                message = "neither a comment, nor a keyword and a quoted text"
                raise _missing_text(number, at) if at else _FaultError(number, 0, message)
            self._require_text(number, at)
            if self._entry.is_complete and found[1] in _FIRST_KEYWORDS:
                done = [*done, *self._begin(Place(number, at))]
            if found[1] == _DOMAIN:
                at = self._begin_domain(number, found)
                continue
            self._value, at = self._entry.read_line(self._lines, number, found), found.end()
            if at < len(line):
                at = self._value.add_strings(number, at)
        return done

    def _begin_domain(self, number: int, found: re.Match[str]) -> int:
        """Begin a domain; return the column behind its name."""
        if self._entry.is_in_use and not self._entry.is_complete:
            raise _FaultError(number, found.start(), "a domain begins before this msgstr")
        at = _Value(self._lines, 0).add_strings(number, found.end())
        around = self._lines[number][found.start() : at].strip()
        self._entry, self._value = _Entry(Place(number, at), around), None
        if at == len(self._lines[number]):
            self._entry.start = Place(number + 1, 0)
        return at

    def _begin(self, place: Place) -> Sequence[_Entry]:
        """Begin another entry; return the previous one if it is in use."""
        before, self._entry = self._entry, _Entry(place, self._entry.domain)
        return (before,) if before.is_in_use else ()

    def _require_text(self, number: int, column: int) -> None:
        if self._value is not None and not self._value.is_there:
            raise _missing_text(number, column)


def _missing_text(number: int, column: int) -> "_FaultError":
    return _FaultError(number, column, 'no text in quotes; a quote inside one is written \\"')


def _read_comment(entry: _Entry, line: str) -> None:
    if line.startswith(_OBSOLETE):
        entry.is_obsolete = entry.is_complete = True
    elif line.startswith(_FLAG_LINE):
        entry.flags += [flag.strip() for flag in line[2:].split(",")]
    elif line.startswith(_NOTES):
        entry.notes.append(line[2:].strip())


def _unescape(part: str) -> str | None:
    if not part.startswith("\\"):
        return part
    escape = part[1:]
    if escape in _ESCAPES:
        return _ESCAPES[escape]
    code = int(escape, 8) if escape[0] in "01234567" else -1
    if escape[0] == "x" and 1 < len(escape) <= _MAX_CODE_CHARS:
        code = int(escape[1:], 16)
    return chr(code) if 0 <= code <= _LAST_CODE else None


def _block(entry: _Entry) -> Block:
    units = tuple(
        [
            Unit(facts=facts, texts={name: value.text for name, value in values.items()})
            for facts, values in _forms(entry)
        ]
    )
    end = max([value.end for value in entry.values.values()])
    return Block(start=entry.start, end=end, around=entry.domain, units=units)


def _forms(entry: _Entry) -> Iterator[tuple[Facts, Mapping[str, _Value]]]:
    """Yield each form of an entry; without a plural there is one."""
    values = entry.values
    plural = values.get(("msgid_plural", 0))
    context, singular = entry.text_of("msgctxt"), entry.text_of("msgid") or ""
    name = singular if context is None else f"{context}|{singular}"
    for form in sorted([form for keyword, form in values if keyword == "msgstr"]):
        source = plural if plural and form else values.get(("msgid", 0))
        target = values["msgstr", form]
        facts = Facts(
            id=f"{name}[{form}]" if plural else name,
            state=_state(entry, target.text),
            notes=tuple(entry.notes),
            is_plural_form=plural is not None,
        )
        yield facts, {SOURCE: source, TARGET: target} if source else {TARGET: target}


def _state(entry: _Entry, target: str) -> str:
    if "fuzzy" in entry.flags:
        return "fuzzy"
    return "translated" if target else "untranslated"


def _languages(header: _Entry) -> dict[str, str]:
    for line in (header.text_of("msgstr") or "").split("\n"):
        name, _, value = line.partition(":")
        if name.strip().lower() == "language" and value.strip():
            return {TARGET: value.strip()}
    return {}


class _FaultError(Exception):
    def __init__(self, line: int, column: int, message: str) -> None:
        self.fault = Fault(place=Place(line, column), message=message)
        super().__init__(message)
