"""Analyse words: find the type of each surface, and the keys of each new type.

A *type* is a folded word with a number; types are numbered as they are met. Analysis goes by
batches, as most of its cost is per call: fold the surfaces, select new words, ask each stage
for the keys of all new words at once. Results are returned, and cached by the caller.
The number of the next word is the only state. ``core/kernel/python/words.cpp`` is the twin for the
kernel's vocabulary.
"""

from array import array
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..runtime import forks
from ..text.folding import Folding
from .stages import KeyLists, KeyNumbers, Stage

WordNumber: TypeAlias = Callable[[str], int]
"""Number of a folded word, a signed 32-bit integer. Words with equal numbers are one word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStageKeys:
    """The keys of new types in one stage.

    Attributes:
        hypothesis: as words of the hypothesis.
        reference: as words of the reference; the same object where a stage is symmetric.
    """

    hypothesis: KeyLists
    reference: KeyLists

    @property
    def symmetric(self) -> bool:
        """Return whether every type has equal keys on both sides."""
        return self.hypothesis is self.reference


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTypes:
    """The types of a batch of surfaces, and the analysis of the new ones.

    Attributes:
        type_of_surface: the type of each surface of the batch, in order.
        first_type: the number of the first new type; the others follow it.
        keys: of each stage, in order, the keys of the new types.
        function_words: whether each new type is a function word; as long as there are new types.
        word_numbers: the number of each new type's word, as long as there are new types.
    """

    type_of_surface: list[int]
    first_type: int
    keys: tuple[NewStageKeys, ...]
    function_words: list[bool]
    word_numbers: "array[int]"


class TypeAnalysis:
    """Number types and analyse each of them once, for callers in any thread.

    A batch may name a type that another thread's batch brought a moment ago. Who keeps the
    types of several threads in one place has to let one batch in at a time.
    """

    def __init__(
        self,
        *,
        stages: Sequence[Stage],
        fold: Folding,
        function_words: Collection[str] = frozenset(),
        word_number: WordNumber | None = None,
    ) -> None:
        """Create an analysis without types.

        Args:
            stages: in the order in which they are tried.
            fold: the case folding; surfaces that fold alike are one word.
            function_words: folded; other words are content words.
            word_number: which words count as one; without it a word's number is its type's.
        """
        self.stages: Final = tuple(stages)
        self.fold: Final = fold
        self._function_words: Final = function_words
        self._word_number: Final = word_number
        self._type_of_word: Final[dict[str, int]] = {}
        self._key_numbers: Final = tuple(KeyNumbers() for _ in self.stages)
        self._lock: Final = forks.Lock()

    def __len__(self) -> int:
        """Return the number of types."""
        return len(self._type_of_word)

    def analyse(self, surfaces: Sequence[str]) -> NewTypes:
        """Return the types of surfaces, and the keys of types that no batch had before.

        A surface that was asked for before is answered as before. When a stage fails, its
        error is raised and no type of the batch counts as met.
        """
        words = [self.fold(surface) for surface in surfaces]
        with self._lock:
            return self._number(words)

    def _number(self, words: list[str]) -> NewTypes:
        types = self._type_of_word
        first = len(types)
        new = [word for word in dict.fromkeys(words) if word not in types]
        keys = tuple(map(self._keys, self.stages, self._key_numbers, [new] * len(self.stages)))
        types.update(zip(new, range(first, first + len(new)), strict=True))
        return NewTypes(
            type_of_surface=[types[word] for word in words],
            first_type=first,
            keys=keys,
            function_words=[word in self._function_words for word in new],
            word_numbers=self._word_numbers(new, first),
        )

    def _word_numbers(self, new: list[str], first: int) -> "array[int]":
        if self._word_number is None:
            return array("i", range(first, first + len(new)))
        return array("i", map(self._word_number, new))

    def _keys(self, stage: Stage, numbers: KeyNumbers, new: list[str]) -> NewStageKeys:
        if stage.name == "exact":  # a word is its only key, so its type's number serves
            first = len(self._type_of_word)
            own = KeyLists(
                counts=array("i", [1]) * len(new),
                numbers=array("i", range(first, first + len(new))),
            )
            return NewStageKeys(hypothesis=own, reference=own)
        hypothesis, reference = stage.key_lists(new, numbers)
        return NewStageKeys(hypothesis=hypothesis, reference=reference)
