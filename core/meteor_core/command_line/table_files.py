"""Read hypotheses and references from the named columns of a table."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final, TypeAlias

from ..errors import InputError, unknown_name
from ..files.rows import Row, read_rows
from ..files.tables import is_parquet, opened_parquet
from ..text.line_files import STANDARD_INPUT, read_segments, shown_name
from .segment_blocks import Source, in_blocks
from .unit_names import UnitName, UnitNames

HYPOTHESIS: Final = "hypothesis"
REFERENCE: Final = "reference"
"""The default columns."""

_ID: Final = "id"

_Segment: TypeAlias = tuple[str | None, Sequence[str | None]]


def open_named_columns(name: str, hypothesis: str | None, references: Sequence[str]) -> Source:
    """Open a table (TSV, CSV, JSON Lines or Parquet), to be read while it is scored.

    Rows that lack the hypothesis or all references are left out and counted. In JSON Lines and
    Parquet a column may have lists of references. A column called "id" names the rows.

    Args:
        name: of the file.
        hypothesis: the column to score; None for "hypothesis".
        references: the columns to score it against; empty for "reference".

    Raises:
        InputError: the file cannot be read, or has no row. Reading the blocks raises it where a
            row is not of the table.
        ParameterError: there is no such column.
        MissingExtraError: it is one of Parquet, which needs a package.
    """
    columns = (hypothesis or HYPOTHESIS, *(references or (REFERENCE,)))
    rows, expected = (_parquet_rows if is_parquet(name) else _rows)(name, columns)
    short = shown_name(name) if name == STANDARD_INPUT else PurePath(name).name
    names = UnitNames(short, noun=("row", "rows"))
    return Source(
        blocks=in_blocks(_compared(name, rows, columns, names)),
        references=len(columns) - 1,
        expected=expected,
        title=f"{short}: {columns[0]} against {', '.join(columns[1:])}",
        counted=f"{expected or 0:,} rows",
        units=names,
    )


def _compared(
    name: str, rows: Iterator[tuple[str, _Segment]], columns: Sequence[str], names: UnitNames
) -> Iterator[tuple[str, Sequence[str | None]]]:
    found = False
    for number, (row_id, (hypothesis, references)) in enumerate(rows, 1):
        called = UnitName(number, row_id)
        if hypothesis is None:
            names.exclude(called, f"without {columns[0]}")
        elif all(text is None for text in references):
            names.exclude(called, f"without {' or '.join(columns[1:])}")
        else:
            found = True
            names.add(called)
            yield hypothesis, references
    if not found:
        raise InputError(
            f"{shown_name(name)} has no row with both {columns[0]} and {' or '.join(columns[1:])}"
        )


def _rows(name: str, columns: Sequence[str]) -> tuple[Iterator[tuple[str, _Segment]], int | None]:
    """Return the rows of a text table, whose number is unknown in advance."""
    keys = [column.lower() for column in columns]
    rows = read_rows(name, read_segments(name))
    first = next(rows, None)
    if first is None:
        raise InputError(f"{shown_name(name)} has no row: there is no segment to score")
    for column, key in zip(columns, keys, strict=True):
        if key not in first.cells:
            raise unknown_name(f"column of {shown_name(name)}", column, first.cells)

    def texts() -> Iterator[tuple[str, _Segment]]:
        row: Row | None = first
        while row is not None:
            hypothesis = _text(name, row, keys[0], row.cells.get(keys[0]))
            yield _row_id(row), (hypothesis, _references(name, row, keys[1:]))
            row = next(rows, None)

    return texts(), None


def _references(name: str, row: Row, keys: Sequence[str]) -> list[str | None]:
    found: list[str | None] = []
    for key in keys:
        value = row.cells.get(key)
        values = value if isinstance(value, list) else [value]
        found.extend(_text(name, row, key, text) for text in values)
    return found


def _text(name: str, row: Row, key: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise InputError(
        f"{shown_name(name)}:{row.line}: column {key} holds {type(value).__name__}, but must hold "
        "texts"
    )


def _row_id(row: Row) -> str:
    value = row.cells.get(_ID)
    return value if isinstance(value, str) else ""


def _parquet_rows(
    name: str, columns: Sequence[str]
) -> tuple[Iterator[tuple[str, _Segment]], int | None]:
    file = opened_parquet(name)
    from ..arrow import ArrowScorer

    reader = ArrowScorer(hypothesis=columns[0], references=columns[1:])
    reader.check_columns(file.schema_arrow)
    has_ids = _ID in file.schema_arrow.names and _ID not in columns
    wanted = list(dict.fromkeys([*columns, *([_ID] if has_ids else [])]))

    def texts() -> Iterator[tuple[str, _Segment]]:
        for batch in file.iter_batches(batch_size=2048, columns=wanted):
            segments = reader.segments(batch)
            values = batch.column(_ID).to_pylist() if has_ids else [None] * len(segments)
            for value, segment in zip(values, segments, strict=True):
                yield "" if value is None else str(value), segment

    return texts(), file.metadata.num_rows
