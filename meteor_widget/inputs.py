"""Segments from whatever people hold them in: lists, files, columns and tables.

Columns and tables are told by what they can do, so that pandas, polars and pyarrow are used
where somebody holds their data in them and are never imported for anybody else. What speaks only
the Arrow C stream (a DuckDB relation, for example) is read through pyarrow.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any, Final

from meteor_core.errors import (
    InputError,
    InputTypeError,
    ParameterError,
    require_extra,
    unknown_name,
)
from meteor_core.text.line_files import read_segments
from meteor_core.text.numbers import counted
from meteor_core.text.streams import advice_on_lengths

_NO_STREAM: Final = (str, bytes, bytearray, memoryview, Mapping, AbstractSet)
"""Iterable, but not in segments: characters, bytes, keys, or in no order."""

_OF_A_CORPUS: Final = '(table, hypotheses="mt", references=["ref"])'
_OF_A_REVIEW: Final = '(table, mt="mt", post_edits="pe")'

_TO_LIST: Final = ("to_pylist", "to_list", "tolist")
"""Of pyarrow; of pandas and polars; of numpy."""


def segments_of(given: object, name: str) -> list[str]:
    """The segments of one stream.

    Args:
        given: a list, tuple or iterator of strings, a ``pathlib.Path`` to a file with one segment
            a line, a pandas or polars Series, a numpy array, or a pyarrow Array or ChunkedArray.
        name: of the argument, for messages.

    Raises:
        InputTypeError: it is none of these, or a value is not a string.
        InputError: a value is missing, or a file cannot be read.
    """
    if isinstance(given, Path):
        return list(read_segments(str(given)))
    if column_names(given) is not None:
        example = _OF_A_REVIEW if name in ("mt", "post_edits", "sources") else _OF_A_CORPUS
        raise InputTypeError(
            f"{name} is a table; give one of its columns, for example table['mt'], or the table "
            f"first and the names of its columns after it: {example}"
        )
    return [_segment(value, name, row) for row, value in enumerate(_values(given, name))]


def reference_streams(given: object, size: int, *, name: str = "references") -> list[list[str]]:
    """The sets of references, each as long as the hypotheses.

    Args:
        given: one stream for each set of references, as in sacrebleu, each anything that
            ``segments_of`` takes. A flat list of strings, a single column or a single path is
            one set of references.
        size: how many hypotheses there are.
        name: of the argument, for messages.

    Raises:
        InputTypeError: it is neither.
        InputError: there is no reference, or a set has not as many segments as the hypotheses.
    """
    streams = _streams(given, name)
    advice = advice_on_lengths(len(streams), size)
    for number, stream in enumerate(streams):
        own = name if len(streams) == 1 else f"{name}[{number}]"
        require_size(own, stream, size, like="the hypotheses have", advice=advice)
    return streams


def take_columns(
    table: object, hypotheses: object, references: object
) -> tuple[list[str], list[list[str]]]:
    """Hypotheses and references from the columns of one table.

    Args:
        table: a pandas or polars DataFrame, a pyarrow Table or RecordBatch, or anything with
            ``__arrow_c_stream__``.
        hypotheses: the name of a column.
        references: the name of a column, or one name for each set of references.

    Raises:
        InputTypeError: it is no table, or names are not strings.
        ParameterError: there is no such column.
        InputError: a value is missing.
    """
    if not isinstance(hypotheses, str):
        raise InputTypeError("hypotheses has to be the name of a column of the table")
    names = [references] if isinstance(references, str) else references
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputTypeError("references has to be the names of columns of the table, as a list")
    if not names:
        raise InputError("there is no column of references")
    return column(table, hypotheses), [column(table, name) for name in names]


def column(table: object, name: str) -> list[str]:
    """The segments of a column of a table. See ``take_columns``."""
    names = column_names(table)
    if names is None:
        raise InputTypeError(f"this is no table with named columns: {type(table).__name__}")
    if name not in names:
        raise unknown_name("column", name, [str(known) for known in names])
    if names.count(name) > 1:
        raise InputError(f"the table has {names.count(name)} columns that are called '{name}'")
    return segments_of(_indexable(table)[name], f"column '{name}'")


def column_names(given: object) -> list[Any] | None:
    """The names of a table's columns; None where it is no table."""
    schema = getattr(given, "schema", None) if hasattr(given, "to_pylist") else None
    if schema is not None:  # pyarrow, whose ``columns`` are the columns themselves
        return list(schema.names)
    if not hasattr(given, "iloc") and not hasattr(given, "__arrow_c_stream__"):
        return None
    columns = getattr(given, "columns", None)  # a Series has none
    return None if columns is None else list(columns)


def require_some(name: str, texts: Sequence[str]) -> None:
    """Refuse a corpus without segments.

    Args:
        name: of the argument, for messages.
        texts: one for each segment.

    Raises:
        InputError: there is none.
    """
    if not texts:
        raise InputError(f"{name} has no segments, but a corpus has one or more")


def require_size(
    name: str, texts: Sequence[str], size: int, *, like: str, advice: str = ""
) -> None:
    """Refuse texts that cannot go segment by segment with others.

    Args:
        name: of the argument, for messages.
        texts: one for each segment.
        size: how many there have to be.
        like: what has so many, with its verb: "the hypotheses have".
        advice: what to do about it.

    Raises:
        InputError: their number is another one.
    """
    if len(texts) != size:
        own, other = (counted(number, "segment", "segments") for number in (len(texts), size))
        raise InputError(
            f"{name} has {own}, but {like} {other}; they have to be aligned one to one{advice}"
        )


