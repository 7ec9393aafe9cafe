"""Columns of numbers as tables of Arrow's and frames of pandas', which are loaded only here."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ..errors import missing_extra, require_package

Columns: TypeAlias = Mapping[str, "memoryview[Any] | Sequence[Any]"]
"""Columns of equal length, by name: of 64-bit numbers in memory, or of anything."""


def arrow_array(column: "memoryview[Any] | Sequence[Any]") -> Any:
    """Return a column as an array of Arrow's; one of numbers in memory without a copy.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ModuleNotFoundError as error:
        raise missing_extra("tables need", error.name, "arrow") from None
    if not isinstance(column, memoryview):
        return pa.array(column)
    type_ = pa.float64() if column.format == "d" else pa.int64()
    return pa.Array.from_buffers(type_, len(column), [None, pa.py_buffer(column)])


def arrow_table(columns: Columns, *, problems: Mapping[int, str], signature: str) -> Any:
    """Return a ``pyarrow.Table``, whose metadata has the signature.

    Args:
        columns: of numbers, or of one row each.
        problems: why rows cannot be scored, by row; their numbers are null.
        signature: of the scores.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrays = {name: arrow_array(column) for name, column in columns.items()}
    import pyarrow as pa

    if problems:
        size = len(next(iter(arrays.values())))
        rows = pa.array([None if row in problems else row for row in range(size)], pa.int64())
        arrays = {name: column.take(rows) for name, column in arrays.items()}
        arrays["problem"] = pa.array([problems.get(row) for row in range(size)], pa.string())
    return pa.table(arrays).replace_schema_metadata({"signature": signature})


def pandas_frame(columns: Columns, *, problems: Mapping[int, str], signature: str) -> Any:
    """Return a ``pandas.DataFrame``, whose ``attrs`` have the signature; see ``arrow_table``.

    Counts are integers of numpy's, or of pandas' where some of them are missing.

    Raises:
        MissingExtraError: pandas is not installed.
    """
    require_package("a DataFrame needs", "pandas")
    import numpy as np  # pandas brings it
    import pandas as pd

    arrays = {
        name: np.asarray(column) if isinstance(column, memoryview) else column
        for name, column in columns.items()
    }
    if problems:
        rows = range(len(next(iter(arrays.values()))))
        missing = np.fromiter((row in problems for row in rows), dtype=bool)
        for name, array in arrays.items():
            if isinstance(array, np.ndarray) and array.dtype == np.int64:
                arrays[name] = pd.arrays.IntegerArray(array.copy(), missing.copy())
        arrays["problem"] = [problems.get(row) for row in rows]
    frame = pd.DataFrame(arrays)
    frame.attrs["signature"] = signature
    return frame
