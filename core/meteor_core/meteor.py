"""The scorer: from texts to results."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from .alignment import Alignment, TokenRow
from .configuration import Configuration, configure
from .errors import InputError, InputTypeError
from .results import CorpusResult, SegmentResult
from .scoring import measure
from .search import DEFAULT_BUDGET, SearchResult, count_chunks
from .statistics import Statistics
from .variants import DEFAULT_VARIANT
from .vocabulary import Vocabulary

_VOCABULARY_LIMIT: Final = 20_000
"""Spellings after which a vocabulary is left to its results and a new one begun, so that a
stream of any length needs bounded memory."""

_ENDED: Final = object()


class Meteor:
    """Scores hypotheses against references by one configuration.

    Safe to share between threads. What it learns of words is kept from one call to the next.

    >>> meteor = Meteor(variant="classic", language="en")
    >>> result = meteor.score("We danced with glee", ["We danced with joy"])
    >>> result.matches, result.chunks
    (3, 1)
    """

    def __init__(
        self,
        variant: str = DEFAULT_VARIANT,
        language: str = "en",
        *,
        tokenizer: str | None = None,
        stages: Sequence[str] | None = None,
        weights: Sequence[float] | None = None,
        align: str | None = None,
        alpha: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        delta: float | None = None,
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        """See ``configure`` for the arguments and the errors."""
        _refuse_string("stages", stages)
        self.configuration: Final = configure(
            variant=variant,
            language=language,
            tokenizer=tokenizer,
            stages=stages,
            weights=weights,
            align=align,
            alpha=alpha,
            beta=beta,
            gamma=gamma,
            delta=delta,
            budget=budget,
        )
        self._search = self.configuration.run_search
        self._vocabulary = _new_vocabulary(self.configuration)
        self._signatures: dict[int, str] = {}

    def signature(self, references: int = 1) -> str:
        """The signature of a score with that many references a segment."""
        if references not in self._signatures:
            self._signatures[references] = self.configuration.signature(references)
        return self._signatures[references]

    def score(self, hypothesis: str, references: Iterable[str]) -> SegmentResult:
        """Score one segment against the best of its references.

        Args:
            hypothesis: one segment.
            references: one or more translations of the same segment.

        Raises:
            InputTypeError: ``references`` is one string, or a text is not a string.
            InputError: there is no reference.
        """
        results = self.score_each(hypothesis, references)
        return max(results, key=lambda result: result.score)  # the first of equals

    def score_each(self, hypothesis: str, references: Iterable[str]) -> tuple[SegmentResult, ...]:
        """Score one segment against each of its references; ``score`` is the best of these.

        Raises:
            InputTypeError: ``references`` is one string, or a text is not a string.
            InputError: there is no reference.
        """
        _refuse_string("references", references)
        _require_string("hypothesis", hypothesis)
        references = list(references)
        if not references:
            raise InputError("there is no reference to score the hypothesis against")
        vocabulary = self._current_vocabulary()
        signature = self.signature(len(references))
        results: list[SegmentResult] = []
        for index, reference in enumerate(references):
            _require_string("a reference", reference)
            results.append(self._score_pair(vocabulary, hypothesis, reference, index, signature))
        return tuple(results)

    def segments(
        self, hypotheses: Iterable[str], references: Sequence[Iterable[str]]
    ) -> Iterator[SegmentResult]:
        """Score segment after segment as the result is read, in constant memory.

        Args:
            hypotheses: segments in order.
            references: one stream of segments for each set of references, as in sacrebleu.

        Raises:
            InputTypeError: a string stands where a list of strings belongs.
            InputError: the streams are not of equal length.
        """
        pairs = parallel_segments(hypotheses, references)
        return (self.score(hypothesis, texts) for hypothesis, texts in pairs)

    def corpus(
        self, hypotheses: Iterable[str], references: Sequence[Iterable[str]]
    ) -> CorpusResult:
        """Score a corpus from the summed statistics of its segments. See ``segments``."""
        total = self.zero()
        for result in self.segments(hypotheses, references):
            total += result.statistics
        return self.corpus_result(total, references=len(references))

    def zero(self) -> Statistics:
        """The statistics of no segments: where a sum begins."""
        return Statistics.zero(len(self.configuration.stages))

    def corpus_result(self, statistics: Statistics, *, references: int = 1) -> CorpusResult:
        """The corpus score of statistics that were summed elsewhere."""
        return CorpusResult(
            statistics=statistics,
            measures=measure(statistics, self.configuration.parameters),
            signature=self.signature(references),
        )

    def _current_vocabulary(self) -> Vocabulary:
        if len(self._vocabulary) > _VOCABULARY_LIMIT:
            self._vocabulary = _new_vocabulary(self.configuration)
        return self._vocabulary

    def _tokens(self, text: str) -> TokenRow:
        return TokenRow(text, tuple(self.configuration.tokenizer.spans(text)))

    def _score_pair(
        self,
        vocabulary: Vocabulary,
        hypothesis: str,
        reference: str,
        index: int,
        signature: str,
    ) -> SegmentResult:
        hypothesis_row, reference_row = self._tokens(hypothesis), self._tokens(reference)
        hypothesis_types = vocabulary.types(hypothesis_row.words())
        reference_types = vocabulary.types(reference_row.words())
        found = self._search(
            hypothesis_types,
            reference_types,
            vocabulary.keys,
            budget=self.configuration.budget,
        )
        statistics = _count(
            found,
            vocabulary.function_words(hypothesis_types),
            vocabulary.function_words(reference_types),
            stages=len(vocabulary.stages),
        )
        return SegmentResult(
            statistics=statistics,
            measures=measure(statistics, self.configuration.parameters),
            signature=signature,
            alignment=Alignment(
                hypothesis=hypothesis_row,
                reference=reference_row,
                pairs=found.pairs,
                optimal=found.optimal,
                chunk_gap=found.chunk_gap,
                _vocabulary=vocabulary,
            ),
            reference=index,
            optimal=found.optimal,
        )


def _count(
    found: SearchResult, hypothesis: Sequence[bool], reference: Sequence[bool], *, stages: int
) -> Statistics:
    """The statistics of one segment.

    Args:
        found: its alignment.
        hypothesis: whether each token is a function word.
        reference: the same.
        stages: how many there are.
    """
    by_stage = [0] * stages
    hypothesis_function_matches = [0] * stages
    reference_function_matches = [0] * stages
    for i, j, stage in found.pairs:
        by_stage[stage] += 1
        if hypothesis[i]:
            hypothesis_function_matches[stage] += 1
        if reference[j]:
            reference_function_matches[stage] += 1
    chunks = count_chunks(found.pairs)
    everything = len(found.pairs) == len(hypothesis) == len(reference)
    return Statistics(
        segments=1,
        hypothesis_length=len(hypothesis),
        reference_length=len(reference),
        matches_by_stage=tuple(by_stage),
        chunks=chunks,
        perfect_segments=int(everything and chunks == 1),
        proved_segments=int(found.optimal),
        hypothesis_function_words=hypothesis.count(True),
        reference_function_words=reference.count(True),
        hypothesis_function_matches=tuple(hypothesis_function_matches),
        reference_function_matches=tuple(reference_function_matches),
    )


def parallel_segments(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Each hypothesis with its references, in order.

    Raises:
        InputTypeError: a string stands where a list of strings belongs.
        InputError: the streams are not of equal length, or there is no reference stream.
    """
    _refuse_string("hypotheses", hypotheses)
    _refuse_string("references", references)
    if not references:
        raise InputError("there is no stream of references")
    for number, stream in enumerate(references):
        _refuse_string(f"references[{number}]", stream)
    return _side_by_side(hypotheses, references)


