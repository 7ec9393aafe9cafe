"""WordNet 3.0's synonym sets and morphology, from one file in the package.

The file is mapped into memory at the first look-up, once per process: only pages that are used are
read, and processes share it. It is safe to use from any thread. ``scripts/build_wordnet.py`` makes
it and describes its format.
"""

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...runtime import forks
from ...runtime.implementation import chosen_implementation
from .synset_index import SynsetIndex, SynsetLists

if TYPE_CHECKING:
    from ... import _kernel

VERSION: Final = "3.0"
PARTS_OF_SPEECH: Final = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Synset:
    """A set of words that share a sense.

    Attributes:
        identifier: WordNet's 8-digit offset and the part of speech, "07527352n"; for a word
            that has a sense all to itself, the word and the part of speech, "goose.n".
        part_of_speech: n, v, a or r.
        words: its lemmas of one word, in WordNet's spelling and order.
    """

    identifier: str
    part_of_speech: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        kind = PARTS_OF_SPEECH[self.part_of_speech]
        return f"{', '.join(self.words)} ({kind}, WordNet {VERSION} {self.identifier})"


class WordNet:
    """The synonym sets of one WordNet. Use ``wordnet()`` for the one that ships.

    Attributes:
        index: of words in lower case; the kernel's, where that computes.
    """

    def __init__(self, content: bytes | mmap) -> None:
        """Wrap the content of a data file (see ``scripts/build_wordnet.py``).

        Raises:
            ValueError: it is not such a file.
        """
        self.index: Final = _index_class()(content)

    def synsets(self, word: str) -> list[Synset]:
        """Return every synset of every base form of ``word``, in any part of speech."""
        return [_parse(self.index.row(number)) for number in self.synset_numbers([word])[1]]

    def synset_numbers(self, words: Sequence[str]) -> SynsetLists:
        """Return the number of synsets of each word, and the synsets' numbers, end to end."""
        return self.index.synsets_of([word.lower() for word in words])


def _index_class() -> "type[SynsetIndex | _kernel.SynsetIndex]":
    if chosen_implementation().name == "python":
        return SynsetIndex
    from ... import _kernel

    return _kernel.SynsetIndex


def _parse(row: str) -> Synset:
    identifier, _, lemmas = row.partition("|")[0].partition(" ")
    words = tuple(lemmas.split(" "))
    return Synset(identifier=identifier, part_of_speech=identifier[-1], words=words)


_loaded: WordNet | None = None
_loading: Final = forks.Lock()


def wordnet() -> WordNet:
    """Return the WordNet of this package, loaded at the first call."""
    global _loaded  # noqa: PLW0603  # the one place that fills this cache, under a lock
    if _loaded is None:
        with _loading:
            if _loaded is None:
                _loaded = WordNet(_content())
    return _loaded


def _content() -> bytes | mmap:
    data = Path(__file__).parent / "data" / f"wordnet-{VERSION}.index"
    with data.open("rb") as file:
        content = mmap(file.fileno(), 0, access=ACCESS_READ)
    return content if sys.byteorder == "little" else with_numbers_turned(content)


def with_numbers_turned(content: bytes | mmap) -> bytes:
    """Return a data file's content for machines that have the greatest byte of a number first."""
    magic, size_of_text = slice(0, 8), int.from_bytes(content[24:28], "little")
    end = len(content) - size_of_text
    numbers = array("I", content[magic.stop : end])
    numbers.byteswap()
    return content[magic] + numbers.tobytes() + content[end:]
