"""Hypotheses and references side by side: read, checked, handed on one by one or in blocks."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from numbers import Real
from typing import Final, TypeAlias, TypeVar, cast

from ..errors import InputError, InputTypeError
from .numbers import counted

Segments: TypeAlias = Iterable[str]
"""A stream of texts, one a segment."""

References: TypeAlias = Iterable[Iterable[str | None]]
"""Streams of references, one for each set; None for a segment without one."""

ReferenceSets: TypeAlias = Sequence[Sequence[str | None]]
"""Sets of references in memory; None for a segment without one."""

Text = TypeVar("Text", bound=str | None)

_ENDED: Final = object()

_NAMED: Final = 3
"""Maximum number of streams that a message names; of more, it names two and counts the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Consecutive segments.

    Attributes:
        hypotheses: one text a segment.
        references: sets of references, each with one text a segment, or None if the set has no
            reference for it.
    """

    hypotheses: Sequence[str]
    references: ReferenceSets


def parallel_segments(
    hypotheses: Segments, references: References
) -> Iterator[tuple[str, list[str | None]]]:
    """Yield each hypothesis with its references, in order.

    Raises:
        InputTypeError: a value is not a list of strings.
        InputError: the streams are not of equal length, or there is no reference stream.
    """
    streams = _checked_streams(hypotheses, references)
    return _side_by_side(plain_texts(hypotheses), streams)


def parallel_blocks(hypotheses: Segments, references: References, size: int) -> Iterator[Block]:
    """Yield hypotheses and references in blocks of ``size`` segments; the last may have fewer.

    Streams are read only as far as the block that is asked for. A block with an error in it is
    not yielded.

    Raises:
        InputTypeError: a value is not a list of strings, or a text is not a
            string.
        InputError: the streams are not of equal length, or there is no reference stream.
    """
    streams = _checked_streams(hypotheses, references)
    return _in_blocks(plain_texts(hypotheses), streams, size)


def whole_block(hypotheses: Segments, references: References) -> Block:
    """Return all segments as one block; see ``parallel_blocks`` for the errors."""
    streams = _checked_streams(hypotheses, references)
    block = Block(
        hypotheses=list(plain_texts(hypotheses)),
        references=[with_none(list(texts)) for texts in streams],
    )
    _check(block.hypotheses, block.references, segments=len(block.hypotheses))
    return block


def reference_sets(references: References) -> ReferenceSets:
    """Return sets of references as lists, checked.

    Raises:
        InputTypeError: a value is not a list of strings, or a text is not a
            string.
        InputError: there is no set, or they are not of equal length.
    """
    sets = [with_none(list(texts)) for texts in _checked_references(references)]
    _check(None, sets)
    return sets


def hypothesis_texts(hypotheses: Segments, *, segments: int, sets: int) -> list[str]:
    """Return hypotheses as a list, checked.

    Args:
        hypotheses: one text a segment.
        segments: how many segments the prepared references have.
        sets: how many sets of references there are.

    Raises:
        InputTypeError: a value is not a list of strings, or a text is not a
            string.
        InputError: there are fewer or more hypotheses than segments.
    """
    require_stream("hypotheses", hypotheses)
    texts = list(plain_texts(hypotheses))
    _check(texts, [])
    if len(texts) != segments:
        shorter = "hypotheses" if len(texts) < segments else "the prepared references"
        raise _ended([shorter], min(len(texts), segments), advice_on_lengths(sets, len(texts)))
    return texts


def references_of_each(sets: ReferenceSets) -> int | None:
    """Return the number of references of each segment; None if the numbers differ.

    Segments without a reference, which cannot be scored, do not count.
    """
    if _are_complete(sets):
        return len(sets)
    numbers = {len(sets) - texts.count(None) for texts in zip(*sets, strict=True)} - {0}
    return numbers.pop() if len(numbers) == 1 else None


def without_reference(sets: ReferenceSets) -> list[int]:
    """Return the segments that no set has a reference for, by index from 0."""
    if _are_complete(sets):
        return []
    return [
        row
        for row, texts in enumerate(zip(*sets, strict=True))
        if all(text is None for text in texts)
    ]


def _are_complete(sets: ReferenceSets) -> bool:
    return not any(None in texts for texts in sets)


def advice_on_lengths(sets: int, segments: int) -> str:
    """Return advice, in sentences, for references that are not as many as hypotheses.

    Args:
        sets: how many streams of references there are.
        segments: how many hypotheses there are.
    """
    if sets == segments > 1:
        return (
            ". Transposed? References are one list for each set of references, not one for each "
            "segment; list(itertools.zip_longest(*references)) turns them"
        )
    if sets == segments == 1:
        return ". Several references of one segment are several lists: [['one'], ['another']]"
    return ""


def require_stream(name: str, value: object, *, of: str = "strings") -> None:
    """Reject a value that is not a list or other stream.

    Args:
        name: the argument's name, for messages.
        value: the argument.
        of: the noun for the list's items.

    Raises:
        InputTypeError: ``value`` is one string, bytes, a mapping, a set, a table, or not iterable.
    """
    if isinstance(value, str):
        raise InputTypeError(f"{name} must be a list of {of}, not one string: {value[:40]!r}")
    if hasattr(value, "columns"):
        raise InputTypeError(f"{name} must be a list of {of}, not a table; give one of its columns")
    if isinstance(value, set | frozenset):
        raise InputTypeError(f"{name} must be a list of {of}, not a set, which has no order")
    if isinstance(value, bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        raise InputTypeError(f"{name} must be a list of {of}, not {type(value).__name__}")


def plain_texts(stream: Iterable[Text]) -> Iterable[Text]:
    """Return a stream whose items are Python's: Arrow's columns have scalars of their own."""
    listed = getattr(stream, "to_pylist", None)
    return stream if listed is None else cast("list[Text]", listed())


def require_string(name: str, value: object) -> None:
    """Reject a value that is not a string.

    Raises:
        InputTypeError: ``value`` is not a string.
    """
    if not isinstance(value, str):
        missing = is_missing(value) and value is not None
        kind = f"a missing value ({value!r})" if missing else type(value).__name__
        raise InputTypeError(f"{name} must be a string, not {kind}")


def is_missing(value: object) -> bool:
    """Return whether a value marks a missing text: None, or pandas' and NumPy's NaN, NA and NaT."""
    if value is None or isinstance(value, str):
        return value is None
    if isinstance(value, Real):
        return value != value  # noqa: PLR0124  # which is so of NaN alone
    return type(value).__name__ in ("NAType", "NaTType")


def with_none(texts: Sequence[str | None]) -> Sequence[str | None]:
    """Return references with None in place of all values that mark missing texts."""
    if _are_texts_or_none(texts):
        return texts
    return [None if is_missing(text) else text for text in texts]


def _checked_streams(hypotheses: Segments, references: References) -> list[Iterable[str | None]]:
    require_stream("hypotheses", hypotheses)
    return _checked_references(references)


def _checked_references(references: References) -> list[Iterable[str | None]]:
    require_stream("references", references)
    streams = list(references)
    if not streams:
        raise InputError("there is no stream of references")
    for name, stream in zip(_reference_names(streams), streams, strict=True):
        if isinstance(stream, str) and all(isinstance(each, str) for each in streams):
            raise InputTypeError(
                f"{name} must be a list of strings, not one string: {stream[:40]!r}; a single "
                "set of references goes into a list: [references]"
            )
        require_stream(name, stream)
    return list(map(plain_texts, streams))


def _reference_names(references: Sequence[object]) -> list[str]:
    return [f"references[{number}]" for number in range(len(references))]


def _side_by_side(
    hypotheses: Segments, references: Sequence[Iterable[str | None]]
) -> Iterator[tuple[str, list[str | None]]]:
    streams = [iter(hypotheses), *(iter(stream) for stream in references)]
    names = ["hypotheses", *_reference_names(references)]
    for count in itertools.count():
        texts = [next(stream, _ENDED) for stream in streams]
        present = [text for text in texts if text is not _ENDED]
        if not present:
            return
        if len(present) != len(texts):
            ended = [name for name, text in zip(names, texts, strict=True) if text is _ENDED]
            raise _ended(ended, count, advice_on_lengths(len(references), _size(hypotheses)))
        yield cast("str", present[0]), [*with_none(cast("list[str | None]", present[1:]))]


def _in_blocks(
    hypotheses: Segments, references: Sequence[Iterable[str | None]], size: int
) -> Iterator[Block]:
    texts, *streams = iter(hypotheses), *(iter(stream) for stream in references)
    for first in itertools.count(step=size):
        block = Block(
            hypotheses=cast("list[str]", list(itertools.islice(texts, size))),
            references=[with_none(list(itertools.islice(stream, size))) for stream in streams],
        )
        read = first + len(block.hypotheses)
        _check(block.hypotheses, block.references, first, segments=_size(hypotheses) or read)
        if block.hypotheses:
            yield block
        if len(block.hypotheses) < size:
            return


def _size(texts: Segments) -> int:
    """Return the number of texts; 0 where it is not known beforehand."""
    return len(texts) if isinstance(texts, Sized) else 0


def _check(
    hypotheses: Sequence[str] | None, sets: ReferenceSets, first: int = 0, *, segments: int = 0
) -> None:
    """Reject values that are not texts, and columns of unequal length.

    Args:
        hypotheses: consecutive ones, if there are any.
        sets: references of these segments.
        first: number of the first segment.
        segments: how many hypotheses there are in all, for advice.
    """
    columns: list[Sequence[str | None]] = [*sets]
    names = _reference_names(sets)
    if hypotheses is not None:
        columns.insert(0, hypotheses)
        names.insert(0, "hypotheses")
    if not _are_texts(hypotheses or ()) or not all(map(_are_texts_or_none, sets)):
        for row, texts in enumerate(zip(*columns, strict=False), first):
            for name, text in zip(names, texts, strict=True):
                if text is not None or name == "hypotheses":
                    require_string(f"{name}[{row}]", text)
    shortest = min(map(len, columns))
    ended = [name for name, column in zip(names, columns, strict=True) if len(column) == shortest]
    if len(ended) != len(names):
        raise _ended(ended, first + shortest, advice_on_lengths(len(sets), segments))


def _are_texts(column: Sequence[object]) -> bool:
    return set(map(type, column)) <= {str}


def _are_texts_or_none(column: Sequence[object]) -> bool:
    return set(map(type, column)) <= {str, type(None)}


def _ended(names: Sequence[str], count: int, advice: str) -> InputError:
    shown = ", ".join(names)
    if len(names) > _NAMED:
        shown = f"{names[0]}, {names[1]} and {len(names) - 2:,} more"
    return InputError(
        f"{shown} ended after {counted(count, 'segment', 'segments')}, but there are more to score"
        f"{advice}"
    )
