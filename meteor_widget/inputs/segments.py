"""Segments from lists, files and columns."""

from pathlib import Path
from typing import Final

from meteor_core.errors import InputError, InputTypeError
from meteor_core.files.recognition import is_unit_file
from meteor_core.text.line_files import read_segments
from meteor_core.text.streams import advice_on_lengths

from .checks import require_size
from .kinds import column_names, is_column, is_missing, values_of

_OF_A_CORPUS: Final = '(table, hypotheses="mt", references=["ref"])'

_OF_A_REVIEW: Final = '(table, mt="mt", post_edits="pe")'


def segments_of(given: object, name: str) -> list[str]:
    """Return the segments of one stream.

    Args:
        given: a list, tuple or iterator of strings, a ``pathlib.Path`` to a file with one segment
            a line, a pandas or polars Series, a numpy array, or a pyarrow Array or ChunkedArray.
        name: of the argument, for messages.

    Raises:
        InputTypeError: the type is not supported, or a value is not a string.
        InputError: a value is missing, or a file cannot be read.
    """
    if isinstance(given, Path):
        if is_unit_file(str(given)):
            raise InputError(
                f"{name} is given {given}, a bilingual file, and not a segment on each line; give "
                "it to from_file"
            )
        return list(read_segments(str(given)))
    if column_names(given) is not None:
        example = _OF_A_REVIEW if name in ("mt", "post_edits", "sources") else _OF_A_CORPUS
        raise InputTypeError(
            f"{name} is a table; give one of its columns, for example table['mt'], or the table "
            f"first and the names of its columns after it: {example}"
        )
    return [_segment(value, name, row) for row, value in enumerate(values_of(given, name))]


def reference_streams(given: object, size: int, *, name: str = "references") -> list[list[str]]:
    """Return the sets of references, each as long as the hypotheses.

    Args:
        given: one stream for each set of references, as in sacrebleu, each anything that
            ``segments_of`` takes. A flat list of strings, a single column or a single path is
            one set of references.
        size: the number of hypotheses.
        name: of the argument, for messages.

    Raises:
        InputTypeError: it is neither.
        InputError: there is no reference, or a set is not as long as the hypotheses.
    """
    streams = _streams(given, name)
    advice = advice_on_lengths(len(streams), size)
    for number, stream in enumerate(streams):
        own = name if len(streams) == 1 else f"{name}[{number}]"
        require_size(own, stream, size, like="the hypotheses have", advice=advice)
    return streams


def _streams(given: object, name: str) -> list[list[str]]:
    if isinstance(given, Path) or is_column(given):
        return [segments_of(given, name)]
    if column_names(given) is not None:
        return [segments_of(given, name)]  # says what to do
    items = list(values_of(given, name))
    if not items:
        raise InputError(f"{name} is empty: give one list of segments or more")
    if all(isinstance(item, str) or is_missing(item) for item in items):
        return [segments_of(items, name)]
    return [segments_of(item, f"{name}[{number}]") for number, item in enumerate(items)]


def _segment(value: object, name: str, row: int) -> str:
    if isinstance(value, str):
        return str(value)  # numpy's strings are a subclass
    if is_missing(value):
        raise InputError(
            f"{name} has no text in row {row} (counted from 0); leave such rows out, or give an "
            "empty string for a blank segment"
        )
    raise InputTypeError(
        f"{name} must hold strings, but row {row} (counted from 0) is {type(value).__name__}"
    )
