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
_NOT_OF_FILES: Final = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "unicode_escape"}
    | {"raw_unicode_escape", "utf-7"}
)
"""Codecs that are no encodings of files, or, as UTF-7, are there to hide text."""

_LATIN: Final = re.compile(r"ascii$|iso8859|cp125|latin")
"""Encodings that UTF-8 is often declared as: every byte is a character of them, or most are."""

_CHARSET: Final = re.compile(rb'"Content-Type:[^"]*?charset=([\w.-]+)', re.IGNORECASE)
_PO: Final = (".po", ".pot")
_HEAD: Final = 4096

LARGEST: Final = 1 << 28
"""Bytes that a compressed file may grow to: a small file may be made to fill the memory."""


def uncompressed(name: str, data: bytes) -> bytes:
    """Return the content of a file, whose first bytes tell its compression.

    Raises:
        InputError: it ends early, is damaged, or grows beyond ``LARGEST``.
        MissingExtraError: it is compressed by Zstandard, which needs a package.
    """
    content = compressed.uncompressed(name, BufferedReader(BytesIO(data))).read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError(f"{name} grows beyond {LARGEST >> 20} MB when it is uncompressed")
    return content


def decoded(name: str, data: bytes) -> str:
    """Return the text of a file.

    A byte order mark decides its encoding, or two characters of ASCII in four bytes; else the
    declaration of XML or the header of PO; else it is UTF-8. A declaration is not believed where
    the bytes show that it lies: that of UTF-16 in single bytes, and that of a Latin encoding in a
    file which is UTF-8 throughout.

    Args:
        name: of the file, for messages and for its ending.
        data: uncompressed.

    Raises:
        InputError: the encoding is unknown, or a byte is not of it; the message names the line.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(name, data[len(mark) :], encoding, "its byte order mark")
    if (unmarked := _unmarked_utf_16(data[:4])) is not None:
        return _decode(name, data, unmarked, "its first characters")
    declared = _declared(name, data[:_HEAD])
    if declared is None or _cannot_be(declared):
        return _decode(name, data, "utf-8", "the default" if declared is None else "its bytes")
    try:
        codec = codecs.lookup(declared).name
        "a".encode(declared)  # there are codecs of other things than text
    except (LookupError, UnicodeError):
        codec = ""
    if not codec or codec in _NOT_OF_FILES:
        raise InputError(
            f"{name} declares the encoding {declared[:40]}, which is unknown; convert the file to "
            "UTF-8, and correct the declaration"
        )
    if _LATIN.match(codec) and not data.isascii():
        try:
            return data.decode("utf-8")  # by chance, no text of another encoding is UTF-8
        except UnicodeDecodeError:
            pass
    return _decode(name, data, declared, "its declaration")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; what follows the last end is none if empty."""
    lines = text.split("\n") if "\r" not in text else _LINE_END.split(text)
    if not lines[-1]:
        lines.pop()
    return lines


def _unmarked_utf_16(head: bytes) -> str | None:
    """Return the encoding of a file without a mark that begins with two ASCII characters."""
    if len(head) == 4 and not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    return "utf-16-be" if len(head) == 4 and not any(head[::2]) and all(head[1::2]) else None


def _declared(name: str, head: bytes) -> str | None:
    found = _DECLARED.match(head)
    if found is None and PurePath(name).suffix.lower() in _PO:
        found = _CHARSET.search(head)
        if found and found[1] == b"CHARSET":  # a template that nobody has filled in
            return None
    return found[1].decode("ascii") if found else None


def _cannot_be(declared: str) -> bool:
    """Whether an encoding is of two or four bytes; the declaration was found in single ones."""
    return declared.lower().startswith(("utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4"))


def _decode(name: str, data: bytes, encoding: str, by: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = len(split_lines(data[: error.start].decode(encoding, "replace") + "."))
        raise InputError(
            f"{name}:{line}: byte 0x{data[error.start]:02x} is not {encoding}, which the file is "
            f"in by {by}; convert the file, for example with iconv -t UTF-8"
        ) from None
