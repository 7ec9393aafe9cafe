"""The score of a corpus whose batches stream by."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..score.results import CorpusResult
from ..score.wording import references_in
from .batch import ScoredBatch

if TYPE_CHECKING:
    from ..meteor import Meteor  # which makes totals


class CorpusTotal:
    """Sums the statistics of batches, and knows how many references their segments have."""

    def __init__(self, meteor: "Meteor", *, references: int) -> None:
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
                self._numbers.add(references_in(batch.signature))
            yield batch

    def result(self) -> CorpusResult:
        """The score of what was added by now."""
        numbers = self._numbers or {self._references}
        return self._meteor.corpus_result(
            self._statistics,
            references=next(iter(numbers)) if len(numbers) == 1 else None,
            unscored=self._unscored,
        )
