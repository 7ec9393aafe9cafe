"""Vocabularies of the kernel: Python analyses words, and the kernel stores the analysis.

Only to be imported where the kernel is there (``implementation.py``). Scorers whose words mean
the same share a vocabulary, so that a process analyses each word once.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias
from weakref import WeakSet, WeakValueDictionary

from .. import _kernel
from ..configuration import Configuration
from ..runtime import forks
from ..text.tokenizers import KernelTokenizer
from ..words.type_analysis import TypeAnalysis

LIMIT: Final = 30_000
"""Surfaces after which a vocabulary is left to those who use it and a new one begun, so that a
stream of any length, or any number of edits, needs bounded memory. To meet as many again takes
some 50 milliseconds."""

_Meaning: TypeAlias = tuple[str, ...]
"""The settings that decide which words are the same, match, or are function words."""

_vocabularies: Final[WeakValueDictionary[_Meaning, "CompiledVocabulary"]] = WeakValueDictionary()
_lock: Final = forks.Lock()
_all: Final["WeakSet[CompiledVocabulary]"] = WeakSet()
_left_by_parents: Final[list["CompiledVocabulary"]] = []
"""Parents' vocabularies, never freed: the kernel may have been adding a word at the fork."""


class CompiledVocabulary:
    """Types of surfaces, numbered by the kernel. It is safe to share between threads."""

    def __init__(self, configuration: Configuration) -> None:
        """Create an empty vocabulary; tokenizer, search and parameters make no difference."""
        self.kernel: Final = _kernel.Vocabulary(
            [stage.name == "exact" for stage in configuration.stages]
        )
        self._analysis = TypeAnalysis(
            stages=configuration.stages,
            fold=configuration.words.fold,
            function_words=configuration.words.function_words,
            word_number=configuration.words.word_number,
        )
        self._lock = forks.Lock()
        _all.add(self)
        self._generation = forks.generation()

    @property
    def is_outdated(self) -> bool:
        """Whether another process made it, which may have been adding words when it was forked."""
        return self._generation != forks.generation()

    @property
    def is_to_be_left(self) -> bool:
        """Whether work that begins now needs a new one: it is outdated, or has grown large."""
        return self.is_outdated or self.kernel.surfaces > LIMIT

    def rows(self, texts: Sequence[str | None], tokenizer: KernelTokenizer) -> _kernel.TypeRows:
        """Return the types of the tokens of each text; None is a missing reference."""
        return _kernel.type_rows(
            self.kernel,
            tokenizer=tokenizer,
            texts=tuple(texts),
            add_surfaces=self.add_surfaces,
        )

    def add_surfaces(self, surfaces: Sequence[str]) -> None:
        """Analyse surfaces that the kernel does not know, and have it store the analysis."""
        with self._lock:  # types are added in the order of their numbers
            new = self._analysis.analyse(surfaces)
            keys = [
                (
                    stage.hypothesis.counts,
                    stage.hypothesis.numbers,
                    stage.reference.counts,
                    stage.reference.numbers,
                )
                for stage in new.keys
            ]
            _kernel.add_types(
                self.kernel,
                keys=keys,
                function_words=new.function_words,
                word_numbers=new.word_numbers,
            )
            _kernel.add_surfaces(self.kernel, surfaces=tuple(surfaces), types=new.type_of_surface)


def current(configuration: Configuration) -> CompiledVocabulary:
    """Return the vocabulary for work that begins now."""
    meaning = _meaning(configuration)
    with _lock:
        vocabulary = _vocabularies.get(meaning)
        if vocabulary is None or vocabulary.is_to_be_left:
            vocabulary = _vocabularies[meaning] = CompiledVocabulary(configuration)
        return vocabulary


def _meaning(configuration: Configuration) -> _Meaning:
    return (
        configuration.language,
        configuration.words.case,
        configuration.words.function_word_list,
        str(configuration.words.word_number),
        configuration.data or "",
        *configuration.corrections,
        *(f"{stage.name} {stage.resource}" for stage in configuration.stages),
    )


forks.in_child(lambda: _left_by_parents.extend(_all))
