"""Compressed files: gzip, xz and Zstandard, read and written as streams.

The first bytes of a file determine its compression when it is read, its name when it is written. A
file may be made of several compressed parts, one after the other, as the formats allow.

Memory is bounded, whatever a file claims: a few bytes may expand to gigabytes.
"""

import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from pathlib import PurePath
from typing import IO, Any, Final, Protocol

from ..errors import InputError, missing_extra

GZIP, XZ, ZSTANDARD = ".gz", ".xz", ".zst"
ENDINGS: Final = (GZIP, XZ, ZSTANDARD)
"""Extensions of compressed files."""

_MARKS: Final = {b"\x1f\x8b": GZIP, b"\xfd7zXZ\x00": XZ, b"\x28\xb5\x2f\xfd": ZSTANDARD}
_SKIPPED: Final = b"\x2a\x4d\x18"
"""First bytes, after one of 0x50 to 0x5f, of a skippable frame of Zstandard."""

_AT_ONCE: Final = 1 << 18
"""Bytes that are uncompressed at a time."""

_READ: Final = 1 << 16

_ZSTANDARD_STEP: Final = 1 << 8
"""Bytes given to Zstandard at a time, which makes of 4 bytes at most 128 KB."""

_XZ_MEMORY: Final = 1 << 28
"""Bytes that xz may need; its strongest preset needs a quarter of it."""


def uncompressed_name(name: str) -> str:
    """Return the name of a file without the ending of its compression."""
    path = PurePath(name)
    return str(path.with_suffix("")) if path.suffix.lower() in ENDINGS else name


def uncompressed(name: str, file: io.BufferedReader) -> io.BufferedReader:
    """Return the content of a file: the file itself, if it is not compressed.

    Reading raises InputError where the file is damaged or ends early.

    Raises:
        MissingExtraError: it is compressed by Zstandard, which needs a package.
    """
    kind = _kind(file.peek(8))
    if kind is None:
        return file
    return io.BufferedReader(_Uncompressed(name, file, kind), _AT_ONCE)


def compressing(name: str, file: IO[bytes]) -> io.BufferedIOBase | IO[bytes]:
    """Return what writes to a file, compressed as its name says, or the file itself.

    The result is to be closed before the file is. The output depends on the text alone: it
    holds neither a name nor a time.

    Raises:
        MissingExtraError: the name asks for Zstandard, which needs a package.
    """
    ending = PurePath(name).suffix.lower()
    if ending == GZIP:
        return gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)
    if ending == XZ:
        return lzma.LZMAFile(file, "wb")
    if ending == ZSTANDARD:
        writer: IO[bytes] = _zstandard().ZstdCompressor().stream_writer(file, closefd=False)
        return writer
    return file


class _Decompressor(Protocol):
    """Uncompresses one part of a file."""

    @property
    def eof(self) -> bool:
        """Return whether the end of the part was reached."""
        ...

    @property
    def unused_data(self) -> bytes:
        """Return the input behind that end."""
        ...

    @property
    def needs_input(self) -> bool:
        """Return whether more output needs more input."""
        ...

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Add input, and return at most so many bytes of output."""
        ...


class _Uncompressed(io.RawIOBase):
    """The decompressed content of a file."""

    def __init__(self, name: str, file: io.BufferedReader, kind: str) -> None:
        self._name = name
        self._file = file
        self._kind = kind
        self._part: _Decompressor | None = _DECOMPRESSORS[kind]()
        self._given = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the compressed file, to wait for."""
        return self._file.fileno()

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer as far as the bytes that have come allow; 0 at the end."""
        try:
            data = self._read(len(buffer))
        except (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError) as error:
            raise InputError(f"{self._name} cannot be uncompressed: {error}") from None
        buffer[: len(data)] = data
        return len(data)

    def _read(self, most: int) -> bytes:
        while self._part is not None:
            if self._part.needs_input and not self._given:
                self._given = self._file.read1(_READ)
                if not self._given:
                    raise EOFError("it ends too early")
            given, self._given = self._given, b""
            data = self._part.decompress(given, most)
            if self._part.eof:
                self._next_part(self._part.unused_data)
            if data:
                return data
        return b""

    def _next_part(self, rest: bytes) -> None:
        """Go on to the next part of the file, if it has one; zeros may fill it up."""
        rest = rest.lstrip(b"\0")
        while len(rest) < 8 and (more := self._file.read1(_READ)):
            rest = (rest + more).lstrip(b"\0")
        if rest and _kind(rest) != self._kind:
            raise ValueError("something else follows the compressed content")
        self._part = _DECOMPRESSORS[self._kind]() if rest else None
        self._given = rest


class _Gzip:
    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    def decompress(self, data: bytes, most: int) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, most)


class _Zstandard:
    def __init__(self) -> None:
        self._errors = _zstandard().ZstdError
        self._stream = _zstandard().ZstdDecompressor().decompressobj()
        self._left = b""
        self._made = b""

    @property
    def eof(self) -> bool:
        return bool(self._stream.eof) and not self._made

    @property
    def unused_data(self) -> bytes:
        return bytes(self._stream.unused_data) + self._left

    @property
    def needs_input(self) -> bool:
        return not self._left and not self._made

    def decompress(self, data: bytes, most: int) -> bytes:
        self._left += data
        start = 0
        try:
            while not self._made and start < len(self._left) and not self._stream.eof:
                step = self._left[start : start + _ZSTANDARD_STEP]
                start += len(step)
                self._made = self._stream.decompress(step)
        except self._errors as error:
            raise ValueError(str(error)) from None
        self._left = self._left[start:]
        made, self._made = self._made[:most], self._made[most:]
        return made


def _xz() -> _Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)


_DECOMPRESSORS: Final[dict[str, Callable[[], _Decompressor]]] = {
    GZIP: _Gzip,
    XZ: _xz,
    ZSTANDARD: _Zstandard,
}


def _kind(head: bytes) -> str | None:
    if head[1:4] == _SKIPPED and 0x50 <= head[0] <= 0x5F:
        return ZSTANDARD
    return next((kind for mark, kind in _MARKS.items() if head.startswith(mark)), None)


def _zstandard() -> Any:
    try:
        import zstandard  # an extra: few files need it
    except ImportError:
        raise missing_extra("files compressed by Zstandard need", "zstandard", "files") from None
    return zstandard
