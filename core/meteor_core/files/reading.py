"""Bilingual files from disk, or from standard input."""

import sys
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Final

from ..errors import InputError, ParameterError
from ..text import compressed
from ..text.compressed import uncompressed_name
from ..text.line_files import STANDARD_INPUT, shown_name
from .formats import UnitFormat, recognised
from .metrics_directory import is_metrics_directory, read_metrics_directory
from .text_bytes import LARGEST, decoded, split_lines, uncompressed
from .units import UnitFile

_HEAD: Final = 1 << 16
"""Bytes that are looked at to tell a format."""


def read(name: str, *, language_pair: str | None = None) -> UnitFile:
    """Read a bilingual file: XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT's XML; compressed or not.

    Args:
        name: of the file, or of a directory of mt-metrics-eval; ``-`` is standard input.
        language_pair: of a directory: such as ``en-de``; None where it has only one.

    Raises:
        InputError: it is not there, is in no format that is known, or is faulty; the message names
            the line and the column.
        ParameterError: a file has no pairs of languages.
    """
    if is_metrics_directory(name):
        return read_metrics_directory(name, language_pair=language_pair)
    if language_pair is not None:
        raise ParameterError(
            f"a pair of languages is for directories of mt-metrics-eval, which {name} is not"
        )
    return parsed(shown_name(name), _bytes(name))


def parsed(name: str, data: bytes) -> UnitFile:
    """Read the content of a bilingual file; see ``read``.

    Args:
        name: of the file, for messages and for its ending.
        data: its bytes, compressed or not.

    Raises:
        InputError: see ``read``.
    """
    lines = split_lines(decoded(name, uncompressed(name, data)))
    form = recognised(uncompressed_name(name), lines)
    if form is None:
        raise InputError(f"{name} is in no bilingual format that is known: {KNOWN}")
    return without_fault(name, form.read(lines))


def is_unit_file(name: str) -> bool:
    """Whether a file is a bilingual one, by the beginning of its content, else by its name.

    Of standard input it is what has come when anything has, and stays there to be read. Any other
    pipe is none: what was looked at could not be read again.

    Raises:
        MissingExtraError: it is compressed by Zstandard, which needs a package.
    """
    path = Path(name)
    try:
        if name == STANDARD_INPUT:
            stream = sys.stdin.buffer
            if not isinstance(stream, BufferedReader):  # somebody put another in its place
                return False
            file = compressed.uncompressed(name, BufferedReader(BytesIO(stream.peek())))
            head = file.read1(_HEAD)
        elif path.is_file():
            with path.open("rb") as opened:
                head = compressed.uncompressed(name, opened).read(_HEAD)
        else:
            return is_metrics_directory(name)
    except (OSError, InputError):  # who reads all of it tells what is wrong
        head = b""
    return format_of(name, _head_lines(name, head)) is not None


def _head_lines(name: str, head: bytes) -> list[str]:
    """Return the lines of the beginning of a file, in which a character may be cut."""
    for end in range(len(head), max(len(head) - 4, -1), -1):
        try:
            return split_lines(decoded(name, head[:end]))
        except InputError:
            continue
    return []


KNOWN: Final = "XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT XML, mteval SGML"


def format_of(name: str, lines: list[str]) -> UnitFormat | None:
    """Return the format of a file whose lines are known; None for line-aligned texts and tables."""
    return recognised(uncompressed_name(name), lines)


def without_fault(name: str, file: UnitFile) -> UnitFile:
    """Return a file that could be read whole.

    Raises:
        InputError: it could not.
    """
    if file.fault is not None:
        raise InputError(f"{name}:{file.fault}; correct the file there, or export it again")
    return file


def _bytes(name: str) -> bytes:
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise InputError(f"standard input has more than {LARGEST >> 20} MB; split it")
        return data
    path = Path(name)
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{name} has more than {LARGEST >> 20} MB; split it")
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{name} does not exist") from None
    except IsADirectoryError:
        raise InputError(f"{name} is a directory; give a file") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{name!r} is not a file name: {error}") from None
