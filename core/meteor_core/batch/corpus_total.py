"""The score of a corpus whose batches stream by."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from ..score.results import CorpusResult
from ..score.statistics import Statistics
from .batch import ScoredBatch


class ScoresSums(Protocol):
    """What scores summed statistics: a ``Meteor``, which is above this module."""

    def zero(self) -> Statistics:
        """The statistics of no segments."""

    def corpus_result(
        self, statistics: Statistics, *, references: int | None, unscored: int
    ) -> CorpusResult:
        """The corpus score of a sum."""


class CorpusTotal:
    """Sums the statistics of batches, and knows how many references their segments have."""

    def __init__(self, meteor: ScoresSums, *, references: int) -> None:
        """A total of nothing.

        Args:
            meteor: what scores the batches.
            references: what the signature of a corpus without segments says.
        """
        self._meteor = meteor
        self._references = references
        self._statistics = meteor.zero()
        self._numbers: set[int | None] = set()
        self._unscored = 0

    def add_up(self, batches: Iterable[ScoredBatch]) -> Iterator[ScoredBatch]:
        """Hand batches on, each after it was added."""
        for batch in batches:
            self._statistics += batch.total
            self._unscored += len(batch.problems)
            if batch.total.segments:
                self._numbers.add(batch.signature.references)
            yield batch

    def result(self) -> CorpusResult:
        """The score of what was added by now."""
        numbers = self._numbers or {self._references}
        return self._meteor.corpus_result(
            self._statistics,
            references=next(iter(numbers)) if len(numbers) == 1 else None,
            unscored=self._unscored,
        )
