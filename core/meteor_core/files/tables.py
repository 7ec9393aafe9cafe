"""Read tables: TSV, CSV, JSON Lines, and Parquet with pyarrow."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import InputError, require_extra
from ..text.line_files import read_segments
from .rows import Row, is_named_as_table, read_rows, require_distinct

if TYPE_CHECKING:
    import pyarrow.parquet as pq

_PARQUET: Final = b"PAR1"


def is_table(name: str) -> bool:
    """Return whether a file is a table, by its first bytes or by its name."""
    return is_parquet(name) or is_named_as_table(name)


def is_parquet(name: str) -> bool:
    """Return whether a file is Parquet, by its first bytes."""
    try:
        path = Path(name)
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(_PARQUET)) == _PARQUET
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return False


def opened_parquet(name: str) -> "pq.ParquetFile":
    """Open a Parquet file.

    Raises:
        InputError: it cannot be read.
        MissingExtraError: pyarrow is not installed.
    """
    require_extra("Parquet needs", "arrow", ["pyarrow"])
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(name)
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(name, error) from None


def table_rows(name: str, lines: Iterator[str] | None = None) -> Iterator[Row]:
    """Yield the rows of a table in any layout.

    Rows of Parquet count from 1 and keep their types.

    Args:
        name: of the file.
        lines: of the file, if it is open already; then it is not Parquet.

    Raises:
        InputError: the file cannot be read, or a row is invalid.
        MissingExtraError: it is Parquet, and pyarrow is not installed.
    """
    if lines is None and is_parquet(name):
        return _parquet_rows(name)
    return read_rows(name, lines or read_segments(name))


def _parquet_rows(name: str) -> Iterator[Row]:
    file = opened_parquet(name)
    import pyarrow as pa

    columns = [column.strip().lower() for column in file.schema_arrow.names]
    require_distinct(name, 1, columns)
    number = 0
    try:
        for batch in file.iter_batches():
            for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                yield Row(line=number, cells=dict(zip(columns, map(_value, values), strict=True)))
    except (OSError, pa.ArrowException) as error:
        raise _unreadable(name, error) from None


def _value(value: Any) -> Any:
    """Convert a value as ``Row`` requires: whole numbers become text, which keeps all digits."""
    is_whole = isinstance(value, int | Decimal) and not isinstance(value, bool)
    return str(value) if is_whole else value


def _unreadable(name: str, error: Exception) -> InputError:
    first_line = str(error).partition("\n")[0]
    return InputError(f"{name} cannot be read: {first_line}")
