"""Stages: the grounds on which two words count as a match.

A stage gives each folded word a set of keys, once as a word of the hypothesis and once as a
word of the reference. Two words match in the stage when a hypothesis key of the one is a
reference key of the other. Matching and search see keys as numbers and never see a string.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:  # there is no kernel everywhere
    from ... import _kernel


class KeyNumbers(dict[str, int]):
    """Numbers for keys that are strings, assigned as they are met, separately for each stage."""

    def of(self, keys: Sequence[str]) -> "array[int]":
        """Return the numbers of keys, some of which may be new."""
        new = [key for key in dict.fromkeys(keys) if key not in self]
        self.update(zip(new, count(len(self)), strict=False))
        return array("i", map(self.__getitem__, keys))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLists:
    """The keys of many words, concatenated.

    Attributes:
        counts: how many keys each word has.
        numbers: the keys of the first word, then those of the second, and so on.
    """

    counts: "array[int]"
    numbers: "array[int]"

    @classmethod
    def of(cls, keys: Iterable[Sequence[str]], numbers: KeyNumbers) -> "KeyLists":
        """Return the key lists of words, given the keys of each."""
        each = list(keys)
        return cls(
            counts=array("i", map(len, each)),
            numbers=numbers.of(list(chain.from_iterable(each))),
        )

    @classmethod
    def of_one_each(cls, keys: Iterable[str], numbers: KeyNumbers) -> "KeyLists":
        """Return the key lists of words that have one key each."""
        found = numbers.of(list(keys))
        return cls(counts=array("i", [1]) * len(found), numbers=found)


class PhraseTable(Protocol):
    """Pairs of equivalent phrases. Safe to share."""

    def matches(
        self, sources: Sequence[int], targets: Sequence[int]
    ) -> list[tuple[int, int, int, int]]:
        """Return every place where a phrase of ``sources`` has a paraphrase in ``targets``.

        Args:
            sources: words by their numbers in the table; -1 where it does not know the word.
            targets: the right sides.

        Returns:
            source start, source length, target start, target length, in tokens; ordered by source
            start, source length, row of the table, target start.
        """


class Paraphrases(PhraseTable, Protocol):
    """A table that is compiled when it is first used, and that the compiled kernel can read."""

    @property
    def is_compiled(self) -> bool:
        """Return whether the table is compiled, so that the first use does not wait for it.

        Raises:
            ResourceError: the table cannot be read.
        """

    def compile(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Compile the table, unless it is compiled already.

        Args:
            progress: called with the number of bytes read and their total.

        Raises:
            InputError: the table ends in the middle of a row.
            ResourceError: it cannot be read, or its compiled form cannot be kept.
        """

    def kernel_table(self) -> "_kernel.PhraseTable":
        """Return the table for the compiled kernel, which must be installed."""


class Stage(Protocol):
    """A reason for a match. Implementations are immutable and safe to share."""

    @property
    def name(self) -> str:
        """Return the name: exact, stem, synonym or paraphrase."""

    @property
    def resource(self) -> str:
        """Return the software or data that decides on matches, with its version; may be empty."""

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the keys of a folded word of the hypothesis."""

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the keys of a folded word of the reference."""

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the keys of many folded words, as words of the hypothesis and of the reference.

        If both are equal for every word, they are one object.

        Args:
            words: folded, each of them once.
            numbers: what this stage's keys are numbered by, unless they are numbers already.
        """

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return what two folded words that match in this stage share, for people to read."""


@runtime_checkable
class OneKeyStage(Protocol):
    """A stage in which each word has a single key on both sides."""

    def only_keys(self, words: Sequence[str]) -> list[str]:
        """Return the key of each folded word."""


def index_of_stage(stages: Sequence[Stage], name: str) -> int:
    """Return the index of the stage of that name, or -1."""
    names = [stage.name for stage in stages]
    return names.index(name) if name in names else -1
