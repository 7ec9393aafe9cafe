"""Vocabularies of the kernel, which numbers words and keeps them; it asks what only Python knows.

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
from ..text.utf8_lines import Utf8Lines
from ..words.lexicon.frequent_words import frequent_words
from ..words.lexicon.wordnet import wordnet
from ..words.stages import KeyNumbers, OneKeyStage, Stage
from ..words.stages.exact import ExactStage
from ..words.stages.stem import StemStage, kernel_has_porter, porter_stem
from ..words.stages.synonym import NltkSynonymStage, SynonymStage

LIMIT: Final = 30_000
"""Surfaces after which a vocabulary is left to those who use it and a new one begun, so that a
stream of any length, or any number of edits, needs bounded memory. To meet as many again takes
some 50 milliseconds."""

_ASCII: Final = "".join(map(chr, range(128)))

_Meaning: TypeAlias = tuple[str, ...]
"""Settings that decide which words are equal, match, or are function words."""

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
        words = configuration.words
        self._analysis: Final = _kernel.TypeAnalysis(
            fold=words.fold,
            lowers_ascii=words.fold(_ASCII) == _ASCII.lower(),
            key_sources=list(map(_key_source, configuration.stages)),
            function_words=words.function_words,
            word_number=words.word_number,
            frequent_words=_frequent_words(configuration.stages),
        )
        self._lock = forks.Lock()
        _all.add(self)
        self._generation = forks.generation()

    @property
    def is_outdated(self) -> bool:
        """Return whether it was made before a fork, and may have been inconsistent then."""
        return self._generation != forks.generation()

    @property
    def is_to_be_left(self) -> bool:
        """Return whether new work needs a new one: it is outdated, or has grown large."""
        return self.is_outdated or self.kernel.surfaces > LIMIT

    def rows(self, texts: Sequence[str | None], tokenizer: KernelTokenizer) -> _kernel.TypeRows:
        """Return the types of the tokens of each text; None for a missing reference."""
        return _kernel.type_rows(
            self.kernel,
            tokenizer=tokenizer,
            texts=texts.data if isinstance(texts, Utf8Lines) else tuple(texts),
            add_surfaces=self.add_surfaces,
        )

    def add_surfaces(self, rows: _kernel.TypeRows) -> None:
        """Have the kernel store the analysis of the surfaces of rows that it does not know."""
        with self._lock:  # types are added in the order of their numbers
            self._analysis.add(self.kernel, rows)


def _frequent_words(stages: Sequence[Stage]) -> "_kernel.FrequentWords | None":
    """Words whose keys are known already, if these are the keys of all stages."""
    if not all(isinstance(stage, ExactStage | StemStage | SynonymStage) for stage in stages):
        return None
    stemmers = [stage.resource for stage in stages if isinstance(stage, StemStage)]
    if len(stemmers) != 1:
        return None
    return frequent_words(stemmers[0])


def _key_source(stage: Stage) -> "_kernel.KeySource":
    """Return the callback that computes keys of new words; None if a word is its only key."""
    if stage.name == "exact":
        return None
    if isinstance(stage, StemStage) and stage.stem is porter_stem and kernel_has_porter():
        return _kernel.NltkStems()
    if isinstance(stage, OneKeyStage):
        return stage.only_keys
    if isinstance(stage, SynonymStage | NltkSynonymStage):
        index = wordnet().index
        if isinstance(index, _kernel.SynsetIndex):
            if isinstance(stage, SynonymStage):
                return index
            if kernel_has_porter():
                return _kernel.NltkSynonyms(index)
    numbers = KeyNumbers()

    def keys(words: list[str]) -> "_kernel.KeyArrays":
        hypothesis, reference = stage.key_lists(words, numbers)
        return hypothesis.counts, hypothesis.numbers, reference.counts, reference.numbers

    return keys


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
