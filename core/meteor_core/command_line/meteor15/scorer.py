"""Score segments as the program does: its statistics, its floating-point steps.

Counts come from the package's own scorer. Its measures are exact and are not used: the program
rounds at every step, and so chooses another reference where two are nearly equal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from ...errors import SegmentError
from ...meteor import Meteor
from ...meteor15.eval_statistics import STAGES, EvalStatistics, JavaMeasures, java_measures
from ...meteor15.java_strings import java_double, utf16_length
from ...score.alignment import Alignment, TokenRow
from ...score.results import SegmentResult
from .options import ProgramOptions
from .settings import ProgramSettings, make_meteor

Segment: TypeAlias = tuple[str, Sequence[str]]
"""A hypothesis and its references."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A segment, or many together, with the program's numbers.

    Attributes:
        statistics: of the segment against its best reference, or their sum.
        measures: computed from these.
        result: how the segment is aligned, where that was asked for.
    """

    statistics: EvalStatistics
    measures: JavaMeasures
    result: SegmentResult | None = None

    def columns(self) -> str:
        """Return precision, recall, penalty and score as ``-vOut`` prints them."""
        shown = (
            self.measures.precision,
            self.measures.recall,
            self.measures.penalty,
            self.measures.score,
        )
        return "\t".join(map(java_double, shown))


class _Parameters(NamedTuple):
    alpha: float
    beta: float
    gamma: float
    delta: float


class ProgramScorer:
    """Scores by the program's settings."""

    def __init__(self, options: ProgramOptions, settings: ProgramSettings) -> None:
        """Create the scorer; raises the errors of ``make_meteor``."""
        self._meteor: Final[Meteor] = make_meteor(options, settings)
        self._parameters: Final = _Parameters(*settings.parameters[:4])
        self._weights: Final = settings.weights
        self._in_characters: Final = settings.characters
        self._with_results: Final = settings.characters or options.write_alignments

    @property
    def fold(self) -> Callable[[str], str]:
        """The program's case folding of an alignment's words."""
        return self._meteor.configuration.words.fold

    def score(self, segments: Sequence[Segment]) -> list[Scored]:
        """Score each segment against its best reference, the first of equals."""
        pairs = [(text, reference) for text, references in segments for reference in references]
        scored = iter(self._scored(pairs))
        return [_best([next(scored) for _ in references]) for _, references in segments]

    def measure(self, statistics: EvalStatistics) -> Scored:
        """Compute the measures of summed or given statistics."""
        return Scored(statistics=statistics, measures=self._measures(statistics))

    def _scored(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Scored]:
        if not self._with_results:
            return map(self.measure, self._statistics(pairs))
        results = (self._meteor.score(text, [reference]) for text, reference in pairs)
        return map(self._from_result, results)

    def _statistics(self, pairs: Sequence[tuple[str, str]]) -> Iterator[EvalStatistics]:
        texts = [text for text, _ in pairs]
        batch = self._meteor.batch(texts, [[reference for _, reference in pairs]])
        if batch.problems:  # the program has no word for it
            raise SegmentError(next(iter(batch.problems.values())))
        return (EvalStatistics.of(batch.statistics(row)) for row in range(len(batch)))

    def _from_result(self, result: SegmentResult) -> Scored:
        statistics = EvalStatistics.of(result.statistics)
        if self._in_characters:
            statistics = _count_characters(statistics, result.alignment, self.fold)
        return Scored(statistics=statistics, measures=self._measures(statistics), result=result)

    def _measures(self, statistics: EvalStatistics) -> JavaMeasures:
        return java_measures(statistics, self._parameters, self._weights)


def _best(candidates: list[Scored]) -> Scored:
    return max(candidates, key=lambda scored: scored.measures.score)  # the first of equals


def _count_characters(
    statistics: EvalStatistics, alignment: Alignment, fold: Callable[[str], str]
) -> EvalStatistics:
    """Return the statistics of a segment in UTF-16 units; chunks and word matches stay.

    Args:
        statistics: of the segment, in words.
        alignment: of the segment.
        fold: what the words of the texts become before they are compared.
    """
    test = _Side(alignment.hypothesis, fold)
    reference = _Side(alignment.reference, fold)
    test_matches = test.matches((link[4], link[0], link[1]) for link in alignment.links)
    reference_matches = reference.matches((link[4], link[2], link[3]) for link in alignment.links)
    return replace(
        statistics,
        hypothesis_length=float(sum(test.lengths)),
        reference_length=float(sum(reference.lengths)),
        hypothesis_function_words=float(sum(test.lengths[at] for at in test.function_words)),
        reference_function_words=float(
            sum(reference.lengths[at] for at in reference.function_words)
        ),
        hypothesis_content_matches=test_matches[0],
        hypothesis_function_matches=test_matches[1],
        reference_content_matches=reference_matches[0],
        reference_function_matches=reference_matches[1],
    )


class _Side:
    """One text: the length of each word, and which are function words."""

    def __init__(self, row: TokenRow, fold: Callable[[str], str]) -> None:
        self.lengths = [utf16_length(fold(surface)) for surface in row.surfaces()]
        self.function_words = frozenset(row.function_words)

    def matches(
        self, ranges: Iterable[tuple[int, int, int]]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return matched characters of content words and of function words, by stage.

        Args:
            ranges: stage, first word and end of each match.
        """
        content, function = [0.0] * STAGES, [0.0] * STAGES
        for stage, first, end in ranges:
            for word in range(first, end):
                counts = function if word in self.function_words else content
                counts[stage] += self.lengths[word]
        return tuple(content), tuple(function)
