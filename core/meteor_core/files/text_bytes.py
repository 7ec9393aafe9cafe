"""Decode a file to lines: compression, encoding, line ends.

A line ends with LF, CR LF or CR only, as in editors.
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

_XML_DECLARATION: Final = re.compile(
    rb"""^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']"""
)
_REJECTED_CODECS: Final = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "unicode_escape"}
    | {"raw_unicode_escape", "utf-7"}
)
"""Codecs that are not encodings of files, or, like UTF-7, can hide text."""

_LATIN_CODECS: Final = re.compile(r"ascii$|iso8859|cp125|latin")
"""Encodings that UTF-8 is often declared as: most bytes are valid in them."""

_CHARSET: Final = re.compile(rb'"Content-Type:[^"]*?charset=([\w.-]+)', re.IGNORECASE)
_PO: Final = (".po", ".pot")
_HEAD_BYTES: Final = 4096

LARGEST: Final = 1 << 28
"""Maximum size of a decompressed file in bytes: a small file could fill the memory."""


def uncompressed(name: str, data: bytes) -> bytes:
    """Decompress a file, whose first bytes identify the compression.

    Raises:
        InputError: it is truncated, damaged, or grows beyond ``LARGEST``.
        MissingExtraError: it is compressed by Zstandard, which needs a package.
    """
    content = compressed.uncompressed(name, BufferedReader(BytesIO(data))).read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError(f"{name} grows beyond {LARGEST >> 20} MB when it is uncompressed")
    return content


def decoded(name: str, data: bytes) -> str:
    """Decode a file.

    A byte order mark determines the encoding, or two ASCII characters in four bytes; else the
    declaration of XML or the header of PO; else it is UTF-8. Contradicted declarations are ignored:
    UTF-16 in single bytes, and a Latin encoding in a file of valid UTF-8.

    Args:
        name: of the file, for messages and for its extension.
        data: uncompressed.

    Raises:
        InputError: the encoding is unknown, or a byte is invalid; the message names the line.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(name, data[len(mark) :], encoding, "its byte order mark")
    if (unmarked := _unmarked_utf_16(data[:4])) is not None:
        return _decode(name, data, unmarked, "its first characters")
    declared = _declared(name, data[:_HEAD_BYTES])
    if declared is None or _cannot_be(declared):
        return _decode(name, data, "utf-8", "the default" if declared is None else "its bytes")
    try:
        codec = codecs.lookup(declared).name
        "a".encode(declared)  # some codecs do not encode text
    except (LookupError, UnicodeError):
        codec = ""
    if not codec or codec in _REJECTED_CODECS:
        raise InputError(
            f"{name} declares the encoding {declared[:40]}, which is unknown; convert the file to "
            "UTF-8, and correct the declaration"
        )
    if _LATIN_CODECS.match(codec) and not data.isascii():
        try:
            return data.decode("utf-8")  # text in another encoding is never valid by chance
        except UnicodeDecodeError:
            pass
    return _decode(name, data, declared, "its declaration")


def split_lines(text: str) -> list[str]:
    """Split a text into lines without ends; a final line end does not begin another line."""
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
    found = _XML_DECLARATION.match(head)
    if found is None and PurePath(name).suffix.lower() in _PO:
        found = _CHARSET.search(head)
        if found and found[1] == b"CHARSET":  # an unedited template
            return None
    return found[1].decode("ascii") if found else None


def _cannot_be(declared: str) -> bool:
    """Return whether an encoding has units of two or four bytes, unlike the declaration's own."""
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
