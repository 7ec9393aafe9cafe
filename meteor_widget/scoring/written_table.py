"""Rows as tab-separated text."""

from collections.abc import Iterable, Mapping
from typing import Any

from meteor_core.command_line.output import table_cell


def tsv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a row of names, then a line for each row; "" if there are no rows.

    A value that is None leaves its cell empty.

    Args:
        rows: values by name, all with the names of the first.
    """
    lines: list[str] = []
    for row in rows:
        if not lines:
            lines.append("\t".join(table_cell(name) for name in row))
        lines.append("\t".join(map(cell, row.values())))
    return "".join(f"{line}\n" for line in lines)


def cell(value: object) -> str:
    """Return the text of a cell; empty for None."""
    return "" if value is None else table_cell(value)
