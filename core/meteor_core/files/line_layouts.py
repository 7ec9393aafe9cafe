"""Layouts of files with one segment a line: plain lines, TSV, JSON Lines.

Places in a text are on line 0, which is its own. Lines have no line ends.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder, dumps
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed does not list it
from pathlib import PurePath
from typing import Any, Final, Protocol, TypeAlias

from .placed_text import Piece, Place, PlacedText, as_it_stands, missing, placed

_TABS: Final = ".tsv"
_JSON_LINES: Final = (".jsonl", ".ndjson")
_BYTE_ORDER_MARK: Final = "\ufeff"
_LINE_BREAK: Final = re.compile(r"\r\n|\r|\n")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_JSON_SPACE: Final = re.compile(r"[ \t\n\r]*")
_JSON_PART: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a surrogate pair: one
    r"|\\u[0-9a-fA-F]{4}|\\.|[^\\]+",
    re.DOTALL,
)
"""Code point, escape sequence, or longest literal part inside a valid JSON string."""

_DECODER: Final = JSONDecoder(parse_int=float)
"""Numbers are ignored, and ``int`` rejects those of more than 4,300 digits."""


class Layout(Protocol):
    """Reads and writes the texts of lines. Never raises for any line."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of the columns or keys; empty for plain lines."""
        ...

    @property
    def first_line(self) -> int:
        """Return the line of the first segment: 1 below a header, else 0."""
        ...

    def text(self, line: str, field: str | None) -> str:
        """Return the text of a field, empty if missing. Plain lines have only one text."""
        ...

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """Return the texts of several fields, for the cost of one."""
        ...

    def placed(self, line: str, field: str | None) -> PlacedText:
        """Locate the text of a field; a missing one is empty and at the end of the line."""
        ...

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """Return why texts of these fields are missing, for display; None if all are present."""
        ...

    def encode(self, text: str, field: str | None) -> str:
        """Encode a text to write from ``start`` to ``end`` of an existing cell.

        A character that the layout cannot hold, such as a tab in TSV, becomes a space.
        """
        ...


def is_table(name: str) -> bool:
    """Return whether a document of that name has columns."""
    return PurePath(name).suffix.lower() in (_TABS, *_JSON_LINES)


def layout_of(name: str, lines: Sequence[str]) -> Layout:
    """Return the layout of a document by its file extension, with the fields of its first lines."""
    extension = PurePath(name).suffix.lower()
    if extension == _TABS:
        return TabSeparated(header=_header(lines[0] if lines else ""))
    if extension in _JSON_LINES:
        return JsonLines(fields=_first_keys(lines))
    return PlainLines()


