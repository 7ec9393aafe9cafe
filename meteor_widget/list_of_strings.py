"""Lists of strings, which accept neither one string nor its letters."""

from collections.abc import Iterable, Mapping
from typing import Any

import traitlets

from meteor_core import InputTypeError

from .trait_errors import TraitKindError


def strings_of(value: object, name: str) -> list[str]:
    """Return the strings of any iterable.

    Raises:
        InputTypeError: it is something else; the message says what, with this name.
    """
    if isinstance(value, str):
        raise InputTypeError(f"{name} must be a list of strings, not one string: {value[:40]!r}")
    if isinstance(value, bytes | Mapping) or not isinstance(value, Iterable):
        raise InputTypeError(f"{name} must be a list of strings, not {type(value).__name__}")
    items = list(value)
    for index, item in enumerate(items):
        if not isinstance(item, str):
            raise InputTypeError(f"{name}[{index}] must be a string, not {type(item).__name__}")
    return items


class ListOfStrings(traitlets.List[str]):
    """A trait; traitlets' own would make a list of one string, and strings of bytes."""

    def __init__(self, default_value: Any = traitlets.Undefined, **options: Any) -> None:
        """Create a trait; by default it is an empty list."""
        super().__init__(traitlets.Unicode(), default_value, **options)

    def set(self, obj: Any, value: Any) -> None:
        """Set a list of strings, or ``None`` where that is allowed."""
        if not (value is None and self.allow_none):
            try:
                value = strings_of(value, str(self.name))
            except InputTypeError as error:
                raise TraitKindError(str(error)) from None
        super().set(obj, value)
