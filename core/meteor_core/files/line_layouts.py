"""How the segments of a file are laid out, one a line: plain lines, TSV or JSON Lines.

The places of a text are on line 0, which is its own. Lines come without their line ends.
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
"""What stands for one code point inside a valid JSON string, or for as many as it has itself."""

_DECODER: Final = JSONDecoder(parse_int=float)
"""Numbers are never read, and ``int`` refuses those of more than 4,300 digits."""


class Layout(Protocol):
    """Reads and writes the texts of lines. No line makes it raise."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the columns or keys; none for plain lines."""
        ...

    @property
    def first_line(self) -> int:
        """The line of the first segment: 1 where the first line is a header, else 0."""
        ...

    def text(self, line: str, field: str | None) -> str:
        """The text of a field, empty where it is missing. Plain lines have but one text."""
        ...

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """The texts of several fields, for the cost of one."""
        ...

    def placed(self, line: str, field: str | None) -> PlacedText:
        """Where the text of a field stands; a missing one is empty and at the end of the line."""
        ...

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """Why texts of these fields are missing, for a person; None where they are all there."""
        ...

    def encode(self, text: str, field: str | None) -> str:
        """What to write from ``start`` to ``end`` of a cell that is not missing, to hold a text.

        What the layout cannot hold, such as a tab in TSV, becomes a space.
        """
        ...


def is_table(name: str) -> bool:
    """Whether a document of that name has columns."""
    return PurePath(name).suffix.lower() in (_TABS, *_JSON_LINES)


def layout_of(name: str, lines: Sequence[str]) -> Layout:
    """The layout of a document, by the extension of its name; its fields by the first lines."""
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
        """None."""
        return ()

    @property
    def first_line(self) -> int:
        """The first."""
        return 0

    def text(self, line: str, field: str | None) -> str:
        """The line."""
        return line

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """The line for each of them."""
        return (line,) * len(fields)

    def placed(self, line: str, field: str | None) -> PlacedText:
        """The line."""
        return as_it_stands(line, Place(0, 0))

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """None ever."""
        return None

    def encode(self, text: str, field: str | None) -> str:
        """The text in one line."""
        return _LINE_BREAK.sub(" ", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class TabSeparated:
    """TSV with a header. There is no quoting: a tab always separates, a quote is a character.

    Attributes:
        header: name of each column; of columns of the same name, the first is meant.
    """

    header: tuple[str, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the columns that have one."""
        return tuple(dict.fromkeys(name for name in self.header if name))

    @property
    def first_line(self) -> int:
        """The one below the header."""
        return 1

    def text(self, line: str, field: str | None) -> str:
        """The text between two tabs."""
        number = self._number(field)
        if number is None:
            return ""
        cells = line.split("\t", number + 1)
        return cells[number] if number < len(cells) else ""

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """The texts between tabs."""
        cells = line.split("\t")
        numbers = map(self._number, fields)
        return tuple(
            "" if number is None or number >= len(cells) else cells[number] for number in numbers
        )

    def placed(self, line: str, field: str | None) -> PlacedText:
        """The range between two tabs."""
        number = self._number(field)
        cells = [] if number is None else line.split("\t", number + 1)
        if number is None or number >= len(cells):
            return _missing(line)
        start = sum(map(len, cells[:number])) + number
        return as_it_stands(cells[number], Place(0, start))

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """A column that the header or the line lacks."""
        numbers = {name: self._number(name) for name in fields}
        unknown = [f"no column '{name}'" for name, number in numbers.items() if number is None]
        if unknown:
            return ", ".join(unknown)
        count = line.count("\t") + 1
        if all(number < count for number in numbers.values() if number is not None):
            return None
        return f"{count} of {len(self.header)} columns" if line else "blank line"

    def encode(self, text: str, field: str | None) -> str:
        """The text in one line and one column."""
        return _LINE_BREAK.sub(" ", text).replace("\t", " ")

    def _number(self, field: str | None) -> int | None:
        return self.header.index(field) if field and field in self.header else None


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLines:
    """A JSON object a line, whose strings are the texts. Of keys that come twice the last counts.

    Attributes:
        fields: keys that a document is known to have; those of a line may differ.
    """

    fields: tuple[str, ...]

    @property
    def first_line(self) -> int:
        """The first."""
        return 0

    def text(self, line: str, field: str | None) -> str:
        """The string of a key."""
        return "" if field is None else self.texts(line, (field,))[0]

    def texts(self, line: str, fields: Sequence[str]) -> tuple[str, ...]:
        """The strings of keys."""
        decoded = _decode(line)
        if isinstance(decoded, str):
            return ("",) * len(fields)
        values = map(decoded.get, fields)
        return tuple(value if isinstance(value, str) else "" for value in values)

    def placed(self, line: str, field: str | None) -> PlacedText:
        """The range between the quotes of a string."""
        if field is None or isinstance(_decode(line), str):
            return _missing(line)
        try:
            spans = [span for key, *span in _members(line) if key == field]
        except RecursionError:  # this is called from a little deeper than the check before
            return _missing(line)
        if not spans or line[spans[-1][0]] != '"':
            return _missing(line)
        return _string(line, *spans[-1])

    def problem(self, line: str, fields: Sequence[str]) -> str | None:
        """A line that is not an object, a key that it lacks, a value that is not a string."""
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
        """The text with escape sequences where JSON or UTF-8 requires them."""
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
    """The object that a line is, or why it is none."""
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
    """Each key of a line that is known to be an object, with the raw range of its value."""
    place = _behind_space(line, line.index("{") + 1)
    while line[place] == '"':
        key, place = scanstring(line, place + 1)
        start = _behind_space(line, _behind_space(line, place) + 1)  # there was a colon
        _, end = _DECODER.raw_decode(line, start)
        yield key, start, end
        place = _behind_space(line, end)
        if line[place] == ",":
            place = _behind_space(line, place + 1)


def _behind_space(line: str, place: int) -> int:
    space = _JSON_SPACE.match(line, place)
    return space.end() if space else place


def _string(line: str, start: int, end: int) -> PlacedText:
    """The text of a JSON string with that raw range, quotes included."""
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
