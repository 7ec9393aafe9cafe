"""Tables of cells for people, and their lines in plain text and in Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .control_characters import escape_controls
from .display_width import display_width


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table for people.

    Attributes:
        title: what it shows, a sentence without its point.
        heads: of the columns.
        rows: cells, as many as heads.
        texts: places of columns that hold texts; others hold numbers.
        marked: rows and columns of highlighted cells, such as the best of each metric.
        notes: sentences below the table.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int] = frozenset({0})
    marked: frozenset[tuple[int, int]] = field(default=frozenset())
    notes: Sequence[str] = ()


def lines_in_text(table: Table) -> Iterator[str]:
    """Yield the lines of a table in columns, with its title before and its notes after it."""
    yield from (escape_controls(table.title), "")
    rows = [list(map(escape_controls, cells)) for cells in (table.heads, *table.rows)]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        padded = (
            _padded(cell, width, left=column in table.texts)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()
    if table.notes:
        yield ""
    yield from table.notes


def _padded(cell: str, width: int, *, left: bool) -> str:
    space = " " * (width - display_width(cell))
    return cell + space if left else space + cell


def lines_in_markdown(table: Table) -> Iterator[str]:
    """Yield the lines of a table in Markdown, with its title before and its notes after it."""
    yield from (f"**{in_markdown(table.title)}**", "")
    yield _markdown_row(map(in_markdown, table.heads))
    yield _markdown_row(
        "---" if column in table.texts else "--:" for column in range(len(table.heads))
    )
    for row, cells in enumerate(table.rows):
        yield _markdown_row(
            f"**{in_markdown(cell)}**" if (row, column) in table.marked else in_markdown(cell)
            for column, cell in enumerate(cells)
        )
    for note in table.notes:
        yield from ("", f"`{note}`" if "|" in note else in_markdown(note))


def in_markdown(text: str) -> str:
    """Escape a text for one line of Markdown."""
    for special in "\\|*_`<[]~&":
        text = text.replace(special, "\\" + special)
    return " ".join(text.split())


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
