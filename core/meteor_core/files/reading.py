"""Bilingual files from disk."""

from pathlib import Path
from typing import Final

from ..errors import InputError
from .formats import UnitFormat, recognised
from .metrics_directory import is_metrics_directory, read_metrics_directory
from .text_bytes import LARGEST, decoded, split_lines, uncompressed, uncompressed_name
from .units import UnitFile


def read(name: str) -> UnitFile:
    """Read a bilingual file: XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT's XML; compressed or not.

    A directory of mt-metrics-eval is read, too, if it has one pair of languages.

    Raises:
        InputError: it is not there, is in no format that is known, or is faulty; the message names
            the line and the column.
    """
    if is_metrics_directory(name):
        return read_metrics_directory(name)
    content = uncompressed(name, _bytes(name))
    lines = split_lines(decoded(name, content))
    form = recognised(uncompressed_name(name), lines)
    if form is None:
        raise InputError(f"{name} is in no bilingual format that is known: {KNOWN}")
    return without_fault(name, form.read(lines))


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
