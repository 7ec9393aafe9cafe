"""TOML files that people write: their text, what it says, or where it is no TOML."""

import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from ..errors import InputError

BYTE_ORDER_MARK: Final = "\ufeff"

_MAX_CHARS: Final = 1_000_000
"""Bytes; a file that is written by hand never has so many."""

_MAX_KEY_PARTS: Final = 100
"""Dotted parts of a key; Python's reader needs memory by the square of them."""

_LONG_KEY: Final = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MAX_KEY_PARTS}}}"""
)

_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")


class TomlError(InputError):
    """A file cannot be read, or its text is no TOML.

    Attributes:
        origin: the place as a person calls it: "tuned.toml, line 3, column 1".
        what: the error, with its remedy.
        offset: character of the text that is wrong; None if unknown.
    """

    def __init__(self, origin: str, what: str, offset: int | None = None) -> None:
        """All in one sentence."""
        super().__init__(f"{origin}: {what}")
        self.origin, self.what, self.offset = origin, what, offset


def read_text(path: Path, name: str) -> str:
    """Return the text of a file of at most 1 MB.

    Raises:
        TomlError: it is no regular file, is too large, cannot be read, or is not UTF-8.
    """
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)  # opening a pipe would wait for a writer
        content = _first_bytes(path) if is_file else b""
    except OSError as error:
        raise TomlError(name, f"the file cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise TomlError(ascii(name), f"this is not a file name: {error}") from None
    if not is_file:
        raise TomlError(name, "this is not a file; put a text file in its place")
    require_size(name, len(content))
    return _decoded(name, content)


def require_size(name: str, size: int) -> None:
    """Reject texts beyond the maximum size of a file.

    Raises:
        TomlError: it is too large.
    """
    if size > _MAX_CHARS:
        raise TomlError(name, "the file is larger than 1 MB and is not read; shorten it")


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MAX_CHARS + 1)


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise TomlError(
            f"{name}, line {line}, byte {column}",
            f"0x{content[error.start]:02x} is not UTF-8; save the file as UTF-8; until then, "
            "nothing in it counts",
        ) from None


def parse(name: str, text: str) -> dict[str, Any]:
    """Return the content of a TOML text.

    Args:
        name: of the file, for messages.
        text: may begin with a byte order mark.

    Raises:
        TomlError: invalid TOML; the message has line and column.
    """
    long_key = _LONG_KEY.search(text)
    if long_key:
        message = f"a key has more than {_MAX_KEY_PARTS} dots; remove it"
        raise _error_at(name, text, long_key.start(), message)
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(name, text, str(error)) from None
    except (ValueError, RecursionError):
        message = "a number has too many digits, or brackets are nested too deeply; remove it"
        raise TomlError(name, message) from None


def _syntax_error(name: str, text: str, message: str) -> TomlError:
    match = _POSITION.search(message)
    offset = len(text)
    if match and match[1]:
        # Lines of TOML end with LF, and the mark at the start is in no column.
        line = [0, *(end.end() for end in re.finditer("\n", text))][int(match[1]) - 1]
        mark = text.startswith(BYTE_ORDER_MARK) and line == 0
        offset = line + int(match[2]) - 1 + mark
    what = _POSITION.sub("", message)
    return _error_at(
        name, text, offset, f"{what}; until this is mended, nothing that the file says counts"
    )


def _error_at(name: str, text: str, offset: int, message: str) -> TomlError:
    line, column = _position(text, offset)
    return TomlError(f"{name}, line {line}, column {column}", message, offset)


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1."""
    column = offset - text.rfind("\n", 0, offset)
    in_first_line = column == offset + 1
    mark = in_first_line and text.startswith(BYTE_ORDER_MARK)
    return text.count("\n", 0, offset) + 1, column - mark
