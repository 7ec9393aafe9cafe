"""Segments scored as the program scores them: its statistics, its floating-point steps.

Counts come from the package's own scorer. Its measures are exact and are not used: the program
rounds at every step, and so chooses another reference where two are nearly equal.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from ...errors import SegmentError
from ...meteor import Meteor
from ...meteor15.eval_statistics import EvalStatistics, JavaMeasures, java_measures
from ...meteor15.java_strings import java_double
from ...score.results import SegmentResult
from .character_counts import count_characters
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
        """Precision, recall, penalty and score as ``-vOut`` has them."""
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
        """See ``make_meteor`` for the errors."""
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
        """Each segment against the best of its references, the first of equals."""
        pairs = [(text, reference) for text, references in segments for reference in references]
        scored = iter(self._scored(pairs))
        return [_best([next(scored) for _ in references]) for _, references in segments]

    def measure(self, statistics: EvalStatistics) -> Scored:
        """Measures of statistics that were summed or come from elsewhere."""
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
            statistics = count_characters(statistics, result.alignment, self.fold)
        return Scored(statistics=statistics, measures=self._measures(statistics), result=result)

    def _measures(self, statistics: EvalStatistics) -> JavaMeasures:
        return java_measures(statistics, self._parameters, self._weights)


def _best(candidates: list[Scored]) -> Scored:
    return max(candidates, key=lambda scored: scored.measures.score)  # the first of equals
