"""What clients send where the protocol has no types: arguments of commands, our own requests."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams


def field(value: Any, *names: str) -> Any:
    """A value inside of objects, which pygls hands over with attributes or as dictionaries."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    return value


def text(params: Any, *names: str) -> str:
    """A string that must be there.

    Raises:
        JsonRpcInvalidParams: it is not.
    """
    found = field(params, *names)
    if not isinstance(found, str):
        raise JsonRpcInvalidParams(f"{'.'.join(names)} must be a string")
    return found


def number(params: Any, name: str) -> int | None:
    """A whole number, if it is there."""
    found = field(params, name)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def position(params: Any) -> types.Position | None:
    """A position, if it is there."""
    line, character = field(params, "position", "line"), field(params, "position", "character")
    if isinstance(line, int) and isinstance(character, int):
        return types.Position(line, character)
    return None


class Arguments:
    """The arguments of a command, by place."""

    def __init__(self, command: str, given: Sequence[Any]) -> None:
        """Those given for that command."""
        self._command, self._given = command, given

    def text(self, place: int, name: str, default: str | None = None) -> str:
        """A string, or the default where it is left out.

        Raises:
            JsonRpcInvalidParams: it is not a string, or left out and has no default.
        """
        value = self._given[place] if place < len(self._given) else None
        value = default if value is None else value
        if not isinstance(value, str):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a string"
            )
        return value

    def optional(self, place: int, name: str) -> str | None:
        """A string, or None where it is left out."""
        return self.text(place, name, "") or None

    def number(self, place: int, name: str) -> int:
        """A whole number.

        Raises:
            JsonRpcInvalidParams: it is none.
        """
        value = self._given[place] if place < len(self._given) else None
        if not isinstance(value, int) or isinstance(value, bool):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a whole number"
            )
        return value

    def numbers(self, place: int, name: str) -> list[int]:
        """One whole number or a list of them.

        Raises:
            JsonRpcInvalidParams: it is neither.
        """
        value = self._given[place] if place < len(self._given) else None
        values = list(value) if isinstance(value, list | tuple) else [value]
        numbers = [one for one in values if isinstance(one, int) and not isinstance(one, bool)]
        if not numbers or len(numbers) != len(values):
            raise JsonRpcInvalidParams(
                f"{self._command}: argument {place + 1}, {name}, must be a whole number or a list "
                "of them"
            )
        return numbers

    def texts(self, place: int, name: str) -> list[str]:
        """One string or a list of strings.

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
