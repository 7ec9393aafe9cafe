"""Read bilingual files from disk or standard input."""

import sys
from pathlib import Path
from typing import Final

from ..errors import InputError, ParameterError
from ..text.compressed import uncompressed_name
from ..text.line_files import STANDARD_INPUT, shown_name
from .formats import UnitFormat, recognised
from .metrics_directory import is_metrics_directory, read_metrics_directory
from .text_bytes import LARGEST, decoded, split_lines, uncompressed
from .units import UnitFile


def read(name: str, *, language_pair: str | None = None) -> UnitFile:
    """Read a bilingual file: XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT's XML; compressed or not.

    Args:
        name: of the file, or of a directory of mt-metrics-eval; ``-`` is standard input.
        language_pair: of a directory: such as ``en-de``; None if it has only one.

    Raises:
        InputError: the file is missing, faulty, or of an unknown format; the message names the line
            and the column.
        ParameterError: a file has no language pairs.
    """
    if is_metrics_directory(name):
        return read_metrics_directory(name, language_pair=language_pair)
    if language_pair is not None:
        raise ParameterError(
            f"a pair of languages is for directories of mt-metrics-eval, which {name} is not"
        )
    return parsed(shown_name(name), _bytes(name))


def parsed(name: str, data: bytes) -> UnitFile:
    """Parse the content of a bilingual file.

    Args:
        name: of the file, for messages and for its extension.
        data: its bytes, compressed or not.

    Raises:
        InputError: it is faulty or of an unknown format.
    """
    form, lines = lines_of(name, data)
    return without_fault(name, form.read(lines))


def lines_of(name: str, data: bytes) -> tuple[UnitFormat, list[str]]:
    """Return the format and the lines of a bilingual file."""
    lines = split_lines(decoded(name, uncompressed(name, data)))
    form = recognised(uncompressed_name(name), lines)
    if form is None:
        raise InputError(f"{name} is in no bilingual format that is known: {KNOWN}")
    return form, lines


KNOWN: Final = "XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT XML, mteval SGML"


def without_fault(name: str, file: UnitFile) -> UnitFile:
    """Return a file without a fault.

    Raises:
        InputError: the file has a fault.
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
