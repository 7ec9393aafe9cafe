"""The scorer of batches in the compiled kernel: the numbers of ``python_scorer.py``, sooner.

Only to be imported where the kernel is there (``implementation.py``). Python does what is done
once a word: it analyses spellings that the kernel has not met. All else runs in the kernel,
without the interpreter's lock.
"""

import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from . import _kernel
from .batch import MEASURES, PreparedReferences, ScoredBatch, count_columns, statistics_of
from .configuration import Configuration
from .parameters import Parameters
from .scoring import kernel_arguments, measure
from .search.compiled import GREATEST_BUDGET
from .type_analysis import TypeAnalysis

_VOCABULARY_LIMIT: Final = 500_000
"""Spellings after which a vocabulary is left to its references and a new one begun, so that a
stream of any length needs bounded memory: some 100 MB."""


class _Vocabulary:
    """What is known of words: in Python how they are analysed, in the kernel what came of it."""

    def __init__(self, configuration: Configuration) -> None:
        self.kernel: Final = _kernel.Vocabulary(
            [stage.name == "exact" for stage in configuration.stages]
        )
        self._tokenizer = configuration.tokenizer.name
        self._analysis = TypeAnalysis(
            stages=configuration.stages,
            fold=configuration.fold,
            function_words=configuration.function_words,
        )
        self._lock = threading.Lock()

    def rows(self, texts: Sequence[str]) -> _kernel.TypeRows:
        """The types of the tokens of each text."""
        return _kernel.type_rows(
            self.kernel,
            tokenizer=self._tokenizer,
            texts=tuple(texts),
            add_surfaces=self._add_surfaces,
        )

    def _add_surfaces(self, surfaces: Sequence[str]) -> None:
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
            _kernel.add_types(self.kernel, keys=keys, function_words=new.function_words)
            _kernel.add_surfaces(self.kernel, surfaces=tuple(surfaces), types=new.type_of_surface)


@dataclass(frozen=True, slots=True)
class _Typed:
    """Sets of references as rows of types, and the vocabulary that numbered them."""

    vocabulary: _Vocabulary
    limit: int
    sets: list[_kernel.TypeRows]


@dataclass(slots=True)
class _Analysis:
    """References and what is known of them; ``typed`` is replaced as a whole."""

    texts: Sequence[Sequence[str]]
    typed: _Typed


class CompiledScorer:
    """Scores batches by one configuration. Safe to share between threads."""

    in_threads: Final = True

    def __init__(self, configuration: Configuration) -> None:
        """A scorer with a vocabulary of its own; the search has to be one that the kernel has."""
        self._configuration = configuration
        self._vocabulary = _Vocabulary(configuration)
        self._scorer = _kernel.Scorer(
            search=configuration.search,
            budget=min(configuration.budget, GREATEST_BUDGET),
            parameters=_kernel_parameters(configuration.parameters),
            measure=self._measure,
        )

    def analyse(self, references: Sequence[Sequence[str]]) -> object:
        """Types of all references. See ``BatchScorer``."""
        return _Analysis(references, self._typed(references))

    def score(self, hypotheses: Sequence[str], references: PreparedReferences) -> ScoredBatch:
        """Score each hypothesis against the best of its references. See ``BatchScorer``."""
        typed = self._current(references.analysis)
        size = len(hypotheses)
        columns = count_columns(len(self._configuration.stages))
        counts = array("q", bytes(8 * columns * size))
        measures = array("d", bytes(8 * len(MEASURES) * size))
        totals = array("q", bytes(8 * columns))
        self._scorer.score(
            typed.vocabulary.kernel,
            hypotheses=typed.vocabulary.rows(hypotheses),
            references=typed.sets,
            counts=counts,
            measures=measures,
            totals=totals,
        )
        return ScoredBatch(
            signature=references.signature,
            stages=tuple(stage.name for stage in self._configuration.stages),
            total=statistics_of(totals, segments=size),
            _counts=counts,
            _measures=measures,
        )

    def _current(self, analysis: _Analysis) -> _Typed:
        typed = analysis.typed
        if typed.vocabulary.kernel.surfaces > typed.limit:
            analysis.typed = typed = self._typed(analysis.texts)
        return typed

    def _typed(self, references: Sequence[Sequence[str]]) -> _Typed:
        vocabulary = self._current_vocabulary()
        sets = [vocabulary.rows(texts) for texts in references]
        return _Typed(vocabulary, vocabulary.kernel.surfaces + _VOCABULARY_LIMIT, sets)

    def _current_vocabulary(self) -> _Vocabulary:
        if self._vocabulary.kernel.surfaces > _VOCABULARY_LIMIT:
            self._vocabulary = _Vocabulary(self._configuration)
        return self._vocabulary

    def _measure(self, counts: Sequence[int]) -> tuple[float, ...]:
        """What the kernel's arithmetic is too short for."""
        statistics = statistics_of(counts, segments=1)
        measures = measure(statistics, self._configuration.parameters)
        return tuple(getattr(measures, name) for name in MEASURES)


def _kernel_parameters(parameters: Parameters) -> _kernel.MeasureParameters:
    return _kernel.MeasureParameters(**kernel_arguments(parameters))
