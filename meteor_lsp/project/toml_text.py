"""The text of a TOML file, so that one value can be changed and all else stays as it is."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from meteor_core import InputError

from .mistakes import Mistake

BYTE_ORDER_MARK: Final = "\ufeff"

_LONGEST_KEY: Final = 100
"""Dotted parts of a key; Python's reader needs memory by the square of them."""

_LONG_KEY: Final = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_LONGEST_KEY}}}"""
)

_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")

_LEXEME: Final = re.compile(
    r"""
    (?P<newline>\n)
    | (?P<comment>\#[^\n]*+)
    | (?P<space>[ \t\r]++)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<equals>=)
    | (?P<string>
        \"{3} [^"\\]*+ (?: (?: \\. | "{1,2}(?!") ) [^"\\]*+ )*+ "{3,5}
        | '{3} [^']*+ (?: '{1,2}(?!') [^']*+ )*+ '{3,5}
        | " (?: [^"\\\n] | \\. )*+ "
        | ' [^'\n]*+ '
      )
    | (?P<other>[^\n\#\ \t\r\[{\]}="']++)
    """,
    re.DOTALL | re.VERBOSE,
)

_SHORT_ESCAPES: Final = {
    "\b": "b",
    "\t": "t",
    "\n": "n",
    "\f": "f",
    "\r": "r",
    '"': '"',
    "\\": "\\",
}
_ESCAPED: Final = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029]')


class Value(NamedTuple):
    """Where a value stands in the text.

    Attributes:
        start: its first character.
        end: behind its last one.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header of its own.

    Attributes:
        start: where the line of the header begins, or the lines of comment directly above it.
        header: the header as TOML reads it: ``{"pairs": [{}]}`` for ``[[pairs]]``.
        values: by key; a key with dots is left out.
    """

    start: int
    header: dict[str, Any]
    values: dict[str, Value] = field(default_factory=dict)


class TomlError(InputError):
    """A text is no TOML.

    Attributes:
        mistake: what is wrong, and where.
    """

    def __init__(self, mistake: Mistake) -> None:
        """The mistake as a message."""
        super().__init__(str(mistake))
        self.mistake = mistake


def parse(name: str, text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Args:
        name: of the file, for messages.
        text: may begin with a byte order mark.

    Raises:
        TomlError: it is no TOML; the message tells line and column.
    """
    long_key = _LONG_KEY.search(text)
    if long_key:
        message = f"a key has more than {_LONGEST_KEY} dots; remove it"
        raise TomlError(_at(name, text, long_key.start(), message))
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise TomlError(_syntax_mistake(name, text, str(error))) from None
    except (ValueError, RecursionError):
        message = "a number has too many digits, or brackets are nested too deeply; remove it"
        raise TomlError(Mistake(name, message)) from None


def tables(text: str) -> list[Table]:
    """The tables that have a header, in the order of the text, which has to be TOML."""
    found: list[Table] = []
    previous = 0
    for start, equals, end in _statements(text):
        if equals is None:
            top = _with_comments(text, start, previous)
            found.append(Table(top, tomllib.loads(text[start:end])))
        elif found:
            key = text[start:equals]
            ((name, inner),) = tomllib.loads(f"{key}=0").items()
            if inner == 0:
                found[-1].values[name] = Value(_behind_space(text, equals + 1), end)
        previous = end
    return found


def quoted(text: str) -> str:
    """The string in TOML.

    Raises:
        InputError: it holds half a character (a lone surrogate), which TOML cannot hold.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(
            f"{text!a} is no Unicode text and cannot be written; rename the file"
        ) from None
    return f'"{_ESCAPED.sub(_escape, text)}"'


def line_end(text: str) -> str:
    """The line end of the text: that of its first line."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    short = _SHORT_ESCAPES.get(character)
    return f"\\{short}" if short else f"\\u{ord(character):04X}"


def _statements(text: str) -> Iterator[tuple[int, int | None, int]]:
    """Headers, and keys with their values: start, place of the equals sign, end."""
    start = equals = None
    depth = end = 0
    for lexeme in _LEXEME.finditer(text):
        kind = lexeme.lastgroup
        if kind in {"newline", "comment", "space"}:
            if kind == "newline" and not depth and start is not None:
                yield start, equals, end
                start = equals = None
            continue
        start, end = lexeme.start() if start is None else start, lexeme.end()
        depth += (kind == "open") - (kind == "close")
        if kind == "equals" and not depth and equals is None:
            equals = lexeme.start()
    if start is not None:
        yield start, equals, end


def _with_comments(text: str, start: int, previous: int) -> int:
    """Where the comments above a statement begin, which end behind the previous statement."""
    start = text.rfind("\n", 0, start) + 1
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < previous or not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start


def _behind_space(text: str, position: int) -> int:
    while text[position] in " \t":
        position += 1
    return position


def _syntax_mistake(name: str, text: str, message: str) -> Mistake:
    match = _POSITION.search(message)
    offset = len(text)
    if match and match[1]:
        # Lines of TOML end with LF, and the mark at the start is in no column.
        line = [0, *(end.end() for end in re.finditer("\n", text))][int(match[1]) - 1]
        mark = text.startswith(BYTE_ORDER_MARK) and line == 0
        offset = line + int(match[2]) - 1 + mark
    what = _POSITION.sub("", message)
    return _at(
        name, text, offset, f"{what}; until this is mended, nothing that the file says counts"
    )


def _at(name: str, text: str, offset: int, message: str) -> Mistake:
    line, column = _position(text, offset)
    return Mistake(f"{name}, line {line}, column {column}", message, offset=offset)


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1."""
    column = offset - text.rfind("\n", 0, offset)
    in_first_line = column == offset + 1
    mark = in_first_line and text.startswith(BYTE_ORDER_MARK)
    return text.count("\n", 0, offset) + 1, column - mark
