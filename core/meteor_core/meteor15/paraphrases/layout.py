"""Define the file of a compiled paraphrase table: its parts and their places.

All numbers are 32-bit integers in the machine's own order of bytes: the file is a cache of the
machine that made it. A *phrase* is a node of one trie over the phrases of both sides. Nodes are
numbered breadth first, the root, which is the phrase of no words, with 0. So the children of a node
are consecutive; they are sorted by their words.

1. head: ``MAGIC``, ``VERSION``, then the numbers of ``Counts``
2. description: JSON; which table this was made from
3. word starts: where each word begins in the text of words, and the end of the last
4. text of words: sorted UTF-8; the number of a word is its rank
5. roots: the node of each word as a phrase of its own, or -1
6. node words: the last word of each node; -1 for the root
7. places: for each node its first child and its first row, in turn; and the ends of the last
8. targets: the node of each row's paraphrase; rows of one phrase are in the table's order

Texts are filled up with zeros to whole numbers. The kernel reads the same
file (``meteor15/paraphrases/index.cpp``).
"""

import struct
from array import array
from dataclasses import astuple, dataclass
from typing import IO, Final, NamedTuple, TypeAlias

MAGIC: Final = b"METEORPH"
VERSION: Final = 1
NUMBER: Final = 4
"""Bytes of a number."""

HEAD: Final = struct.Struct("=8s6i")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The sizes of the parts of a compiled table.

    Attributes:
        description: bytes of the description.
        text: bytes of the words.
        words: distinct words.
        nodes: nodes of the trie, the root included.
        rows: rows of the table whose phrase has a word at least.
    """

    description: int
    text: int
    words: int
    nodes: int
    rows: int

    def sizes(self) -> tuple[int, ...]:
        """Return how many numbers each part takes, the head first, in the order of the file."""
        return (
            HEAD.size // NUMBER,
            filled(self.description) // NUMBER,
            self.words + 1,
            filled(self.text) // NUMBER,
            self.words,
            self.nodes,
            2 * (self.nodes + 1),
            self.rows,
        )


Numbers: TypeAlias = "array[int] | bytes"
"""Numbers as Python counted them, or as they came from the kernel."""


class Parts(NamedTuple):
    """The parts that are made from the lines of a table: 3 to 8, in the order of the file."""

    word_starts: Numbers
    text: bytes
    roots: Numbers
    node_words: Numbers
    places: Numbers
    targets: Numbers


def filled(size: int) -> int:
    """Return a number of bytes, rounded up to whole numbers of the file."""
    return -(-size // NUMBER) * NUMBER


def write_index(destination: IO[bytes], description: bytes, parts: Parts) -> None:
    """Write a compiled table."""
    counts = Counts(
        description=len(description),
        text=len(parts.text),
        words=_length(parts.roots),
        nodes=_length(parts.node_words),
        rows=_length(parts.targets),
    )
    content = (description, *parts)
    destination.write(HEAD.pack(MAGIC, VERSION, *astuple(counts)))
    for part in content:
        size = memoryview(part).nbytes
        destination.write(part)
        destination.write(bytes(filled(size) - size))


def _length(numbers: Numbers) -> int:
    return memoryview(numbers).nbytes // NUMBER


def unpack_head(head: bytes) -> Counts:
    """Return the counts in the head of a file.

    Raises:
        ValueError: it is not such a file, or of another version, or of another kind of machine.
    """
    if len(head) < HEAD.size:
        raise ValueError("too short")
    magic, version, description, text, words, nodes, rows = HEAD.unpack_from(head)
    if magic != MAGIC:
        raise ValueError("not a compiled paraphrase table")
    if version != VERSION:
        raise ValueError(f"of format {version}, not {VERSION}")
    if min(description, text, words, rows) < 0 or nodes < 1:
        raise ValueError("its head is damaged")
    return Counts(description=description, text=text, words=words, nodes=nodes, rows=rows)
