"""Hypotheses and references side by side: read, checked, handed on one by one or in blocks."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from .errors import InputError, InputTypeError

_ENDED: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Consecutive segments.

    Attributes:
        hypotheses: one text a segment.
        references: sets of references, each with one text a segment.
    """

    hypotheses: list[str]
    references: list[list[str]]


def parallel_segments(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Each hypothesis with its references, in order.

    Raises:
        InputTypeError: a string stands where a list of strings belongs.
        InputError: the streams are not of equal length, or there is no reference stream.
    """
    _check_streams(hypotheses, references)
    return _side_by_side(hypotheses, references)


def parallel_blocks(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]], size: int
) -> Iterator[Block]:
    """The same, as blocks of that many segments; the last one may have fewer.

    No more is read than the block that is asked for. A block with an error in it is not
    handed out.

    Raises:
        InputTypeError: a string stands where a list of strings belongs, or a text is not a
            string.
        InputError: the streams are not of equal length, or there is no reference stream.
    """
    _check_streams(hypotheses, references)
    return _in_blocks(hypotheses, references, size)


def whole_block(hypotheses: Iterable[str], references: Sequence[Iterable[str]]) -> Block:
    """All segments as one block, with the same errors."""
    _check_streams(hypotheses, references)
    columns = [list(hypotheses), *(list(stream) for stream in references)]
    _check_columns(columns, ["hypotheses", *_reference_names(references)], first=0)
    return Block(hypotheses=columns[0], references=columns[1:])


def reference_sets(references: Sequence[Iterable[str]]) -> list[list[str]]:
    """Sets of references as lists, checked.

    Raises:
        InputTypeError: a string stands where a list of strings belongs, or a text is not a
            string.
        InputError: there is no set, or they are not of equal length.
    """
    _check_reference_streams(references)
    sets = [list(texts) for texts in references]
    _check_columns(sets, _reference_names(references), first=0)
    return sets


def hypothesis_texts(hypotheses: Iterable[str], *, segments: int) -> list[str]:
    """Hypotheses as a list, checked.

    Args:
        hypotheses: one text a segment.
        segments: how many segments the prepared references have.

    Raises:
        InputTypeError: a string stands where a list of strings belongs, or a text is not a
            string.
        InputError: there are fewer or more hypotheses than segments.
    """
    refuse_string("hypotheses", hypotheses)
    texts = list(hypotheses)
    _check_columns([texts], ["hypotheses"], first=0)
    if len(texts) != segments:
        shorter = "hypotheses" if len(texts) < segments else "the prepared references"
        raise _ended(shorter, min(len(texts), segments))
    return texts


def refuse_string(name: str, value: object) -> None:
    """Refuse one string where a list of strings belongs.

    Raises:
        InputTypeError: ``value`` is a string.
    """
    if isinstance(value, str):
        raise InputTypeError(f"{name} has to be a list of strings, not one string: {value[:40]!r}")


def require_string(name: str, value: object) -> None:
    """Refuse what is no text.

    Raises:
        InputTypeError: ``value`` is not a string.
    """
    if not isinstance(value, str):
        raise InputTypeError(f"{name} has to be a string, not {type(value).__name__}")


def _check_streams(hypotheses: Iterable[str], references: Sequence[Iterable[str]]) -> None:
    refuse_string("hypotheses", hypotheses)
    _check_reference_streams(references)


def _check_reference_streams(references: Sequence[Iterable[str]]) -> None:
    refuse_string("references", references)
    if not references:
        raise InputError("there is no stream of references")
    for name, stream in zip(_reference_names(references), references, strict=True):
        refuse_string(name, stream)


def _reference_names(references: Sequence[object]) -> list[str]:
    return [f"references[{number}]" for number in range(len(references))]


def _side_by_side(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]]
) -> Iterator[tuple[str, list[str]]]:
    streams = [iter(hypotheses), *(iter(stream) for stream in references)]
    names = ["hypotheses", *_reference_names(references)]
    for count in itertools.count():
        texts = [next(stream, _ENDED) for stream in streams]
        present = [text for text in texts if text is not _ENDED]
        if not present:
            return
        if len(present) != len(texts):
            ended = [name for name, text in zip(names, texts, strict=True) if text is _ENDED]
            raise _ended(", ".join(ended), count)
        yield cast("str", present[0]), cast("list[str]", present[1:])  # ``score`` checks them


def _in_blocks(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]], size: int
) -> Iterator[Block]:
    streams = [iter(hypotheses), *(iter(stream) for stream in references)]
    names = ["hypotheses", *_reference_names(references)]
    for first in itertools.count(step=size):
        columns = [list(itertools.islice(stream, size)) for stream in streams]
        _check_columns(columns, names, first)
        if columns[0]:
            yield Block(hypotheses=columns[0], references=columns[1:])
        if len(columns[0]) < size:
            return


def _check_columns(columns: Sequence[list[str]], names: Sequence[str], first: int) -> None:
    """Refuse what is no text, and columns that are not of equal length.

    Args:
        columns: consecutive texts of each stream.
        names: of the streams.
        first: number of the first texts in their streams.
    """
    shortest = min(map(len, columns))
    if not all(set(map(type, column)) <= {str} for column in columns):
        for row, texts in enumerate(zip(*columns, strict=False), first):
            for name, text in zip(names, texts, strict=True):
                require_string(f"{name}[{row}]", text)
    ended = [name for name, column in zip(names, columns, strict=True) if len(column) == shortest]
    if len(ended) != len(names):
        raise _ended(", ".join(ended), first + shortest)


def _ended(names: str, count: int) -> InputError:
    return InputError(f"{names} ended after {count} segments, but there are more to score")
