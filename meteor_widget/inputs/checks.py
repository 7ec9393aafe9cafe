"""Checks of a view's texts and indices."""

from collections.abc import Sequence

from meteor_core.errors import InputError, ParameterError
from meteor_core.text.numbers import counted


def require_some(name: str, texts: Sequence[str]) -> None:
    """Refuse a corpus without segments.

    Args:
        name: of the argument, for messages.
        texts: one for each segment.

    Raises:
        InputError: there is no segment.
    """
    if not texts:
        raise InputError(f"{name} has no segments, but a corpus has one or more")


def require_size(
    name: str, texts: Sequence[str], size: int, *, like: str, advice: str = ""
) -> None:
    """Refuse texts whose number differs from that of others.

    Args:
        name: of the argument, for messages.
        texts: one for each segment.
        size: the required number of texts.
        like: the texts that have this number, with their verb: "the hypotheses have".
        advice: what to do about a difference.

    Raises:
        InputError: the numbers differ.
    """
    if len(texts) != size:
        own, other = (counted(number, "segment", "segments") for number in (len(texts), size))
        raise InputError(
            f"{name} has {own}, but {like} {other}; they must be aligned one to one{advice}"
        )


def require_index(what: str, index: int, size: int) -> None:
    """Refuse an index that is out of range.

    Args:
        what: name of the counted things: "segment".
        index: from 0.
        size: the number of things.

    Raises:
        ParameterError: it is out of range.
    """
    if not 0 <= index < size:
        raise ParameterError(
            f"there is no {what} with index {index}; indices go from 0 to {size - 1}"
        )
