"""Write to standard output, or to a file atomically."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from ..errors import ParameterError, require_extra
from ..runtime.writing import whole_file
from ..text.compressed import compressing, uncompressed_name

PARQUET: Final = "parquet"
PAGE: Final = "html"

PAGE_ENDINGS: Final[Mapping[str, str]] = {
    ".txt": "text",
    ".json": "json",
    ".tsv": "tsv",
    ".csv": "csv",
    ".html": PAGE,
    ".htm": PAGE,
}
"""The format of each extension, for commands that write pages too."""

_QUOTED_CHARACTERS: Final = frozenset(',"\r\n')
"""Characters that require quotes around a cell of CSV."""

_FORMAT_EXTENSION: Final = re.compile(
    r"\.(arrow|bmp|csv|docx?|eps|gif|html?|jpe?g|jsonl?|md|ndjson|od[st]|parquet|pdf|png|pptx?|ps"
    r"|rtf|svgz?|tex|tiff?|toml|tsv|txt|webp|xlsx?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""Endings that promise a format to people and programs; ``--format`` cannot break the promise."""


def write_line(line: str, file: TextIO | None = None) -> None:
    """Write a line, escaping characters that the terminal's encoding lacks.

    Args:
        line: the text, without a line end.
        file: by default standard output.
    """
    file = file or sys.stdout
    file.write(encodable(file, line) + "\n")


def write_document(document: str, file: TextIO) -> None:
    """Write a document that declares UTF-8, whatever the terminal's encoding is."""
    if isinstance(file, TextIOWrapper):
        file.reconfigure(encoding="utf-8")
    file.write(document)


def encodable(file: TextIO, text: str) -> str:
    """Escape the characters that the file's encoding lacks."""
    if text.isascii():  # as most rows of numbers are
        return text
    encoding = file.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def table_cell(value: object) -> str:
    """Format a cell of a tab-separated table: floats in full, booleans as in JSON."""
    text = _cell_text(value)
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def csv_cell(value: object) -> str:
    """Format a cell of a CSV table, quoted as in RFC 4180."""
    text = _cell_text(value)
    return text if _QUOTED_CHARACTERS.isdisjoint(text) else '"' + text.replace('"', '""') + '"'


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFormat:
    """How the rows of a table are written.

    Attributes:
        cell: returns a value as the text of a cell.
        separator: of cells.
        end: of a row.
    """

    cell: Callable[[object], str]
    separator: str
    end: str

    def write(self, values: Iterable[object], file: TextIO) -> None:
        """Write a row."""
        file.write(encodable(file, self.separator.join(map(self.cell, values)) + self.end))


TABLES: Final[Mapping[str, TableFormat]] = {
    "tsv": TableFormat(cell=table_cell, separator="\t", end="\n"),
    "csv": TableFormat(
        cell=csv_cell,
        separator=",",
        end="\r\n" if os.linesep == "\n" else "\n",  # which Windows writes as the same
    ),
}
"""Tables of text, by the names of their formats."""


def output_format(requested: str | None, output: str | None, endings: Mapping[str, str]) -> str:
    """Return the format given by the output's extension or ``--format``; else text.

    Raises:
        ParameterError: the ending is that of another format, or of none and there is no
            ``--format``; or the two disagree.
    """
    ending = Path(uncompressed_name(output or "")).suffix
    by_ending = endings.get(ending.lower())
    has_known_format = _FORMAT_EXTENSION.fullmatch(ending) is not None
    if ending and by_ending is None and (requested is None or has_known_format):
        *endings_before, last = endings
        advice = "" if has_known_format else ", or add --format"
        raise ParameterError(
            f"{ending} cannot be written, as -o {output} asks; let its name end in "
            f"{', '.join(endings_before)} or {last}{advice}"
        )
    if requested and by_ending and requested != by_ending:
        raise ParameterError(
            f"--format is {requested}, but {output} ends in {ending}, which is {by_ending}; "
            "leave --format out or change the name"
        )
    return requested or by_ending or "text"


def require_parquet_output(output: str | None) -> None:
    """Reject an output that Parquet cannot be written to.

    Raises:
        ParameterError: the name is not that of such a file.
        MissingExtraError: pyarrow is not installed.
    """
    if not (output or "").lower().endswith(f".{PARQUET}"):
        raise ParameterError(
            f"Parquet goes to a file of its own, and is compressed by itself: -o scores.{PARQUET}"
        )
    require_extra("Parquet needs", "arrow", ["pyarrow"])


@contextmanager
def destination(name: str | None) -> Iterator[TextIO]:
    """Open standard output, or a text file that is written atomically.

    A name that ends in .gz, .xz or .zst is that of a compressed file.

    Raises:
        InputError: the file cannot be written.
        MissingExtraError: it ends in .zst, which needs a package.
    """
    if name is None:
        yield sys.stdout
        return
    with (
        whole_file(name, follow=True) as data,
        TextIOWrapper(compressing(name, data), encoding="utf-8") as file,  # type: ignore[type-var]  # of any kind of bytes
    ):
        yield file
