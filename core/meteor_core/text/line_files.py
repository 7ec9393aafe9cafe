"""Line-aligned text files: one segment a line.

A line ends with LF, CR LF or CR, as in language servers and in METEOR's own reader; no other
character ends one. Bytes are UTF-8, with or without a byte order mark; compressed or not.

Files are read in blocks of many lines, because a step of Python for each line would take longer
than its score.
"""

import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import Final, cast

from ..errors import InputError, InputTypeError
from .compressed import uncompressed
from .utf8_lines import Utf8Lines, count_lines, first_lines

STANDARD_INPUT: Final = "-"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")

_BLOCK: Final = 1 << 18
"""Bytes; some 2,000 lines of news."""

_IDLE_SECONDS: Final = 0.05
"""Seconds without anything to read after which a stream counts as idle. A program that writes
without a break is never idle for so long; a person does not notice it."""


def read_segments(name: str, *, is_binary: bool = False) -> Iterator[str]:
    """Yield the segments of a file, or of standard input for ``-``, reading as needed.

    Args:
        name: of the file.
        is_binary: whether compressed data are binary: a few of their bytes may expand to more
            than fits into memory, where all segments are held.

    Raises:
        InputError: the file cannot be read, or a line is not UTF-8.
    """
    return chain.from_iterable(read_blocks(name, is_binary=is_binary))


def read_blocks(name: str, *, is_binary: bool = False) -> Iterator[Utf8Lines]:
    """Yield the segments of a file, those of a block of the file together.

    A block of a pipe or a terminal holds the lines that have come so far. When the stream is
    idle, a block without lines is yielded before waiting for the next one.

    Args:
        name: of the file.
        is_binary: see ``read_segments``.

    Raises:
        InputError: the file cannot be read, or a line is not UTF-8; the lines before it are
            yielded first.
    """
    before = 0
    for data in _whole_lines(name, is_binary=is_binary):
        count = count_lines(data)
        if count is None:
            lines, error = _before_fault(name, data, before=before)
            yield lines
            raise error
        before += count
        yield Utf8Lines(data, count)


class LineReader:
    """The segments of a file, in blocks of a requested size."""

    def __init__(self, name: str) -> None:
        """Begin to read a file; see ``read_blocks`` for the errors of ``take``."""
        self._blocks = read_blocks(name)
        self._data = b""
        self._start = 0

    def take(self, count: int) -> Utf8Lines:
        """Return so many lines, or those that are left."""
        parts: list[bytes | memoryview] = []
        missing = count
        while missing and self._has_more():
            end, found = first_lines(self._data, self._start, missing)
            parts.append(memoryview(self._data)[self._start : end])
            self._start = end
            missing -= found
        return Utf8Lines(b"".join(parts), count - missing)

    def _has_more(self) -> bool:
        """Return whether lines are left, and read some if needed."""
        while self._start == len(self._data):
            block = next(self._blocks, None)
            if block is None:
                return False
            self._data, self._start = block.data, 0
        return True


def count_segments(name: str) -> int:
    """Count the segments of a file. The whole file is read and checked.

    Raises:
        InputError: the file cannot be read, or a line is not UTF-8.
    """
    return sum(map(len, read_blocks(name)))


def require_equal_length(names: Sequence[str], *, jobs: int = 1) -> int | None:
    """Read the files once and compare their numbers of lines, before any work is done.

    Returns:
        The number of segments, or None when a file is a stream that can be read only once.

    Raises:
        InputError: the numbers differ, a file cannot be read, or there is nothing to score.
    """
    if names.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) can stand for one file only")
    counts = _counts([name for name in names if not is_stream(name)], jobs)
    if not counts:
        return None
    shortest = min(counts, key=lambda name: counts[name])
    longest = max(counts, key=lambda name: counts[name])
    if counts[shortest] != counts[longest]:
        raise InputError(
            f"{longest} has {counts[longest]:,} lines, but {shortest} has {counts[shortest]:,}; "
            f"line {counts[shortest] + 1:,} of {longest} has no partner. The files must be "
            "aligned line by line"
        )
    if not counts[longest]:
        raise InputError(f"{longest} is empty: there is no segment to score")
    return counts[longest] if len(counts) == len(names) else None


