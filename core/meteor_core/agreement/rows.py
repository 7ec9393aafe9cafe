"""Rows of tables, by the names of their columns: TSV, CSV and JSON Lines.

TSV has no quotes, as researchers write it; CSV has those of RFC 4180.
"""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from ..errors import InputError
from ..text.line_files import read_segments, shown_name

_JSON_LINES: Final = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table.

    Attributes:
        line: where it begins in the file, from 1.
        cells: values by the names of columns, as they stand; a name's first column counts.
    """

    line: int
    cells: dict[str, Any]


def read_rows(name: str) -> Iterator[Row]:
    """Yield the rows of a table, whose layout its name's ending tells: TSV unless it says other.

    Raises:
        InputError: the file cannot be read, or a row is not of the table.
    """
    ending = PurePath(name).suffix.lower()
    lines = read_segments(name)
    if ending in _JSON_LINES:
        yield from _json_rows(name, lines)
    elif ending == ".csv":
        yield from _csv_rows(name, lines)
    else:
        yield from _named(name, ((line, text.split("\t")) for line, text in enumerate(lines, 1)))


def _json_rows(name: str, lines: Iterator[str]) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, parse_int=float)
        except (ValueError, RecursionError):
            raise InputError(f"{shown_name(name)}:{number}: not a line of JSON") from None
        if not isinstance(value, dict):
            raise InputError(f"{shown_name(name)}:{number}: not a JSON object with named values")
        named = ((key.strip().lower(), cell) for key, cell in value.items())
        yield Row(line=number, cells=_first_of_each(named))


def _csv_rows(name: str, lines: Iterator[str]) -> Iterator[Row]:
    def cells() -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader((line + "\n" for line in lines), strict=True)
        start = 1
        with _fields_of_any_length():
            try:
                for row in reader:
                    yield start, row
                    start = reader.line_num + 1
            except csv.Error as error:
                raise InputError(f"{shown_name(name)}:{start}: not a row of CSV: {error}") from None

    yield from _named(name, cells())


@contextmanager
def _fields_of_any_length() -> Iterator[None]:
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _named(name: str, rows: Iterator[tuple[int, list[str]]]) -> Iterator[Row]:
    header: Sequence[str] | None = None
    for line, cells in rows:
        if not any(cells):
            continue
        if header is None:
            header = [cell.strip().lower() for cell in cells]
            continue
        if len(cells) > len(header):
            raise InputError(
                f"{shown_name(name)}:{line}: {len(cells)} cells, but the first line names "
                f"{len(header)} columns"
            )
        yield Row(line=line, cells=_first_of_each(zip(header, cells, strict=False)))


def _first_of_each(named: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column, cell in named:
        found.setdefault(column, cell)
    return found
