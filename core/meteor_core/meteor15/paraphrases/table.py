"""Read METEOR 1.5's paraphrase tables: compressed lines, three to a row.

A row is a probability, which METEOR does not use, a phrase and a paraphrase of it. Lines end as
Java's ``BufferedReader`` ends them, words as its ``StringTokenizer`` ends them.
"""

import gzip
import re
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from ...errors import ResourceError

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of bytes of the compressed file that have been read, and their total."""

_BLOCK_BYTES: Final = 1 << 20
_WORD: Final = re.compile(rb"[^ \t\n\r\f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseRows:
    """The rows of a table.

    Attributes:
        lines: each distinct line that is a phrase or a paraphrase, in the order of the file.
        sources: for each row the number of its phrase in ``lines``.
        targets: the same for its paraphrase.
    """

    lines: list[bytes]
    sources: "array[int]"
    targets: "array[int]"


class UnfinishedRowError(Exception):
    """A table ends in the middle of a row.

    Attributes:
        row: its number, from 1.
    """

    def __init__(self, row: int) -> None:
        """Create the error for a row."""
        super().__init__(f"row {row} is not whole")
        self.row: Final = row


def blocks_of(source: Path, progress: Progress) -> Iterator[bytes]:
    """Yield the bytes of a compressed table, block by block.

    Raises:
        ResourceError: the file cannot be read.
    """
    try:
        size = source.stat().st_size
        with source.open("rb") as compressed, gzip.open(compressed) as file:
            while block := file.read(_BLOCK_BYTES):
                yield block
                progress(compressed.tell(), size)
    except (OSError, EOFError, zlib.error) as error:
        raise ResourceError(
            f"{source} cannot be read as a paraphrase table: {error}; it is a file such as "
            "paraphrase-en.gz of METEOR 1.5, compressed by gzip; get it again"
        ) from error


def read_rows(blocks: Iterable[bytes]) -> PhraseRows:
    """Read the rows of a table.

    Args:
        blocks: its bytes, cut anywhere.

    Raises:
        UnfinishedRowError: the table ends in the middle of a row.
    """
    numbers: dict[bytes, int] = {}
    sources, targets = array("i"), array("i")
    kept: list[bytes] = []  # lines of a row whose end is in the next block
    for block in _blocks_of_lines(blocks):
        lines = kept + block
        end = len(lines) - len(lines) % 3
        kept = lines[end:]
        sources.extend([numbers.setdefault(line, len(numbers)) for line in lines[1:end:3]])
        targets.extend([numbers.setdefault(line, len(numbers)) for line in lines[2:end:3]])
    if kept:
        raise UnfinishedRowError(len(sources) + 1)
    return PhraseRows(lines=list(numbers), sources=sources, targets=targets)


def words_of(line: bytes) -> list[bytes]:
    """Return the words of a phrase."""
    # To Java a vertical tab is part of a word.
    return _WORD.findall(line) if b"\v" in line else line.split()


def spelled(word: bytes) -> bytes:
    """Return a word in valid UTF-8, with invalid bytes replaced as Java does."""
    return word.decode("utf-8", "replace").encode()


def _blocks_of_lines(blocks: Iterable[bytes]) -> Iterator[list[bytes]]:
    rest = b""
    for block in blocks:
        text = rest + block
        end = text.rfind(b"\n") + 1
        yield text[:end].splitlines()
        rest = text[end:]
    yield rest.splitlines()
