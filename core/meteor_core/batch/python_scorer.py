"""Score in Python: a readable implementation of each step."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from operator import attrgetter
from typing import Final, NamedTuple

from ..configuration import Configuration
from ..errors import SegmentError, no_reference
from ..score.alignment import Alignment, TokenRow
from ..score.counting import align_and_count
from ..score.measures import UNSCORED, Measures, measure
from ..score.results import SegmentResult
from ..score.signature import Signature
from ..score.statistics import Statistics
from ..search.spans.links import SpanResult
from ..text.streams import ReferenceSets
from ..words.vocabulary import TypedWords
from .batch import MEASURES, ScoredBatch, statistics_of
from .python_vocabulary import PythonVocabulary

VOCABULARY_LIMIT: Final = 20_000
"""Surfaces after which a vocabulary is dropped and a new one begun, so that a stream of any
length needs bounded memory."""

_GROWTH: Final = 20_000
"""Surfaces that hypotheses may add to the vocabulary of prepared references before it is left
and the references are analysed with a new one. However many systems are scored against them,
memory stays bounded."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """Sets of references as rows of words, and the vocabulary that numbered them."""

    vocabulary: PythonVocabulary
    limit: int
    sets: list[list[TypedWords | None]]


@dataclass(slots=True)
class _Analysis:
    """References and their analysis; ``typed`` is replaced as a whole."""

    texts: ReferenceSets
    typed: _Typed


class _Scored(NamedTuple):
    """Score one segment against one of its references."""

    reference: int
    chunk_gap: int
    statistics: Statistics
    measures: Measures


class PythonScorer:
    """Score by one configuration. It is safe to share between threads."""

    in_threads: Final = False

    def __init__(self, configuration: Configuration) -> None:
        """Create a scorer that has met no word yet."""
        self._configuration = configuration
        self._align = configuration.aligner
        self._explainer = configuration.explainer
        self._vocabulary = PythonVocabulary(configuration)

    def tokens(self, text: str) -> TokenRow:
        """Return the tokens of a text. See ``Scorer``."""
        row, _ = self._tokens(self._current_vocabulary(), text)
        return row

    def score_each(
        self, hypothesis: str, references: dict[int, str], *, signature: Signature
    ) -> tuple[SegmentResult, ...]:
        """Score one segment against each of its references. See ``Scorer``."""
        vocabulary = self._current_vocabulary()
        row, words = self._tokens(vocabulary, hypothesis)
        results: list[SegmentResult] = []
        for index, reference in references.items():
            reference_row, reference_words = self._tokens(vocabulary, reference)
            found, statistics = self._align_and_count(vocabulary, words, reference_words)
            results.append(
                SegmentResult(
                    statistics=statistics,
                    measures=measure(statistics, self._configuration.parameters),
                    signature=signature,
                    alignment=Alignment(
                        hypothesis=row,
                        reference=reference_row,
                        links=found.links,
                        optimal=found.optimal,
                        chunk_gap=found.chunk_gap,
                        explainer=self._explainer,
                    ),
                    reference=index,
                    optimal=found.optimal,
                )
            )
        return tuple(results)

    def score_words(self, hypothesis: list[str], references: list[list[str]]) -> float:
        """Return the score of words that are cut already. See ``Scorer``."""
        vocabulary = self._current_vocabulary()
        words = vocabulary.words(hypothesis)
        return max(
            self._score_pair(vocabulary, words, vocabulary.words(reference), number).measures.score
            for number, reference in enumerate(references)
        )

    def analyse(self, references: ReferenceSets) -> _Analysis:
        """Return the types of all references. See ``Scorer``."""
        return _Analysis(references, self._typed(references))

    def score(
        self, hypotheses: Sequence[str], references: _Analysis, *, signature: Signature
    ) -> ScoredBatch:
        """Score each hypothesis against the best of its references. See ``Scorer``."""
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

    def _current_vocabulary(self) -> PythonVocabulary:
        if self._vocabulary.is_outdated or len(self._vocabulary) > VOCABULARY_LIMIT:
            self._vocabulary = PythonVocabulary(self._configuration)
        return self._vocabulary

    def _tokens(self, vocabulary: PythonVocabulary, text: str) -> tuple[TokenRow, TypedWords]:
        spans, surfaces = self._configuration.tokenizer.tokens(text)
        words = vocabulary.words(surfaces)
        as_written = [text[start:end] for start, end in spans] == surfaces
        row = TokenRow(
            text,
            tuple(spans),
            () if as_written else tuple(surfaces),
            tuple(compress(range(len(spans)), words.function_words)),
        )
        return row, words

    def _align_and_count(
        self, vocabulary: PythonVocabulary, hypothesis: TypedWords, reference: TypedWords
    ) -> tuple[SpanResult, Statistics]:
        budget = self._configuration.budget
        return align_and_count(self._align, vocabulary, hypothesis, reference, budget=budget)

    def _current(self, analysis: _Analysis) -> _Typed:
        typed = analysis.typed
        if typed.vocabulary.is_outdated or len(typed.vocabulary) > typed.limit:
            analysis.typed = typed = self._typed(analysis.texts)
        return typed

    def _typed(self, references: ReferenceSets) -> _Typed:
        vocabulary = self._current_vocabulary()
        sets = [
            [None if text is None else vocabulary.read(text) for text in texts]
            for texts in references
        ]
        return _Typed(vocabulary, len(vocabulary) + _GROWTH, sets)

    def _best(
        self, vocabulary: PythonVocabulary, hypothesis: str, references: Sequence[TypedWords | None]
    ) -> _Scored:
        words = vocabulary.read(hypothesis)
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
        self,
        vocabulary: PythonVocabulary,
        hypothesis: TypedWords,
        reference: TypedWords,
        number: int,
    ) -> _Scored:
        found, statistics = self._align_and_count(vocabulary, hypothesis, reference)
        measures = measure(statistics, self._configuration.parameters)
        return _Scored(number, found.chunk_gap, statistics, measures)


def _counts(scored: _Scored) -> tuple[int, ...]:
    """Return a row of the columns of integers."""
    return (scored.reference, scored.chunk_gap, *scored.statistics.counts())


_measures: Final[Callable[[Measures], tuple[float, ...]]] = attrgetter(*MEASURES)
"""Returns a row of the columns of measures."""
