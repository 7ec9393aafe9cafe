"""Look up phrases of one row of words that have a paraphrase in another.

The kernel's twin is ``meteor15/paraphrases/index.hpp``. The file is memory-mapped, so opening it is
instant, all processes share its memory, and only the pages in use are read.
"""

import json
import mmap
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeAlias

from ...errors import ResourceError
from ...search.spans.links import MOST_CANDIDATES
from .layout import NUMBER, Counts, unpack_head

PhraseMatch: TypeAlias = tuple[int, int, int, int]
"""Where a phrase begins and how many words it has; the same of its paraphrase."""

_ROOT: Final = 0


class IndexIdentity(NamedTuple):
    """The source of a compiled table: the name of the file, and its fingerprint."""

    source: str
    identity: str


class ParaphraseIndex:
    """A compiled table, safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """Open a file that ``build_index`` made.

        Raises:
            ResourceError: it cannot be opened, or is not such a file, or is damaged.
        """
        self.path: Final = path
        self._mapped: Final = map_index(path)
        self._bytes: Final = memoryview(self._mapped)
        try:
            self._counts: Final = _checked_counts(self._bytes)
            self._identity: Final = _identity(self._bytes, self._counts)
        except ValueError as error:
            self._bytes.release()
            self._mapped.close()
            raise unusable(path, str(error)) from None
        bounds = [NUMBER * bound for bound in accumulate(self._counts.sizes(), initial=0)]
        self._text: Final = self._bytes[bounds[3] : bounds[3] + self._counts.text]
        self._word_starts: Final = self._bytes[bounds[2] : bounds[3]].cast("i")
        self._roots: Final = self._bytes[bounds[4] : bounds[5]].cast("i")
        self._node_words: Final = self._bytes[bounds[5] : bounds[6]].cast("i")
        self._places: Final = self._bytes[bounds[6] : bounds[7]].cast("i")
        self._targets: Final = self._bytes[bounds[7] :].cast("i")

    @property
    def source(self) -> str:
        """The name of the table that this was made from, when it was made."""
        return self._identity.source

    @property
    def identity(self) -> str:
        """The fingerprint of the table that this was made from."""
        return self._identity.identity

    @property
    def rows(self) -> int:
        """The number of rows of the table."""
        return self._counts.rows

    def word_numbers(self, words: Sequence[str]) -> list[int]:
        """Return the number of each word, -1 if no phrase has it."""
        return [self.word_number(word) for word in words]

    def word_number(self, word: str) -> int:
        """Return the number of a word, or -1 if no phrase has it."""
        wanted = word.encode("utf-8", "surrogatepass")
        low, high = 0, self._counts.words
        while low < high:
            middle = (low + high) // 2
            if self._word(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < self._counts.words and self._word(low) == wanted else -1

    def matches(self, sources: Sequence[int], targets: Sequence[int]) -> list[PhraseMatch]:
        """Return every place where a phrase of one row has a paraphrase in the other.

        Args:
            sources: a row of words by number; -1 is a word that the table does not know.
            targets: the other row, in which the paraphrases are looked for.

        Returns:
            Matches by start and length of the phrase, then by row of the table and start of the
            paraphrase. A paraphrase of no words is found before each word, as METEOR finds it.
            The list ends after more than ``MOST_CANDIDATES``, which no caller accepts.

        Raises:
            ResourceError: the file is damaged.
        """
        places = self._places_of_phrases(targets)
        is_there = places.__contains__
        found: list[PhraseMatch] = []
        for start in range(len(sources)):
            for length, phrase in enumerate(self._phrases_from(sources, start), 1):
                rows = self._targets_of(phrase)
                for target in filter(is_there, rows):
                    found += [(start, length, *place) for place in places[target]]
                    if len(found) > MOST_CANDIDATES:
                        return found
        return found

    def close(self) -> None:
        """Release the memory. The index cannot be used any more."""
        views = (self._text, self._word_starts, self._roots, self._node_words, self._places)
        for view in (*views, self._targets, self._bytes):
            view.release()
        self._mapped.close()

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        return type(self), (self.path,)  # a worker process maps the same file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _word(self, number: int) -> bytes:
        return bytes(self._text[self._word_starts[number] : self._word_starts[number + 1]])

    def _places_of_phrases(self, row: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
        """Return start and length of each place of each phrase in the row."""
        places: dict[int, list[tuple[int, int]]] = {
            _ROOT: [(start, 0) for start in range(len(row))]
        }
        for start in range(len(row)):
            for length, phrase in enumerate(self._phrases_from(row, start), 1):
                places.setdefault(phrase, []).append((start, length))
        return places

    def _phrases_from(self, row: Sequence[int], start: int) -> Iterator[int]:
        """Yield the phrases that begin there, in order of length."""
        phrase = self._root_of(row[start])
        position = start + 1
        while phrase >= 0:
            yield phrase
            if position == len(row):
                return
            phrase = self._child_of(phrase, row[position])
            position += 1

    def _root_of(self, word: int) -> int:
        if not 0 <= word < self._counts.words:
            return -1
        phrase = self._roots[word]
        if not -1 <= phrase < self._counts.nodes:
            raise self._damaged()
        return phrase

    def _child_of(self, phrase: int, word: int) -> int:
        low, end = self._places[2 * phrase], self._places[2 * phrase + 2]
        if not 0 <= low <= end <= self._counts.nodes:
            raise self._damaged()
        high = end
        while low < high:
            middle = (low + high) // 2
            if self._node_words[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low if low < end and self._node_words[low] == word else -1

    def _targets_of(self, phrase: int) -> "memoryview[int]":
        first, end = self._places[2 * phrase + 1], self._places[2 * phrase + 3]
        if not 0 <= first <= end <= self._counts.rows:
            raise self._damaged()
        return self._targets[first:end]

    def _damaged(self) -> ResourceError:
        return unusable(self.path, "its content is damaged")


def map_index(path: Path) -> mmap.mmap:
    """Map the bytes of a compiled table into memory.

    Raises:
        ResourceError: it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # an empty file is a ValueError
        raise unusable(path, str(error)) from error


def unusable(path: Path, defect: str) -> ResourceError:
    """Return the error for a compiled table that cannot be used."""
    return ResourceError(
        f"the compiled paraphrase table {path} cannot be used: {defect}; remove it, for example by "
        "'meteorscope paraphrases remove', and it is made anew when it is needed"
    )


def _checked_counts(content: "memoryview[int]") -> Counts:
    counts = unpack_head(bytes(content[:64]))
    if len(content) != NUMBER * sum(counts.sizes()):
        raise ValueError("it is cut off or has something behind its end")
    return counts


def _identity(content: "memoryview[int]", counts: Counts) -> IndexIdentity:
    start = NUMBER * counts.sizes()[0]
    try:
        description = json.loads(bytes(content[start : start + counts.description]))
        return IndexIdentity(str(description["source"]), str(description["identity"]))
    except (ValueError, TypeError, KeyError):
        raise ValueError("its description is damaged") from None
