"""The text of a TOML file: what it says, or where it is no TOML."""

import re
import tomllib
from typing import Any, Final

from meteor_core import InputError

from .mistakes import Mistake

BYTE_ORDER_MARK: Final = "\ufeff"

_LONGEST_KEY: Final = 100
"""Dotted parts of a key; Python's reader needs memory by the square of them."""

_LONG_KEY: Final = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_LONGEST_KEY}}}"""
)

_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")


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