@dataclass(frozen=True, slots=True)
class PlainLines:
    """Every line is a text."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Return no names."""
        return ()

    @property
    def first_line(self) -> int:
        """Return the first line."""
        return 0

    def text(self, line: str, field: str | None) -> str:
        """Return the line."""
        return line

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """Return the line for each field."""
        return (line,) * len(fields)

    def placed(self, line: str, field: str | None) -> PlacedText:
        """Locate the line."""
        return as_it_stands(line, Place(0, 0))

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """Return None."""
        return None

    def encode(self, text: str, field: str | None) -> str:
        """Join the text to one line."""
        return _LINE_BREAK.sub(" ", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class TabSeparated:
    """TSV with a header, without quoting: a tab always separates, a quote is a character.

    Attributes:
        header: column names; if several columns share a name, the first one counts.
    """

    header: tuple[str, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of the named columns."""
        return tuple(dict.fromkeys(name for name in self.header if name))

    @property
    def first_line(self) -> int:
        """Return the line below the header."""
        return 1

    def text(self, line: str, field: str | None) -> str:
        """Return the text between two tabs."""
        number = self._number(field)
        if number is None:
            return ""
        cells = line.split("\t", number + 1)
        return cells[number] if number < len(cells) else ""

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """Return the texts between tabs."""
        cells = line.split("\t")
        numbers = map(self._number, fields)
        return tuple(
            "" if number is None or number >= len(cells) else cells[number] for number in numbers
        )

    def placed(self, line: str, field: str | None) -> PlacedText:
        """Locate the text between two tabs."""
        number = self._number(field)
        cells = [] if number is None else line.split("\t", number + 1)
        if number is None or number >= len(cells):
            return _missing(line)
        start = sum(map(len, cells[:number])) + number
        return as_it_stands(cells[number], Place(0, start))

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """Name a column that is missing in the header or the line."""
        numbers = {name: self._number(name) for name in fields}
        unknown = [f"no column '{name}'" for name, number in numbers.items() if number is None]
        if unknown:
            return ", ".join(unknown)
        count = line.count("\t") + 1
        if all(number < count for number in numbers.values() if number is not None):
            return None
        return f"{count} of {len(self.header)} columns" if line else "blank line"

    def encode(self, text: str, field: str | None) -> str:
        """Join the text to one line and one column."""
        return _LINE_BREAK.sub(" ", text).replace("\t", " ")

    def _number(self, field: str | None) -> int | None:
        return self.header.index(field) if field and field in self.header else None


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLines:
    """One JSON object a line, whose strings are the texts. The last of duplicate keys counts.

    Attributes:
        fields: known keys of the document; those of a line may differ.
    """

    fields: tuple[str, ...]

    @property
    def first_line(self) -> int:
        """Return the first line."""
        return 0

    def text(self, line: str, field: str | None) -> str:
        """Return the string of a key."""
        return "" if field is None else self.texts(line, (field,))[0]

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """Return the strings of keys."""
        decoded = _decode(line)
        if isinstance(decoded, str):
            return ("",) * len(fields)
        values = map(decoded.get, fields)
        return tuple(value if isinstance(value, str) else "" for value in values)

    def placed(self, line: str, field: str | None) -> PlacedText:
        """Locate the string between its quotes."""
        if field is None or isinstance(_decode(line), str):
            return _missing(line)
        try:
            spans = [span for key, *span in _members(line) if key == field]
        except RecursionError:  # the stack is a little deeper here than in the check above
            return _missing(line)
        if not spans or line[spans[-1][0]] != '"':
            return _missing(line)
        return _string(line, *spans[-1])

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """Report an invalid object, a missing key, or a value that is not a string."""
        decoded = _decode(line)
        if isinstance(decoded, str):
            return decoded
        problems = [
            _value_problem(decoded, key)
            for key in dict.fromkeys(fields)
            if not isinstance(decoded.get(key), str)
        ]
        return ", ".join(problems) or None

    def encode(self, text: str, field: str | None) -> str:
        """Escape the text where JSON or UTF-8 requires it."""
        escaped = dumps(text, ensure_ascii=False)[1:-1]
        return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


_JsonObject: TypeAlias = dict[str, Any]


def _missing(line: str) -> PlacedText:
    return missing(Place(0, len(line)))


def _header(line: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in line.removeprefix(_BYTE_ORDER_MARK).split("\t"))


def _first_keys(lines: Sequence[str]) -> tuple[str, ...]:
    for line in lines:
        decoded = _decode(line)
        if not isinstance(decoded, str):
            return tuple(key for key, value in decoded.items() if isinstance(value, str))
    return ()


def _decode(line: str) -> _JsonObject | str:
    """Decode a line, or return why it is invalid."""
    document = line.removeprefix(_BYTE_ORDER_MARK)
    if not document.strip():
        return "blank line"
    try:
        value = _DECODER.decode(document)
    except JSONDecodeError as error:
        column = error.pos + 1 + len(line) - len(document)
        return f"no JSON object: {error.msg} at column {column}"
    except RecursionError:
        return "no JSON object: nested too deeply"
    return value if isinstance(value, dict) else f"no JSON object, but {_kind(value)}"


def _value_problem(decoded: _JsonObject, key: str) -> str:
    if key not in decoded:
        return f"no key '{key}'"
    return f"'{key}' is {_kind(decoded[key])}, not a string"


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "true or false", float: "a number", str: "a string", list: "an array"}
    return names.get(type(value), "an object")


def _members(line: str) -> Iterator[tuple[str, int, int]]:
    """Yield each key of a valid object with the raw range of its value."""
    place = _behind_space(line, line.index("{") + 1)
    while line[place] == '"':
        key, place = scanstring(line, place + 1)
        start = _behind_space(line, _behind_space(line, place) + 1)  # skips a colon
        _, end = _DECODER.raw_decode(line, start)
        yield key, start, end
        place = _behind_space(line, end)
        if line[place] == ",":
            place = _behind_space(line, place + 1)


def _behind_space(line: str, place: int) -> int:
    space = _JSON_SPACE.match(line, place)
    return space.end() if space else place


def _string(line: str, start: int, end: int) -> PlacedText:
    """Locate the characters of a JSON string, given its raw range with quotes."""
    text, _ = scanstring(line, start + 1)
    start, end = start + 1, end - 1
    if len(text) == end - start:
        return as_it_stands(text, Place(0, start))
    pieces: list[Piece] = []
    offset = 0
    for part in _JSON_PART.finditer(line, start, end):
        width = part.end() - part.start()
        said = 1 if part[0].startswith("\\") else width
        pieces.append(Piece(Place(0, part.start()), text[offset : offset + said], width))
        offset += said
    return placed(pieces, start=Place(0, start), end=Place(0, end))
