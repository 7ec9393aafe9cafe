"""Recognise the format of a bilingual file without loading its parser."""

import re
import sys
from collections.abc import Mapping, Sequence
from io import BufferedReader, BytesIO
from itertools import islice
from pathlib import Path, PurePath
from typing import Final, Literal, TypeAlias

from ..errors import InputError
from ..text import compressed
from ..text.compressed import uncompressed_name
from ..text.line_files import STANDARD_INPUT
from .text_bytes import decoded, split_lines

FormatName: TypeAlias = Literal["PO", "mteval SGML", "XLIFF", "XLIFF 2", "TMX", "WMT XML"]

_HEAD_BYTES: Final = 1 << 16
"""Bytes to examine of a file that is not loaded yet."""

_HEAD_LINES: Final = 200
"""Lines to examine."""

_HEAD_CHARS: Final = 1 << 16
"""Characters to examine of these: there are files of a single line."""

_NAME: Final = r"[A-Za-z_][\w.-]*"
_ROOT: Final = re.compile(
    rf"""<(?:({_NAME}):)?({_NAME})((?:\s(?:"[^"<]*"|'[^'<]*'|[^<>])*+)?)>""", re.ASCII
)
"""A start tag: prefix, name and attributes."""

_XLIFF: Final = re.compile(r"urn:oasis:names:tc:xliff:document:(\d)")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)", re.DOTALL)
_VERSION: Final = re.compile(r"(?<!\S)version\s*=\s*[\"']([\d.]+)")
_ENTRY: Final = re.compile(r'^\s*(?:msgid|msgctxt)(?:\s*"|\s*$)')
_DATASET: Final = frozenset({"dataset", "collection"})
_SETS: Final = frozenset({"srcset", "refset", "tstset", "mteval"})


def format_name(name: str, lines: Sequence[str]) -> FormatName | None:
    """Return the name of a file's format by its content, else by its name; None if unknown.

    Args:
        name: of the uncompressed file.
        lines: of the file; only the first ones are examined.
    """
    head = list(islice(lines, _HEAD_LINES))
    text = "\n".join(head)[:_HEAD_CHARS].lstrip()
    if not text.startswith("<") and any(_ENTRY.match(line) for line in head):
        return "PO"
    root = _ROOT.search(_COMMENT.sub("", text)) if text.startswith("<") else None
    if root is not None:
        return _by_root(*root.groups())
    return _BY_NAME.get(PurePath(name).suffix.lower())


def is_named_as_unit_file(name: str) -> bool:
    """Return whether a file's name alone identifies it as bilingual."""
    return PurePath(name).suffix.lower() in _BY_NAME


def is_unit_file(name: str) -> bool:
    """Return whether a file is bilingual, by the beginning of its content, else by its name.

    Standard input is peeked at as soon as any input has come. Other pipes are never bilingual
    files: peeking would consume their input.

    Raises:
        MissingExtraError: the file is compressed by Zstandard, which needs a package.
    """
    path = Path(name)
    try:
        if name == STANDARD_INPUT:
            stream = sys.stdin.buffer
            if not isinstance(stream, BufferedReader):  # replaced by the caller
                return False
            file = compressed.uncompressed(name, BufferedReader(BytesIO(stream.peek())))
            head = file.read1(_HEAD_BYTES)
        elif path.is_file():
            with path.open("rb") as opened:
                head = compressed.uncompressed(name, opened).read(_HEAD_BYTES)
        else:
            from .metrics_directory import is_metrics_directory  # slow to import

            return is_metrics_directory(name)
    except (OSError, InputError):  # reported when the whole file is read
        head = b""
    return format_name(uncompressed_name(name), _head_lines(name, head)) is not None


def _head_lines(name: str, head: bytes) -> list[str]:
    """Return the first lines of a file, decoded; the last character may be cut."""
    for end in range(len(head), max(len(head) - 4, -1), -1):
        try:
            return split_lines(decoded(name, head[:end]))
        except InputError:
            continue
    return []


def _by_root(prefix: str | None, name: str, attributes: str) -> FormatName | None:
    if name.lower() in _SETS:
        return "mteval SGML"
    if name == "xliff":  # the namespace has the version, whatever the prefix
        declared = f"xmlns:{prefix}" if prefix else "xmlns"
        space = re.search(rf"(?<!\S){declared}\s*=\s*[\"']([^\"']*)", attributes)
        version = _XLIFF.match(space[1] if space else "") or _VERSION.search(attributes)
        return "XLIFF 2" if version and version[1].startswith("2") else "XLIFF"
    if name == "tmx":
        return "TMX"
    return "WMT XML" if name in _DATASET else None


_BY_NAME: Final[Mapping[str, FormatName]] = {
    ".xlf": "XLIFF",
    ".xliff": "XLIFF",
    ".sdlxliff": "XLIFF",
    ".mxliff": "XLIFF",
    ".mqxliff": "XLIFF",
    ".tmx": "TMX",
    ".sgm": "mteval SGML",
    ".sgml": "mteval SGML",
    ".po": "PO",
    ".pot": "PO",
}