def _counts(names: Sequence[str], jobs: int) -> dict[str, int]:
    """Count the segments of each file; an error is that of the first file that has one."""
    if jobs == 1 or len(names) < 2:
        return {name: count_segments(name) for name in names}
    from concurrent.futures import ThreadPoolExecutor  # one job needs no pools

    with ThreadPoolExecutor(min(jobs, len(names))) as pool:
        return dict(zip(names, pool.map(count_segments, names), strict=True))


def is_stream(name: str) -> bool:
    """Return whether a name is standard input, a pipe or a device, which can be read only once."""
    if name == STANDARD_INPUT:
        return True
    path = Path(name)
    return path.exists() and not path.is_file() and not path.is_dir()


def file_name(name: object) -> str:
    """Return the name of a file that a caller gave as a string or a path.

    Raises:
        InputTypeError: it is neither.
    """
    path = fspath(name) if isinstance(name, PathLike) else name
    if not isinstance(path, str):
        raise InputTypeError(
            f"the name of a file must be a string or a path, not {type(path).__name__}"
        )
    return path


def shown_name(name: str) -> str:
    """Return the name of a file in messages."""
    return "standard input" if name == STANDARD_INPUT else name


@contextmanager
def _opened(name: str) -> Iterator[BufferedReader]:
    if name == STANDARD_INPUT:
        yield cast("BufferedReader", sys.stdin.buffer)
        return
    with _open(name) as file:
        yield file


def _open(name: str) -> BufferedReader:
    try:
        return Path(name).open("rb")
    except IsADirectoryError:
        raise InputError(f"{name} is a directory; give a text file, one segment a line") from None
    except FileNotFoundError:
        raise InputError(f"{name} does not exist") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{name!r} is not a file name: {error}") from None


def _before_fault(name: str, data: bytes, *, before: int) -> tuple[Utf8Lines, InputError]:
    """Return the lines before the first that is invalid UTF-8, and the error."""
    fault = _first_fault(data)
    start = data.rfind(b"\n", 0, fault) + 1
    count = data.count(b"\n", 0, start)
    return Utf8Lines(data[:start], count), InputError(
        f"{shown_name(name)}:{before + count + 1}: byte {fault - start + 1} of the line "
        f"(0x{data[fault]:02x}) is not UTF-8; convert the file, for example with "
        "iconv -f LATIN1 -t UTF-8"
    )


def _first_fault(data: bytes) -> int:
    """Return which byte is the first that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    raise ValueError("all bytes are UTF-8")


def _whole_lines(name: str, *, is_binary: bool) -> Iterator[bytes]:
    """Yield the bytes of whole lines, without a byte order mark; none if a stream is idle."""
    first = True
    with _opened(name) as opened:
        file = opened if is_binary else uncompressed(shown_name(name), opened)
        for data in _blocks_of_lines(file):
            if first and data.startswith(_UTF_16_MARKS):
                raise InputError(
                    f"{shown_name(name)} is UTF-16; convert it first: "
                    f"iconv -f UTF-16 -t UTF-8 {name}"
                )
            yield _with_lf(data.removeprefix(_BYTE_ORDER_MARK) if first else data)
            first = first and not data


def _with_lf(data: bytes) -> bytes:
    if b"\r" in data:
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return data


def _blocks_of_lines(file: BufferedReader) -> Iterator[bytes]:
    """Yield the bytes of a file, cut after line ends; empty bytes if it is idle."""
    begun: list[bytes] = []  # of a line longer than a block
    held = b""
    for arrived in _arrivals(file):
        if not arrived:
            yield b""
            continue
        data = held + arrived
        held = b"\r" if data.endswith(b"\r") else b""  # an LF that follows belongs to it
        data = data.removesuffix(held)
        end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        if end:
            yield b"".join((*begun, memoryview(data)[:end]))
            begun = []
        begun.append(data[end:])
    if rest := b"".join((*begun, held)):
        yield rest if held else rest + b"\n"


def _arrivals(file: BufferedReader) -> Iterator[bytes]:
    """Yield bytes as soon as they come; empty bytes if the stream is idle."""
    while data := file.read1(_BLOCK):
        yield data
        if not _is_ready(file):
            yield b""


def _is_ready(file: BufferedReader) -> bool:
    """Return whether bytes or the end of the file can be read within a moment."""
    try:
        ready, _, _ = select.select([file], [], [], _IDLE_SECONDS)
    except (OSError, ValueError):  # no descriptor; on Windows, anything but a socket
        return True
    return bool(ready)
