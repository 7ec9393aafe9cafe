"""From the bytes of a file to its lines: compression, encoding, line ends.

A line ends with LF, CR LF or CR and with nothing else, as in editors.
"""

import codecs
import re
from io import BufferedReader, BytesIO
from pathlib import PurePath
from typing import Final

from ..errors import InputError
from ..text import compressed

_LINE_END: Final = re.compile(r"\r\n?|\n")

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; those of UTF-32 begin like those of UTF-16."""

_DECLARED: Final = re.compile(rb"""^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
_CHARSET: Final = re.compile(rb'"Content-Type:[^"]*?charset=([\w.-]+)', re.IGNORECASE)
_PO: Final = (".po", ".pot")
_HEAD: Final = 4096

LARGEST: Final = 1 << 30
"""Bytes that a compressed file may grow to: a small file may be made to fill the memory."""


def uncompressed(name: str, data: bytes) -> bytes:
    """Return the content of a file, whose first bytes tell its compression.

    Raises:
        InputError: it ends early, is damaged, or grows beyond ``LARGEST``.
        MissingExtraError: it is compressed by Zstandard, which needs a package.
    """
    content = compressed.uncompressed(name, BufferedReader(BytesIO(data))).read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError(f"{name} grows beyond {LARGEST >> 30} GB when it is uncompressed")
    return content


def decoded(name: str, data: bytes) -> str:
    """Return the text of a file.

    A byte order mark decides its encoding, else the declaration of XML or the header of PO, else it
    is UTF-8.

    Args:
        name: of the file, for messages and for its ending.
        data: uncompressed.

    Raises:
        InputError: the encoding is unknown, or a byte is not of it; the message names the line.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(name, data[len(mark) :], encoding, "its byte order mark")
    declared = _DECLARED.match(data[:_HEAD])
    if declared is None and PurePath(name).suffix.lower() in _PO:
        declared = _CHARSET.search(data[:_HEAD])
        if declared and declared[1] == b"CHARSET":  # a template that nobody has filled in
            declared = None
    encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise InputError(f"{name} declares the encoding {encoding}, which is unknown") from None
    return _decode(name, data, encoding, "its declaration" if declared else "the default")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; what follows the last end is none if empty."""
    lines = text.split("\n") if "\r" not in text else _LINE_END.split(text)
    if not lines[-1]:
        lines.pop()
    return lines


def _decode(name: str, data: bytes, encoding: str, by: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = len(split_lines(data[: error.start].decode(encoding, "replace") + "."))
        raise InputError(
            f"{name}:{line}: byte 0x{data[error.start]:02x} is not {encoding}, which the file is "
            f"in by {by}; convert the file, for example with iconv -t UTF-8"
        ) from None
