"""Words become integers here: the border between text and matching.

Every distinct folded word is a *type* and gets a number. For each stage a type has two sets
of keys, also numbers: one for the hypothesis, one for the reference.
And it is a function word or a content word.
A vocabulary has each type analysed once (``type_analysis.py``), whichever scorer asks and from
whichever thread.
"""

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ..runtime import forks
from ..text.folding import Folding
from .stages import KeyLists, PhraseTable, Stage
from .type_analysis import TypeAnalysis, WordNumber

Keys: TypeAlias = tuple[int, ...]


class _Partners:
    """Finds which of the added types share a key."""

    def __init__(self) -> None:
        self.of_type: list[set[int]] = []
        self._hypothesis: dict[int, list[int]] = {}  # types that have a key
        self._reference: dict[int, list[int]] = {}
        self._lock = forks.Lock()

    def add(self, hypothesis: Sequence[Keys], reference: Sequence[Keys]) -> None:
        """Add the types that are new at the end of both lists."""
        with self._lock:
            for new in range(len(self.of_type), min(len(hypothesis), len(reference))):
                for key in reference[new]:
                    self._reference.setdefault(key, []).append(new)
                    for other in self._hypothesis.get(key, ()):
                        self.of_type[other].add(new)
                for key in hypothesis[new]:
                    self._hypothesis.setdefault(key, []).append(new)
                shared = [self._reference.get(key, ()) for key in hypothesis[new]]
                self.of_type.append(set(itertools.chain.from_iterable(shared)))


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
    _partners: _Partners = field(default_factory=_Partners, repr=False, compare=False)

    def partners(self) -> list[set[int]]:
        """Return for each type, as a word of the hypothesis, those of the reference it matches.

        They are computed once for each new type, on demand.
        """
        found = self._partners
        if len(found.of_type) < len(self.hypothesis):
            found.add(self.hypothesis, self.reference)
        return found.of_type


class TypedWords(NamedTuple):
    """Words in a row.

    Attributes:
        types: of each word.
        function_words: whether each is one.
    """

    types: list[int]
    function_words: list[bool]


class Vocabulary:
    """Number types and analyse them by the stages; the vocabulary grows as words are met."""

    def __init__(
        self,
        *,
        stages: Sequence[Stage],
        fold: Folding,
        function_words: Collection[str] = frozenset(),
        word_number: WordNumber | None = None,
        phrases: PhraseTable | None = None,
    ) -> None:
        """Create an empty vocabulary.

        Args:
            stages: in the order in which they are tried.
            fold: the case folding; surfaces that fold alike are one word.
            function_words: folded; other words are content words.
            word_number: words with equal numbers count as one word where a search asks whether two
                words are one; without it every type is a word of its own.
            phrases: the table of the stage "paraphrase", whose keys are words' numbers there.
        """
        self.stages: Final[tuple[Stage, ...]] = tuple(stages)
        self.phrases: Final = phrases
        self.keys: Final[tuple[StageKeys, ...]] = tuple(
            StageKeys(identity=stage.name == "exact") for stage in self.stages
        )
        self.word_numbers: list[int] = []  # by type
        self._analysis = TypeAnalysis(
            stages=stages, fold=fold, function_words=function_words, word_number=word_number
        )
        self._has_function_words = bool(function_words)
        self._is_function_word: list[bool] = []  # by type
        self._type_of_surface: dict[str, int] = {}
        self._lock = forks.Lock()
        self._generation = forks.generation()

    def __len__(self) -> int:
        """Return the number of distinct surfaces met so far."""
        return len(self._type_of_surface)

    @property
    def is_outdated(self) -> bool:
        """Return whether it was made before a fork, and may have been inconsistent then."""
        return self._generation != forks.generation()

    def words(self, surfaces: Sequence[str]) -> TypedWords:
        """Return the type of each word, and whether it is a function word, in order."""
        return self.typed(self.types(surfaces))

    def typed(self, types: list[int]) -> TypedWords:
        """Return words of these types, and whether each is a function word."""
        if not self._has_function_words:
            return TypedWords(types, [False] * len(types))
        known = self._is_function_word
        return TypedWords(types, [known[number] for number in types])

    def types(self, surfaces: Sequence[str]) -> list[int]:
        """Return the type of each word, in order. Words that fold alike share a type."""
        known = self._type_of_surface
        try:
            return [known[surface] for surface in surfaces]
        except KeyError:
            with self._lock:
                self._meet([surface for surface in dict.fromkeys(surfaces) if surface not in known])
            return [known[surface] for surface in surfaces]

    def _meet(self, surfaces: list[str]) -> None:
        found = self._analysis.analyse(surfaces)
        for known, new in zip(self.keys, found.keys, strict=True):
            hypothesis = _key_sets(new.hypothesis)
            known.hypothesis.extend(hypothesis)
            known.reference.extend(hypothesis if new.symmetric else _key_sets(new.reference))
        self._is_function_word.extend(found.function_words)
        self.word_numbers.extend(found.word_numbers)
        # Last, as another thread relies on the keys of a spelling found here.
        self._type_of_surface.update(zip(surfaces, found.type_of_surface, strict=True))


def _key_sets(lists: KeyLists) -> list[Keys]:
    numbers = iter(lists.numbers)
    return [tuple(itertools.islice(numbers, count)) for count in lists.counts]
