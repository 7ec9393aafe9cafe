"""Read lines as the program does: invalid UTF-8 does not stop it.

Compressed files, which the program cannot read, are read as what they hold.
"""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from ...errors import InputError
from ...text.compressed import uncompressed

_UNDECODED: Final = re.compile("[\udc80-\udcff]")
_ENCODED_SURROGATE: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")
_REPLACEMENT: Final = "\ufffd".encode()


def file_lines(name: str) -> Iterator[str]:
    """Yield the lines of a file without line ends (LF, CR or both); a BOM is text.

    Invalid UTF-8 becomes U+FFFD; a warning on standard error names the first such line.

    Raises:
        InputError: the file cannot be opened or read.
    """
    try:
        with Path(name).open("rb") as file:
            yield from stream_lines(uncompressed(name, file), name)
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{name} does not exist") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{name!r} is not a file name: {error}") from None


def stream_lines(stream: BinaryIO, name: str) -> Iterator[str]:
    """Yield the lines of an open stream as they arrive, like ``file_lines``."""
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline=None)
    try:
        yield from _decoded(text, name)
    finally:
        text.detach()  # the stream is not its own to close


def count_lines(name: str) -> int | None:
    """Count the lines of a file; None for a pipe, which can be read only once."""
    if not Path(name).is_file():
        return None
    count, last = 0, b"\n"
    with Path(name).open("rb") as raw:
        file = uncompressed(name, raw)
        while block := file.read(1 << 20):
            if b"\r" in block or last == b"\r":
                return _count_slowly(name)
            count += block.count(b"\n")
            last = block[-1:]
    return count + (last != b"\n")


def as_java_decodes(data: bytes) -> str:
    """Decode UTF-8 as Java does: U+FFFD for each invalid sequence.

    An encoded surrogate, which is invalid UTF-8, becomes one U+FFFD; Python would make three.
    """
    return _ENCODED_SURROGATE.sub(_REPLACEMENT, data).decode("utf-8", "replace")


def _decoded(text: io.TextIOWrapper, name: str) -> Iterator[str]:
    warned = False
    for number, line in enumerate(text, 1):
        if line.isascii() or not _UNDECODED.search(line):
            yield line.removesuffix("\n")
            continue
        if not warned:
            _warn(name, number)
        warned = True
        yield as_java_decodes(line.encode("utf-8", "surrogateescape")).removesuffix("\n")


def _count_slowly(name: str) -> int:
    with Path(name).open("rb") as raw:
        text = io.TextIOWrapper(uncompressed(name, raw), "utf-8", errors="replace", newline=None)
        return sum(1 for _ in text)


def _warn(name: str, number: int) -> None:
    print(
        f"Warning: {name}:{number}: not UTF-8; read as U+FFFD, as METEOR 1.5 does, from here on",
        file=sys.stderr,
    )
