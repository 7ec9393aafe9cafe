"""Validate untyped parameters: arguments of commands, and custom requests."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams


def field(value: Any, *names: str) -> Any:
    """Return a nested value of objects, which pygls passes with attributes or as dictionaries."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    return value


def text(params: Any, *names: str) -> str:
    """Return a required string.

    Raises:
        JsonRpcInvalidParams: it is missing or not a string.
    """
    found = field(params, *names)
    if not isinstance(found, str):
        raise JsonRpcInvalidParams(f"{'.'.join(names)} must be a string")
    return found


def number(params: Any, name: str) -> int | None:
    """Return a whole number, or None."""
    found = field(params, name)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def position(params: Any) -> types.Position | None:
    """Return a position, or None."""
    line, character = field(params, "position", "line"), field(params, "position", "character")
    if isinstance(line, int) and isinstance(character, int):
        return types.Position(line, character)
    return None


class Arguments:
    """The arguments of a command, by index."""

    def __init__(self, command: str, given: Sequence[Any]) -> None:
        """Wrap arguments; the command's name is for messages."""
        self._command, self._given = command, given

    def text(self, place: int, name: str, default: str | None = None) -> str:
        """Return a string, or the default if it is omitted.

        Raises:
            JsonRpcInvalidParams: it is not a string, or omitted without a default.
        """
        value = self._given[place] if place < len(self._given) else None
        value = default if value is None else value
        if not isinstance(value, str):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a string"
            )
        return value

    def optional(self, place: int, name: str) -> str | None:
        """Return a string, or None if it is omitted."""
        return self.text(place, name, "") or None

    def number(self, place: int, name: str) -> int:
        """Return a whole number.

        Raises:
            JsonRpcInvalidParams: it is not a whole number.
        """
        value = self._given[place] if place < len(self._given) else None
        if not isinstance(value, int) or isinstance(value, bool):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a whole number"
            )
        return value

    def numbers(self, place: int, name: str) -> list[int]:
        """Return a whole number or a list of them, as a list.

        Raises:
            JsonRpcInvalidParams: it is neither.
        """
        value = self._given[place] if place < len(self._given) else None
        values = list(value) if isinstance(value, list | tuple) else [value]
        numbers = [n for n in values if isinstance(n, int) and not isinstance(n, bool)]
        if not numbers or len(numbers) != len(values):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a whole number or a list "
                "of them"
            )
        return numbers

    def texts(self, place: int, name: str) -> list[str]:
        """Return a string or a list of strings, as a list.

        Raises:
            JsonRpcInvalidParams: it is neither.
        """
        value = self._given[place] if place < len(self._given) else None
        values = [value] if isinstance(value, str) else value
        if (
            not isinstance(values, list)
            or not values
            or not all(isinstance(v, str) for v in values)
        ):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a string or a list "
                "of strings"
            )
        return values