def require_index(what: str, index: int, size: int) -> None:
    """Refuse an index that nothing has.

    Args:
        what: is counted: "segment".
        index: from 0.
        size: how many there are.

    Raises:
        ParameterError: it is out of range.
    """
    if not 0 <= index < size:
        raise ParameterError(
            f"there is no {what} with index {index}; indices go from 0 to {size - 1}"
        )


def review_texts(
    given: object, mt: object, post_edits: object, sources: object
) -> tuple[list[str], list[str], list[str] | None]:
    """Translations, post-edits and sources as the review of them takes them.

    Args:
        given: the translations, or a table; None where ``mt`` holds them.
        mt: the name of a column where a table is given, else None.
        post_edits: texts; of a table, the name of a column.
        sources: the same, or None.

    Raises:
        InputTypeError: they are neither.
        ParameterError: the table has no such column.
        InputError: they are empty, not of equal length, or a value is missing.
    """
    if given is not None and mt is not None:
        take = partial(_named_column, given)
    else:
        take, mt = partial(segments_of), given if mt is None else mt
    translations = take(mt, "mt")
    require_some("mt", translations)
    edited = take(post_edits, "post_edits")
    require_size("post_edits", edited, len(translations), like="mt has")
    if sources is None:
        return translations, edited, None
    originals = take(sources, "sources")
    require_size("sources", originals, len(translations), like="mt has")
    return translations, edited, originals


def _named_column(table: object, given: object, name: str) -> list[str]:
    if not isinstance(given, str):
        raise InputTypeError(f"{name} has to be the name of a column of the table")
    return column(table, given)


def _streams(given: object, name: str) -> list[list[str]]:
    if isinstance(given, Path) or _is_column(given):
        return [segments_of(given, name)]
    if column_names(given) is not None:
        return [segments_of(given, name)]  # says what to do
    items = list(_values(given, name))
    if not items:
        raise InputError(f"{name} is empty: give one list of segments or more")
    if all(isinstance(item, str) or _is_missing(item) for item in items):
        return [segments_of(items, name)]
    return [segments_of(item, f"{name}[{number}]") for number, item in enumerate(items)]


def _is_column(given: object) -> bool:
    """Whether it is one column of pandas, polars or pyarrow, or an array of strings."""
    if column_names(given) is not None or getattr(given, "ndim", 1) != 1:
        return False
    return any(hasattr(given, method) for method in _TO_LIST)


def _values(given: object, name: str) -> Iterable[object]:
    for method in _TO_LIST:
        if hasattr(given, method):
            values: list[object] = getattr(given, method)()
            return values
    if isinstance(given, Iterable) and not isinstance(given, _NO_STREAM):
        return given
    if hasattr(given, "__arrow_c_stream__"):
        require_extra(f"reading {type(given).__name__} needs", "arrow", ["pyarrow"])
        import pyarrow as pa

        stream: list[object] = pa.chunked_array(given).to_pylist()
        return stream
    raise InputTypeError(f"{name} has to be a list of segments, {_not_this(given)}")


def _not_this(given: object) -> str:
    if isinstance(given, str):
        short = given if len(given) <= 40 else given[:40] + "…"
        return f"not one string; if that is the name of a file, give pathlib.Path({short!r})"
    return f"not {type(given).__name__}"


def _segment(value: object, name: str, row: int) -> str:
    if isinstance(value, str):
        return str(value)  # numpy's strings are a subclass
    if _is_missing(value):
        raise InputError(
            f"{name} has no text in row {row} (counted from 0); leave such rows out, or give an "
            "empty string for a blank segment"
        )
    raise InputTypeError(
        f"{name} has to hold strings, but row {row} (counted from 0) is {type(value).__name__}"
    )


def _is_missing(value: object) -> bool:
    """None, NaN (pandas' for objects) or pandas' NA, which alone are not equal to themselves."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value  # noqa: PLR0124  # NaN


def _indexable(table: Any) -> Any:
    """What gives a column by name: the table itself, or what pyarrow makes of its stream."""
    if hasattr(table, "schema") or hasattr(table, "iloc"):  # pyarrow and polars; pandas
        return table
    require_extra(f"reading {type(table).__name__} needs", "arrow", ["pyarrow"])
    import pyarrow as pa

    return pa.table(table)


def corpus_texts(
    given: object, hypotheses: object, references: object
) -> tuple[list[str], list[list[str]]]:
    """Hypotheses and references as the views of a corpus take them.

    Args:
        given: hypotheses, or a table; None where ``hypotheses`` holds them.
        hypotheses: the name of a column where a table is given, else None.
        references: see ``reference_streams``; of a table, see ``take_columns``.

    Raises:
        InputTypeError: they are neither.
        ParameterError: the table has no such column.
        InputError: they are empty, not of equal length, or a value is missing.
    """
    if given is not None and hypotheses is not None:
        texts, streams = take_columns(given, hypotheses, references)
    else:
        texts = segments_of(given if hypotheses is None else hypotheses, "hypotheses")
        streams = reference_streams(references, len(texts))
    require_some("hypotheses", texts)
    return texts, streams
