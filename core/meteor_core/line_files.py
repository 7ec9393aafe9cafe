"""Line-aligned text files: one segment a line.

A line ends with LF, CR LF or CR, as in language servers and in METEOR's own reader; no other
character ends one. Bytes are UTF-8, with or without a byte order mark.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from .errors import InputError

STANDARD_INPUT: Final = "-"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def read_segments(name: str) -> Iterator[str]:
    """The segments of a file, or of standard input for ``-``, read as they are asked for.

    Raises:
        InputError: the file cannot be read, or a line is not UTF-8.
    """
    if name == STANDARD_INPUT:
        yield from _segments("standard input", sys.stdin.buffer)
        return
    with _open(name) as file:
        yield from _segments(name, file)


def require_equal_length(names: Sequence[str]) -> int | None:
    """Read the files once and compare their numbers of lines, before any work is done.

    Returns:
        The number of segments, or None when a file is a stream that can be read only once.

    Raises:
        InputError: the numbers differ, a file cannot be read, or there is nothing to score.
    """
    if names.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) can stand for one file only")
    counts = {name: _count(name) for name in names if _can_be_read_twice(name)}
    if not counts:
        return None
    shortest = min(counts, key=lambda name: counts[name])
    longest = max(counts, key=lambda name: counts[name])
    if counts[shortest] != counts[longest]:
        raise InputError(
            f"{longest} has {counts[longest]:,} lines, but {shortest} has {counts[shortest]:,}; "
            f"line {counts[shortest] + 1:,} of {longest} has no partner. The files have to be "
            "aligned line by line"
        )
    if not counts[longest]:
        raise InputError(f"{longest} is empty: there is no segment to score")
    return counts[longest] if len(counts) == len(names) else None


def _can_be_read_twice(name: str) -> bool:
    if name == STANDARD_INPUT:
        return False
    path = Path(name)
    return path.is_file() or not path.exists() or path.is_dir()  # the last two fail on opening


def _count(name: str) -> int:
    return sum(1 for _ in read_segments(name))


def _open(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except IsADirectoryError:
        raise InputError(f"{name} is a directory; give a text file, one segment a line") from None
    except FileNotFoundError:
        raise InputError(f"{name} does not exist") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{name!r} is no file name: {error}") from None


def _segments(name: str, file: BinaryIO) -> Iterator[str]:
    number = 0
    for raw in file:
        line = raw.removesuffix(b"\n").removesuffix(b"\r")
        if number == 0:
            if line.startswith(_UTF_16_MARKS):
                raise InputError(
                    f"{name} is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8 {name}"
                )
            line = line.removeprefix(_BYTE_ORDER_MARK)
        for part in line.split(b"\r"):
            number += 1
            yield _decode(name, number, part)


def _decode(name: str, number: int, line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}:{number}: byte {error.start + 1} of the line (0x{line[error.start]:02x}) is "
            "not UTF-8; convert the file, for example with iconv -f LATIN1 -t UTF-8"
        ) from None
