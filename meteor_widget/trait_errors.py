"""Errors of traits that are both ours and traitlets', which then undoes the change."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import traitlets

from meteor_core.errors import InputTypeError, MeteorError, ParameterError, unknown_name

_SHOWN = 60
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
    shown = given if len(given) <= _SHOWN else f"{given[:_SHOWN]}…"
    or_none = " or None" if trait.allow_none else ""
    return TraitKindError(f"{name} must be {_kind(trait)}{or_none}, not {shown}")


def _kind(trait: "traitlets.TraitType[Any, Any]") -> str:
    for kind, words in _KINDS.items():
        if isinstance(trait, kind):
            return words
    return trait.info()
