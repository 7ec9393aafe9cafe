"""Compile a paraphrase table into the file that ``layout.py`` describes.

The Python code runs without the kernel, whose twin is ``meteor15/paraphrases/compile.hpp``.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import IO, Final

from ...errors import InputError
from ...runtime.implementation import chosen_implementation
from .layout import NUMBER, Parts, write_index
from .table import PhraseRows, Progress, UnfinishedRowError, blocks_of, read_rows, spelled, words_of

_CODE_BYTES: Final = 3
"""Bytes of a word's number while phrases are sorted: enough for 16 million words."""

_ROOT: Final = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trie:
    """All phrases and their beginnings, breadth first.

    Attributes:
        words: the number of each node's last word, -1 for the root.
        first_children: where the children of each node begin, and the end of the last one's.
        nodes: the node of each line that is a phrase.
    """

    words: "array[int]"
    first_children: "array[int]"
    nodes: "array[int]"


def build_index(source: Path, destination: IO[bytes], *, identity: str, progress: Progress) -> None:
    """Compile a table: English in some seconds by the kernel, in half a minute by Python.

    It takes up to 0.8 GB of memory.

    Raises:
        InputError: the table ends in the middle of a row.
        ResourceError: the source cannot be read.
    """
    compiled = chosen_implementation().name == "compiled"
    compile_blocks = compile_in_kernel if compiled else compile_rows
    try:
        parts = compile_blocks(blocks_of(source, progress))
    except UnfinishedRowError as unfinished:
        raise InputError(
            f"{source} ends in the middle of row {unfinished.row}: a row has three lines, a "
            "probability, a phrase and a paraphrase; is the file cut off? Get it again"
        ) from None
    description = json.dumps({"source": str(source), "identity": identity}).encode()
    write_index(destination, description, parts)


def compile_in_kernel(blocks: Iterable[bytes]) -> Parts:
    """Compile as ``compile_rows`` does, but faster; the kernel must be installed."""
    from ..._kernel import PhraseTableBuilder

    builder = PhraseTableBuilder(spelled)
    for block in blocks:
        builder.feed(block)
    if builder.end():
        raise UnfinishedRowError(builder.rows + 1)
    return Parts(*builder.compile())


def compile_rows(blocks: Iterable[bytes]) -> Parts:
    """Compile a table.

    Args:
        blocks: the bytes of the table, cut anywhere.

    Raises:
        UnfinishedRowError: the table ends in the middle of a row.
    """
    rows = read_rows(blocks)
    spellings = _words(rows.lines)
    vocabulary = sorted(set(spellings.values()))
    ranks = {word: rank for rank, word in enumerate(vocabulary)}
    codes = {seen: ranks[word].to_bytes(_CODE_BYTES, "big") for seen, word in spellings.items()}
    trie = _build_trie(_encoded(rows.lines, codes))
    first_rows, targets = _group(rows, trie)
    return Parts(
        word_starts=array("i", accumulate(map(len, vocabulary), initial=0)),
        text=b"".join(vocabulary),
        roots=_roots(trie, len(vocabulary)),
        node_words=trie.words,
        places=_interleaved(trie.first_children, first_rows),
        targets=targets,
    )


def _words(lines: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return the valid UTF-8 spelling of each word; Java replaces invalid bytes."""
    seen: set[bytes] = set()
    for line in lines:
        seen.update(words_of(line))
    return {word: spelled(word) for word in seen}


def _encoded(lines: list[bytes], codes: dict[bytes, bytes]) -> list[bytes]:
    """Encode phrases by the codes of their words, which sort like the words.

    The list that is given is used up, so that its memory is free again.
    """
    code = codes.__getitem__
    for number, line in enumerate(lines):
        lines[number] = b"".join(map(code, words_of(line)))
    return lines


def _build_trie(phrases: Sequence[bytes]) -> _Trie:
    words = array("i", [-1])
    child_counts = [0]
    node_of: dict[bytes, int] = {b"": _ROOT}
    for level in _levels(phrases):
        child_counts += [0] * len(level)
        for phrase in level:
            child_counts[node_of[phrase[:-_CODE_BYTES]]] += 1
        words.extend([int.from_bytes(phrase[-_CODE_BYTES:], "big") for phrase in level])
        first = len(node_of)
        node_of.update(zip(level, range(first, first + len(level)), strict=True))
    return _Trie(
        words=words,
        first_children=array("i", accumulate(child_counts, initial=_ROOT + 1)),
        nodes=array("i", map(node_of.__getitem__, phrases)),
    )


def _levels(phrases: Iterable[bytes]) -> list[list[bytes]]:
    """Return all phrases and their prefixes by length, each length sorted.

    That is the order of the trie, breadth first.
    """
    levels: list[set[bytes]] = []
    for phrase in phrases:
        length = len(phrase) // _CODE_BYTES
        while len(levels) < length:
            levels.append(set())
        if length:
            levels[length - 1].add(phrase)
    for longer, shorter in pairwise(reversed(levels)):
        shorter.update([phrase[:-_CODE_BYTES] for phrase in longer])
    return [sorted(levels.pop(0)) for _ in range(len(levels))]  # each set is freed in turn


def _group(rows: PhraseRows, trie: _Trie) -> tuple["array[int]", "array[int]"]:
    """Return where the rows of each node begin, and the targets of all rows by node.

    Rows whose phrase has no words are left out: METEOR never finds them.
    """
    counts = [0] * len(trie.words)
    sources = array("i", map(trie.nodes.__getitem__, rows.sources))
    for source in sources:
        counts[source] += 1
    counts[_ROOT] = 0
    first_rows = array("i", accumulate(counts, initial=0))
    targets = array("i", bytes(NUMBER * first_rows[-1]))
    free = first_rows.tolist()
    for source, target in zip(sources, map(trie.nodes.__getitem__, rows.targets), strict=True):
        if source != _ROOT:
            targets[free[source]] = target
            free[source] += 1
    return first_rows, targets


def _roots(trie: _Trie, words: int) -> "array[int]":
    roots = array("i", [-1]) * words
    for node in range(_ROOT + 1, trie.first_children[_ROOT + 1]):
        roots[trie.words[node]] = node
    return roots


def _interleaved(first_children: "array[int]", first_rows: "array[int]") -> "array[int]":
    places = array("i", bytes(2 * NUMBER * len(first_children)))
    places[::2] = first_children
    places[1::2] = first_rows
    return places
