"""Read rows of tables by column names: TSV, CSV and JSON Lines.

TSV has no quoting, as researchers write it; CSV is quoted as in RFC 4180.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import PurePath
from typing import Any, Final

from ..errors import InputError
from ..text.compressed import uncompressed_name
from ..text.line_files import shown_name

_LAYOUTS: Final = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table.

    Attributes:
        line: where it begins in the file, from 1.
        cells: values by lower-case column names; None if a row ends early. Numbers of JSON are text
            as written, so that identifiers of twenty digits are kept.
    """

    line: int
    cells: dict[str, Any]


def is_named_as_table(name: str) -> bool:
    """Return whether a file's extension is that of a table."""
    return PurePath(uncompressed_name(name)).suffix.lower() in _LAYOUTS


def read_rows(name: str, lines: Iterator[str]) -> Iterator[Row]:
    """Yield the rows of a table.

    The extension determines the layout, else the first line: JSON begins with a brace, TSV has a
    tab.

    Args:
        name: of the file.
        lines: of the file; consumed once, so that it may be a pipe.

    Raises:
        InputError: a row is invalid.
    """
    layout = _LAYOUTS.get(PurePath(uncompressed_name(name)).suffix.lower())
    if layout is None:
        layout, lines = _layout_of(lines)
    if layout == "json":
        return _json_rows(name, lines)
    if layout == "csv":
        return _by_column(name, _csv_cells(name, lines))
    return _by_column(name, ((line, text.split("\t")) for line, text in enumerate(lines, 1)))


def _layout_of(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Guess the layout from the first line; return it with all lines."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        if line.strip():
            break
    first = read[-1].lstrip() if read else ""
    layout = "json" if first.startswith("{") else "tsv" if "\t" in first else "csv"
    return layout, chain(read, lines)


def _json_rows(name: str, lines: Iterator[str]) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            pairs = json.loads(
                line, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=list
            )
        except (ValueError, RecursionError):
            raise InputError(
                f"{shown_name(name)}:{number}: not a line of JSON; give one object a line"
            ) from None
        if not line.lstrip().startswith("{"):
            raise InputError(
                f"{shown_name(name)}:{number}: not a JSON object with named values; give one "
                "object a line, as jq -c '.[]' makes of an array"
            )
        columns = [str(key).strip().lower() for key, _ in pairs]
        require_distinct(name, number, columns)
        yield Row(
            line=number,
            cells={key: value for key, (_, value) in zip(columns, pairs, strict=True)},
        )


def _csv_cells(name: str, lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((line + "\n" for line in lines), strict=True)
    start = 1
    with _unlimited_fields():
        try:
            for row in reader:
                yield start, row
                start = reader.line_num + 1
        except csv.Error as error:
            raise InputError(f"{shown_name(name)}:{start}: not a row of CSV: {error}") from None


@contextmanager
def _unlimited_fields() -> Iterator[None]:
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _by_column(name: str, rows: Iterable[tuple[int, list[str]]]) -> Iterator[Row]:
    header: list[str] | None = None
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = [cell.strip().lower() for cell in cells]
            require_distinct(name, line, header)
            continue
        if any(cell.strip() for cell in cells[len(header) :]):
            raise InputError(
                f"{shown_name(name)}:{line}: {len(cells)} cells, but the first line names "
                f"{len(header)} columns"
            )
        yield Row(line=line, cells=dict(zip(header, chain(cells, repeat(None)), strict=False)))


def require_distinct(name: str, line: int, columns: list[str]) -> None:
    """Reject two columns of one name, which would be ambiguous.

    Raises:
        InputError: two columns have the same name.
    """
    twice = [column for column, count in Counter(columns).items() if column and count > 1]
    if twice:
        raise InputError(
            f"{shown_name(name)}:{line}: more than one column is called {twice[0]}; name them apart"
        )
