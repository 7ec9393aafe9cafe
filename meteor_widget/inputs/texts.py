"""Texts of a corpus: streams, or columns of one table."""

from collections.abc import Sequence

from meteor_core.errors import InputError, InputTypeError, unknown_name

from .checks import require_some
from .kinds import column_names, columns_by_name
from .segments import reference_streams, segments_of


def corpus_texts(
    given: object, hypotheses: object, references: object
) -> tuple[list[str], list[list[str]]]:
    """Return hypotheses and references from the arguments of a corpus' view.

    Args:
        given: hypotheses, or a table; None if ``hypotheses`` holds them.
        hypotheses: the name of a column if a table is given, else None.
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


def take_columns(
    table: object, hypotheses: object, references: object
) -> tuple[list[str], list[list[str]]]:
    """Return hypotheses and references from the columns of one table.

    Args:
        table: a pandas or polars DataFrame, a pyarrow Table or RecordBatch, or anything with
            ``__arrow_c_stream__``.
        hypotheses: the name of a column.
        references: the name of a column, or one name for each set of references.

    Raises:
        InputTypeError: it is not a table, or names are not strings.
        ParameterError: there is no such column.
        InputError: a value is missing.
    """
    if not isinstance(hypotheses, str):
        raise InputTypeError("hypotheses must be the name of a column of the table")
    names = [references] if isinstance(references, str) else references
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputTypeError("references must be the names of columns of the table, as a list")
    if not names:
        raise InputError("references is empty; name one column or more")
    return _column(table, hypotheses), [_column(table, name) for name in names]


def _column(table: object, name: str) -> list[str]:
    """Return the segments of a column of a table. See ``take_columns``."""
    names = column_names(table)
    if names is None:
        raise InputTypeError(f"{type(table).__name__} is not a table with named columns")
    if name not in names:
        raise unknown_name("column", name, [str(known) for known in names])
    if names.count(name) > 1:
        raise InputError(f"the table has {names.count(name)} columns named '{name}'")
    return segments_of(columns_by_name(table)[name], f"column '{name}'")


def named_column(table: object, given: object, name: str) -> list[str]:
    """Return the segments of a column of a table.

    Args:
        table: with named columns.
        given: the name of the column.
        name: of the argument, for messages.

    Raises:
        InputTypeError: it is not a name, or there is no table.
        ParameterError: the table has no such column.
        InputError: a value is missing.
    """
    if not isinstance(given, str):
        raise InputTypeError(f"{name} must be the name of a column of the table")
    return _column(table, given)