def _side_by_side(
    hypotheses: Iterable[str], references: Sequence[Iterable[str]]
) -> Iterator[tuple[str, list[str]]]:
    streams = [iter(hypotheses), *(iter(stream) for stream in references)]
    names = ["hypotheses", *(f"references[{number}]" for number in range(len(references)))]
    for count in _count_up():
        texts = [next(stream, _ENDED) for stream in streams]
        present = [text for text in texts if text is not _ENDED]
        if not present:
            return
        if len(present) != len(texts):
            ended = ", ".join(
                name for name, text in zip(names, texts, strict=True) if text is _ENDED
            )
            raise InputError(f"{ended} ended after {count} segments, but there are more to score")
        yield cast("str", present[0]), cast("list[str]", present[1:])  # ``score`` checks them


def _count_up() -> Iterator[int]:
    count = 0
    while True:
        yield count
        count += 1


def _new_vocabulary(configuration: Configuration) -> Vocabulary:
    return Vocabulary(
        stages=configuration.stages,
        fold=configuration.fold,
        function_words=configuration.function_words,
    )


def _refuse_string(name: str, value: object) -> None:
    if isinstance(value, str):
        raise InputTypeError(f"{name} has to be a list of strings, not one string: {value[:40]!r}")


def _require_string(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise InputTypeError(f"{name} has to be a string, not {type(value).__name__}")
