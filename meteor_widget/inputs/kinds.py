"""Kinds of containers for segments, recognised by their methods.

So pandas, polars and pyarrow are used only where the data come from them, and are never imported
otherwise. An object that offers only the Arrow C stream (a DuckDB relation, for example) is read
through pyarrow.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

from meteor_core.errors import InputTypeError, require_extra

_NO_STREAM: Final = (str, bytes, bytearray, memoryview, Mapping, AbstractSet)
"""Iterables that hold no segments in order, but characters, bytes, keys or unordered items."""

_TO_LIST: Final = ("to_pylist", "to_list", "tolist")
"""Methods that make a list: of pyarrow; of pandas and polars; of numpy."""


def column_names(given: object) -> list[Any] | None:
    """Return the names of a table's columns, or None if it is not a table."""
    schema = getattr(given, "schema", None) if hasattr(given, "to_pylist") else None
    if schema is not None:  # pyarrow, whose ``columns`` are the columns themselves
        return list(schema.names)
    if not hasattr(given, "iloc") and not hasattr(given, "__arrow_c_stream__"):
        return None
    columns = getattr(given, "columns", None)  # a Series has none
    return None if columns is None else list(columns)


def is_column(given: object) -> bool:
    """Return whether it is a column of pandas, polars or pyarrow, or an array of strings."""
    if column_names(given) is not None or getattr(given, "ndim", 1) != 1:
        return False
    return any(hasattr(given, method) for method in _TO_LIST)


def is_missing(value: object) -> bool:
    """Return whether it is None, NaN or pandas' NA; the last two do not equal themselves."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value  # noqa: PLR0124  # NaN


def values_of(given: object, name: str) -> Iterable[object]:
    """Return the values of a list, an iterator or a column.

    Args:
        given: an object that may be one of these.
        name: of the argument, for messages.

    Raises:
        InputTypeError: the type is not supported.
    """
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
    raise InputTypeError(f"{name} must be a list of segments, {_not_this(given)}")


def columns_by_name(table: Any) -> Any:
    """Return an object that gives columns by name: the table, or pyarrow's copy of it."""
    if hasattr(table, "schema") or hasattr(table, "iloc"):  # pyarrow and polars; pandas
        return table
    require_extra(f"reading {type(table).__name__} needs", "arrow", ["pyarrow"])
    import pyarrow as pa

    return pa.table(table)


def _not_this(given: object) -> str:
    if isinstance(given, str):
        short = given if len(given) <= 40 else given[:40] + "…"
        return f"not one string; if that is the name of a file, give pathlib.Path({short!r})"
    return f"not {type(given).__name__}"
