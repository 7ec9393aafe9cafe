"""Segments from whatever people hold them in."""

from collections.abc import Iterable

from meteor_core.errors import InputTypeError


def segments_of(given: object, name: str) -> list[str]:
    """The segments of one stream.

    Args:
        given: a list or other iterable of strings.
        name: of the argument, for messages.

    Raises:
        InputTypeError: it is none of these.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputTypeError(f"{name} has to be a list of segments")
    return list(given)
