"""The readable scorer of batches: each step in Python, as ``Meteor.score`` takes them."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple

from ..configuration import Configuration
from ..errors import SegmentError, no_reference
from ..score.counting import align_and_count
from ..score.measures import UNSCORED, Measures, measure
from ..score.signature import Signature
from ..score.statistics import Statistics
from ..text.streams import ReferenceSets
from ..words.vocabulary import TypedWords, Vocabulary
from .batch import MEASURES, ScoredBatch, statistics_of

_GROWTH: Final = 20_000
"""Surfaces that hypotheses may add to the vocabulary of prepared references before it is left
and the references are analysed with a new one. However many systems are scored against them,
memory stays bounded."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """Sets of references as rows of words, and the vocabulary that numbered them."""

    vocabulary: Vocabulary
    limit: int
    sets: list[list[TypedWords | None]]


@dataclass(slots=True)
class _Analysis:
    """References and their analysis; ``typed`` is replaced as a whole."""

    texts: ReferenceSets
    typed: _Typed


class _Scored(NamedTuple):
    """One segment against one of its references."""

    reference: int
    chunk_gap: int
    statistics: Statistics
    measures: Measures


class PythonScorer:
    """Score batches by one configuration. It is safe to share between threads."""

    in_threads: Final = False

    def __init__(
        self, configuration: Configuration, current_vocabulary: Callable[[], Vocabulary]
    ) -> None:
        """Create a scorer that shares its vocabulary with others.

        Args:
            configuration: the configuration.
            current_vocabulary: returns the vocabulary for work that begins now.
        """
        self._configuration = configuration
        self._align = configuration.aligner
        self._current_vocabulary = current_vocabulary

    def analyse(self, references: ReferenceSets) -> _Analysis:
        """Return the types of all references. See ``BatchScorer``."""
        return _Analysis(references, self._typed(references))

    def score(
        self, hypotheses: Sequence[str], references: _Analysis, *, signature: Signature
    ) -> ScoredBatch:
        """Score each hypothesis against the best of its references. See ``BatchScorer``."""
        typed = self._current(references)
        by_segment = zip(*typed.sets, strict=True)
        problems: dict[int, str] = {}
        best: list[_Scored] = []
        for row, (text, alternatives) in enumerate(zip(hypotheses, by_segment, strict=True)):
            try:
                best.append(self._best(typed.vocabulary, text, alternatives))
            except SegmentError as error:
                problems[row] = str(error)
                best.append(self._unscored())
        counts = list(zip(*map(_counts, best), strict=True))
        measures = zip(*[_measures(each.measures) for each in best], strict=True)
        stages = self._configuration.stages
        return ScoredBatch(
            signature=signature,
            stages=tuple(stage.name for stage in stages),
            total=(
                statistics_of(
                    [sum(column) for column in counts], segments=len(best) - len(problems)
                )
                if best
                else Statistics.zero(len(stages))
            ),
            problems=problems,
            _counts=array("q", chain.from_iterable(counts)),
            _measures=array("d", chain.from_iterable(measures)),
        )

    def _current(self, analysis: _Analysis) -> _Typed:
        typed = analysis.typed
        if typed.vocabulary.is_outdated or len(typed.vocabulary) > typed.limit:
            analysis.typed = typed = self._typed(analysis.texts)
        return typed

    def _typed(self, references: ReferenceSets) -> _Typed:
        vocabulary = self._current_vocabulary()
        sets = [
            [None if text is None else self._words(vocabulary, text) for text in texts]
            for texts in references
        ]
        return _Typed(vocabulary, len(vocabulary) + _GROWTH, sets)

    def _words(self, vocabulary: Vocabulary, text: str) -> TypedWords:
        return vocabulary.words(self._configuration.tokenizer.surfaces(text))

    def _best(
        self, vocabulary: Vocabulary, hypothesis: str, references: Sequence[TypedWords | None]
    ) -> _Scored:
        words = self._words(vocabulary, hypothesis)
        scored = [
            self._score_pair(vocabulary, words, reference, number)
            for number, reference in enumerate(references)
            if reference is not None
        ]
        if not scored:
            raise no_reference()
        return max(scored, key=lambda each: each.measures.score)  # the first of equals

    def _unscored(self) -> _Scored:
        return _Scored(
            reference=-1,
            chunk_gap=0,
            statistics=Statistics.zero(len(self._configuration.stages)),
            measures=UNSCORED,
        )

    def _score_pair(
        self, vocabulary: Vocabulary, hypothesis: TypedWords, reference: TypedWords, number: int
    ) -> _Scored:
        configuration = self._configuration
        found, statistics = align_and_count(
            self._align, vocabulary, hypothesis, reference, budget=configuration.budget
        )
        measures = measure(statistics, configuration.parameters)
        return _Scored(number, found.chunk_gap, statistics, measures)


def _counts(scored: _Scored) -> tuple[int, ...]:
    """Return a row of the columns of integers."""
    return (scored.reference, scored.chunk_gap, *scored.statistics.counts())


_measures: Final[Callable[[Measures], tuple[float, ...]]] = attrgetter(*MEASURES)
"""Returns a row of the columns of measures."""
