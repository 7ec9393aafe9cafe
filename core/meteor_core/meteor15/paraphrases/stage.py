"""Match phrases that METEOR 1.5's table lists as paraphrases."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from ...runtime.implementation import chosen_implementation
from ...words.stages import KeyLists, KeyNumbers
from .cache import is_compiled, open_paraphrases
from .index import ParaphraseIndex
from .table import Progress

if TYPE_CHECKING:  # there is no kernel everywhere
    from ... import _kernel


class PhrasesOnDemand:
    """The paraphrases of a table, opened and compiled on demand.

    The table stays open: finding it in the cache takes longer than looking up a word.
    """

    __slots__ = ("_opened", "source")

    def __init__(self, source: Path) -> None:
        """Refer to a table, which is opened later."""
        self.source: Final = source
        self._opened: ParaphraseIndex | None = None

    def __eq__(self, other: object) -> bool:
        """Whether they are of the same table."""
        return isinstance(other, PhrasesOnDemand) and self.source == other.source

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        return type(self), (self.source,)

    @property
    def index(self) -> ParaphraseIndex:
        """The opened table.

        Raises:
            ResourceError: it cannot be read, or its compiled form cannot be kept.
        """
        if self._opened is None:
            self._opened = open_paraphrases(self.source)
        return self._opened

    @property
    def is_compiled(self) -> bool:
        """Whether the table is compiled already."""
        return self._opened is not None or is_compiled(self.source)

    def compile(self, progress: Progress | None = None) -> None:
        """Compile the table unless it is compiled already."""
        self._opened = open_paraphrases(self.source, progress=progress)

    def word_numbers(self, words: Sequence[str]) -> list[int]:
        """Return the number of each word in the table, -1 for unknown ones."""
        return self._table().word_numbers(list(words))

    def matches(
        self, sources: Sequence[int], targets: Sequence[int]
    ) -> list[tuple[int, int, int, int]]:
        """Return every place where a phrase of one row has a paraphrase in the other."""
        return self._table().matches(sources, targets)

    def kernel_table(self) -> "_kernel.PhraseTable":
        """Return the table for the compiled kernel, which must be installed."""
        return _kernel_table(self.index.path)

    def _table(self) -> "ParaphraseIndex | _kernel.PhraseTable":
        compiled = chosen_implementation().name == "compiled"
        return self.kernel_table() if compiled else self.index


@cache
def _kernel_table(path: Path) -> "_kernel.PhraseTable":
    from ... import _kernel

    return _kernel.PhraseTable(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParaphraseStage:
    """A word's only key is its number in the table; what matches is decided by phrases.

    Attributes:
        language: code of the table's language.
        phrases: the table's paraphrases.
        identity: the table's fingerprint; see ``cache.identity_of``.
    """

    language: str
    phrases: PhrasesOnDemand = field(repr=False)
    identity: str
    name: str = "paraphrase"

    @property
    def resource(self) -> str:
        """The table, for signatures: its language, and the beginning of its fingerprint."""
        return f"meteor-1.5-{self.language}-{self.identity[:8]}"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word, if the table knows it."""
        return (word,) if self.phrases.word_numbers([word])[0] >= 0 else ()

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word, if the table knows it."""
        return self.hypothesis_keys(word)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the number of each word that the table knows."""
        found = self.phrases.word_numbers(words)
        own = KeyLists(
            counts=array("i", [int(number >= 0) for number in found]),
            numbers=array("i", [number for number in found if number >= 0]),
        )
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the phrases that match."""
        return f"paraphrase: {hypothesis_word} ~ {reference_word}"
