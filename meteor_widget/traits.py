"""Kinds of traits, and errors that are both ours and traitlets', which then undoes the change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import traitlets

from meteor_core.errors import InputTypeError, MeteorError, ParameterError, unknown_name

_MAX_VALUE_CHARS = 60
"""Characters of a value that a message quotes."""


_KINDS = {
    traitlets.Unicode: "a string",
    traitlets.Float: "a number",
    traitlets.Int: "a whole number",
    traitlets.Bool: "True or False",
    traitlets.Dict: "a mapping",
    traitlets.List: "a list of numbers",  # lists of strings have messages of their own
}


class TraitValueError(ParameterError, traitlets.TraitError):
    """A trait cannot have that value."""


class TraitKindError(InputTypeError, traitlets.TraitError):
    """A trait cannot have a value of that kind."""


@contextmanager
def own_errors(
    trait: "traitlets.TraitType[Any, Any] | None", name: str, value: object
) -> Iterator[None]:
    """Raise our own errors where a trait is set to a value that it does not accept.

    Args:
        trait: the trait; None if the attribute is not a trait.
        name: name of the attribute.
        value: the new value.
    """
    if isinstance(trait, traitlets.Unicode) and isinstance(value, bytes):
        raise _refusal(name, trait, value)  # traitlets would decode them
    try:
        yield
    except traitlets.TraitError as error:
        if isinstance(error, MeteorError):
            raise
        if trait is None or not str(error).startswith(f"The '{name}' trait "):
            raise TraitKindError(str(error)) from None
        raise _refusal(name, trait, value) from None


def _refusal(
    name: str, trait: "traitlets.TraitType[Any, Any]", value: object
) -> TraitKindError | TraitValueError:
    if isinstance(trait, traitlets.Enum) and isinstance(value, str):
        return TraitValueError(str(unknown_name(name, value, map(str, trait.values or ()))))
    given = repr(value)
    shown = given if len(given) <= _MAX_VALUE_CHARS else f"{given[:_MAX_VALUE_CHARS]}…"
    or_none = " or None" if trait.allow_none else ""
    return TraitKindError(f"{name} must be {_kind(trait)}{or_none}, not {shown}")


def _kind(trait: "traitlets.TraitType[Any, Any]") -> str:
    for kind, words in _KINDS.items():
        if isinstance(trait, kind):
            return words
    return trait.info()


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


class OneOf(traitlets.Unicode[str, str | bytes]):
    """A trait whose value is one of some names; by default the first."""

    def __init__(
        self,
        names: Sequence[str],
        default: str | None = None,
        *,
        called: str = "",
        further: str = "",
    ) -> None:
        """Create a trait.

        Args:
            names: the allowed names.
            default: one of them; by default the first.
            called: a word for such a name in messages; by default the name of the trait.
            further: the attribute of an object with names that it allows besides.
        """
        super().__init__(names[0] if default is None else default)
        self._names: Final = names
        self._called: Final = called
        self._further: Final = further

    def validate(self, obj: Any, value: Any) -> str:
        """Accept one of the names.

        Raises:
            ParameterError: the name is unknown; the message suggests the nearest one.
        """
        name: str = super().validate(obj, value)
        names = (*self._names, *(getattr(obj, self._further) if self._further else ()))
        if name not in names:
            raise unknown_name(self._called or str(self.name), name, names)
        return name
