"""Read the cells of a table of ratings, and report invalid ones with their line."""

import math
from numbers import Real
from typing import Final

from ..errors import InputError
from ..files.rows import Row
from ..text.line_files import shown_name

MISSING: Final = frozenset({"", "none", "nan", "null", "na", "n/a", "#n/a", "-"})
"""Spellings of a missing rating."""

MAX_RATING: Final = 1e100
"""The largest rating: its square is still a number."""

_MAX_SHOWN_CHARS: Final = 60


def mistake(name: str, line: int, message: str) -> InputError:
    """Return the error for a line of a file."""
    return InputError(f"{shown_name(name)}:{line}: {message}")


def shown(value: object) -> str:
    """Return a value for messages, truncated."""
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN_CHARS else f"{text[:_MAX_SHOWN_CHARS]}..."


def text_of(name: str, row: Row, column: str) -> str:
    """Return the text of a cell, which may be empty.

    Raises:
        InputError: it is missing or invalid.
    """
    value = text_or_none(name, row, column)
    if value is None:
        raise mistake(name, row.line, f"there is no {column}")
    return value


def text_or_none(name: str, row: Row, column: str) -> str | None:
    """Return the text of a cell, which may be empty, or None where it is missing.

    Raises:
        InputError: the cell is invalid.
    """
    value = _as_text(row.cells.get(column))
    if value is None or isinstance(value, str):
        return value
    raise mistake(name, row.line, f"{column} is {shown(value)}, which is no text")


def name_of(name: str, row: Row, column: str) -> str:
    """Return the non-empty name of a system or a segment, on one line.

    Raises:
        InputError: it is missing or invalid.
    """
    if found := " ".join(text_of(name, row, column).split()):
        return found
    raise mistake(name, row.line, f"there is no {column}")


def references_of(name: str, row: Row, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts in columns of references, without empty ones.

    Raises:
        InputError: the cell is invalid.
    """
    found: list[str] = []
    for column in columns:
        value = row.cells.get(column)
        for text in value if isinstance(value, list) else [value]:
            reference = _as_text(text)
            if reference is not None and not isinstance(reference, str):
                raise mistake(name, row.line, f"{column} is {shown(value)}, which is no text")
            if reference and reference.strip():
                found.append(reference)
    return tuple(found)


def number_of(name: str, row: Row, column: str) -> float:
    """Return the number in a cell, or NaN where it is missing.

    Raises:
        InputError: the cell is invalid.
    """
    return rating_of(name, row.line, column, row.cells.get(column))


def rating_of(name: str, line: int, column: str, value: object) -> float:
    """Return a rating as a number, or NaN where it is missing.

    Raises:
        InputError: it is neither missing nor a finite number.
    """
    text = _as_text(value)
    if text is None or (isinstance(text, str) and text.strip().lower() in MISSING):
        return math.nan
    try:
        number = float(text) if isinstance(text, str) and "_" not in text else math.nan
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise mistake(name, line, f"{column} is {shown(value)}, which is no number")
    if abs(number) > MAX_RATING:
        raise mistake(name, line, f"{column} is {shown(value)}, which is too large for a rating")
    return number


def _as_text(value: object) -> object:
    """Return a number of a table in memory as files spell it; NaN becomes None."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return value
    number = float(value)
    if math.isnan(number):
        return None
    return f"{number:.0f}" if number.is_integer() else str(value)
