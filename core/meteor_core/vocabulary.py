"""Words become integers here: the border between text and matching.

Every distinct folded word is a *type* and gets a number. For each stage a type has two sets
of keys, also numbers: one for when it stands in the hypothesis, one for the reference.
And it is a function word or a content word.
A vocabulary analyses each type once, whoever asks and from whichever thread.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .folding import Folding
from .stages import Stage

Keys: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StageKeys:
    """The keys of every type in one stage; both lists are indexed by type.

    Attributes:
        hypothesis: keys of a type as a word of the hypothesis.
        reference: keys of a type as a word of the reference.
        identity: whether each type is its own and only key, on both sides, so that a type
            matches itself and nothing else.
    """

    hypothesis: list[Keys] = field(default_factory=list)
    reference: list[Keys] = field(default_factory=list)
    identity: bool = False


class Vocabulary:
    """Numbers types and analyses them by the stages; grows as words are met."""

    def __init__(
        self,
        *,
        stages: Sequence[Stage],
        fold: Folding,
        function_words: Collection[str] = frozenset(),
    ) -> None:
        """An empty vocabulary.

        Args:
            stages: in the order in which they are tried.
            fold: which spellings are the same word.
            function_words: folded; other words are content words.
        """
        self.stages = tuple(stages)
        self.keys = tuple(StageKeys(identity=stage.name == "exact") for stage in self.stages)
        self._fold = fold
        self._function_words = function_words
        self._is_function_word: list[bool] = []  # by type
        self._type_of_surface: dict[str, int] = {}
        self._type_of_word: dict[str, int] = {}
        self._key_numbers: tuple[dict[str, int], ...] = tuple({} for _ in self.stages)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many distinct spellings it has met."""
        return len(self._type_of_surface)

    def types(self, surfaces: Sequence[str]) -> list[int]:
        """The type of each word, in order. Words that fold alike have the same type."""
        known = self._type_of_surface
        try:
            return [known[surface] for surface in surfaces]
        except KeyError:
            with self._lock:
                for surface in surfaces:
                    if surface not in known:
                        known[surface] = self._type(self._fold(surface))
            return [known[surface] for surface in surfaces]

    def function_words(self, types: Sequence[int]) -> list[bool]:
        """Whether each of these types is a function word, in order."""
        if not self._function_words:
            return [False] * len(types)
        known = self._is_function_word
        return [known[number] for number in types]

    def explain(self, stage: int, hypothesis_surface: str, reference_surface: str) -> str:
        """Why two words match in the stage of that index."""
        with self._lock:
            return self.stages[stage].explain(
                self._fold(hypothesis_surface), self._fold(reference_surface)
            )

    def _type(self, word: str) -> int:
        if word not in self._type_of_word:
            # All stages first: should one fail, the lists still agree on the numbers of types.
            found = [
                (stage.hypothesis_keys(word), stage.reference_keys(word)) for stage in self.stages
            ]
            for (hypothesis, reference), keys, numbers in zip(
                found, self.keys, self._key_numbers, strict=True
            ):
                keys.hypothesis.append(_numbered(hypothesis, numbers))
                keys.reference.append(_numbered(reference, numbers))
            self._is_function_word.append(word in self._function_words)
            self._type_of_word[word] = len(self._type_of_word)
        return self._type_of_word[word]


def _numbered(keys: Sequence[str], numbers: dict[str, int]) -> Keys:
    return tuple(numbers.setdefault(key, len(numbers)) for key in keys)
