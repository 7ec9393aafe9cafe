"""Score a corpus whose batches stream by."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Protocol

from ..score.results import CorpusResult, nan_without_segments
from ..score.shortfall import sum_of_shortfalls
from ..score.statistics import Statistics
from .batch import ScoredBatch


class ScoresSums(Protocol):
    """A scorer of summed statistics: a ``Meteor``, which is in a layer above this module."""

    def zero(self) -> Statistics:
        """Return the statistics of no segments."""

    def corpus_result(
        self,
        statistics: Statistics,
        *,
        references: int | None,
        unscored: int,
        shortfall: float | None,
    ) -> CorpusResult:
        """Return the corpus score of a sum."""


class CorpusTotal:
    """Sum the statistics and the shortfalls of batches.

    The sum of shortfalls is exact, so that neither the sizes of batches nor their order change
    a digit of it. How many references the segments have is tracked too.
    """

    def __init__(self, meteor: ScoresSums, *, references: int) -> None:
        """Create an empty total.

        Args:
            meteor: the scorer of the batches.
            references: the number of references in the signature of an empty corpus.
        """
        self._meteor = meteor
        self._references = references
        self._statistics = meteor.zero()
        self._numbers: set[int | None] = set()
        self._unscored = 0
        self._shortfall = Fraction(0)

    def add_up(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Yield the batches, each after it is added."""
        for batch in batches:
            self._statistics += batch.total
            self._unscored += len(batch.problems)
            self._shortfall += sum_of_shortfalls(batch.shortfall)
            if batch.total.segments:
                self._numbers.add(batch.signature.references)
            yield batch

    def result(self) -> CorpusResult:
        """Return the corpus score of the batches added so far; NaN where no segment has one."""
        numbers = self._numbers or {self._references}
        result = self._meteor.corpus_result(
            self._statistics,
            references=next(iter(numbers)) if len(numbers) == 1 else None,
            unscored=self._unscored,
            shortfall=float(self._shortfall),
        )
        return nan_without_segments(result)
