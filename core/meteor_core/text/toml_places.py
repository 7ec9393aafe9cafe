"""Locate each key and each value in a TOML text."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from .toml_text import BYTE_ORDER_MARK

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys from the top level to a value, and indices of list entries."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|\#[^\n]*+)*+")
_SPACE: Final = re.compile(r"[ \t]*+")
_STRING: Final = re.compile(
    r"""
    \"{3} [^"\\]*+ (?: (?: \\. | "{1,2}(?!") ) [^"\\]*+ )*+ "{3,5}
    | '{3} [^']*+ (?: '{1,2}(?!') [^']*+ )*+ '{3,5}
    | " (?: [^"\\\n] | \\. )*+ "
    | ' [^'\n]*+ '
    """,
    re.DOTALL | re.VERBOSE,
)
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE: Final = re.compile(r"[^,\]}\#\n]*")


class Span(NamedTuple):
    """A part of the text.

    Attributes:
        start: its first character.
        end: behind its last one.
    """

    start: int
    end: int


@dataclass(slots=True)
class Places:
    """Finds the places of all keys and values.

    Attributes:
        keys: the last part of the key by which a value was first named, in a header too.
        values: the values that are written out; tables with a header have none.
    """

    keys: dict[KeyPath, Span] = field(default_factory=dict)
    values: dict[KeyPath, Span] = field(default_factory=dict)


def places(text: str) -> Places:
    """Return the places of all keys and values.

    Args:
        text: that ``tomllib`` can read; it may begin with a byte order mark.
    """
    return _Scanner(text).scan()


class _Scanner:
    """Goes through a text that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
        self._found = Places()
        self._entries: dict[KeyPath, int] = {}  # of lists of tables that have headers

    def scan(self) -> Places:
        table: KeyPath = ()
        while self._next() < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._found

    def _next(self, pattern: "re.Pattern[str]" = _BLANK) -> int:
        """Pass over blanks, or what else matches."""
        match = pattern.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._at

    def _header(self) -> KeyPath:
        is_list = self._text.startswith("[[", self._at)
        self._at += 1 + is_list
        path: KeyPath = ()
        span = Span(self._at, self._at)
        for name, span in self._key():  # the last one is that of the entry
            path = (*self._newest(path), name)
            self._found.keys.setdefault(path, span)
        if is_list:
            self._entries[path] = self._entries.get(path, -1) + 1
            self._found.keys[self._newest(path)] = span
        self._at = self._text.index("]", self._at) + 1 + is_list
        return self._newest(path)

    def _newest(self, path: KeyPath) -> KeyPath:
        """Return the newest entry of a list of tables; the path itself for other values."""
        return (*path, self._entries[path]) if path in self._entries else path

    def _pair(self, table: KeyPath) -> None:
        path = table
        for name, span in self._key():
            path = (*path, name)
            self._found.keys.setdefault(path, span)
        self._at = self._text.index("=", self._at) + 1
        self._next(_SPACE)
        self._value(path)

    def _key(self) -> Iterator[tuple[str, Span]]:
        """Return the parts of a dotted key."""
        while True:
            start = self._next(_SPACE)
            quoted = _STRING.match(self._text, start)
            self._at = quoted.end() if quoted else self._next(_BARE_KEY)
            written = self._text[start : self._at]
            ((name, _),) = tomllib.loads(f"{written}=0").items()
            yield name, Span(start, self._at)
            if self._text[self._next(_SPACE)] != ".":
                return
            self._at += 1

    def _value(self, path: KeyPath) -> None:
        start = self._at
        opening = self._text[start]
        if opening in "[{":
            self._entries_of(path, "]" if opening == "[" else "}")
            end = self._at
        elif quoted := _STRING.match(self._text, start):
            self._at = end = quoted.end()
        else:
            self._next(_BARE_VALUE)
            end = start + len(self._text[start : self._at].rstrip())
        self._found.values[path] = Span(start, end)

    def _entries_of(self, path: KeyPath, closing: str) -> None:
        """Return the entries of a list, or of a table within a line."""
        self._at += 1
        number = 0
        while self._text[self._next()] != closing:
            if closing == "]":
                self._value((*path, number))
            else:
                self._pair(path)
            number += 1
            if self._text[self._next()] == ",":
                self._at += 1
        self._at += 1
