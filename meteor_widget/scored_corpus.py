"""A corpus scored once: counts of every segment in columns, from which all numbers follow.

Scores, sums, filters and resampling read the columns; an alignment is made again when a segment
is looked at. So a hundred thousand segments need a few megabytes.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.results import CorpusResult, SegmentResult
from meteor_core.statistics import Statistics

LENGTHS: Final = ("hypothesis_length", "reference_length", "chunks", "perfect_segments")
"""Columns of counts before those of the stages' matches."""

_REMEMBERED: Final = 256
"""Alignments kept; the segments that a person looks at again."""


class ScoredCorpus:
    """The segments of one system against their references.

    Attributes:
        meteor: what scores them.
        hypotheses: one text a segment.
        references: one list of texts for each set of references, as in sacrebleu.
        counts: one row a segment: ``LENGTHS``, then matches by stage; zeros where not yet scored.
        chosen: index of the reference that each segment was scored against, from 0.
        proved: whether each segment's alignment is proved optimal.
        done: how many segments are scored, from the first on.
    """

    def __init__(
        self, meteor: Meteor, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> None:
        """Take texts that are known to be of equal number; nothing is scored yet."""
        size = len(hypotheses)
        self.meteor: Final = meteor
        self.hypotheses: Final = hypotheses
        self.references: Final = references
        self.stages: Final = tuple(stage.name for stage in meteor.configuration.stages)
        self.counts: Final[NDArray[np.int32]] = np.zeros(
            (size, len(LENGTHS) + len(self.stages)), np.int32
        )
        self.chosen: Final[NDArray[np.int32]] = np.zeros(size, np.int32)
        self.proved: Final[NDArray[np.bool_]] = np.zeros(size, np.bool_)
        self.done = 0
        self._remembered: OrderedDict[int, SegmentResult] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many segments there are, scored or not."""
        return len(self.hypotheses)

    def score(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Score what is not scored yet, in order, for as long as that is wanted.

        Args:
            go_on: asked before each segment; false ends the work, and a later call resumes it.
        """
        while self.done < len(self) and go_on():
            self._keep(self.done, self._scored(self.done))
            self.done += 1

    def result(self, segment: int) -> SegmentResult:
        """A segment's result with its alignment.

        Args:
            segment: index from 0.
        """
        with self._lock:
            found = self._remembered.get(segment)
        if found is None:
            found = self._scored(segment)
        with self._lock:
            self._remembered[segment] = found
            self._remembered.move_to_end(segment)
            if len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return found

    def texts(self, segment: int) -> list[str]:
        """The references of a segment."""
        return [stream[segment] for stream in self.references]

    def total(self, segments: NDArray[np.intp] | None = None) -> CorpusResult:
        """The corpus score of the scored segments, or of these.

        Args:
            segments: indices from 0 of scored segments.
        """
        which = np.arange(self.done) if segments is None else segments
        sums = self.counts[which].sum(axis=0, dtype=np.int64)
        hypothesis_length, reference_length, chunks, perfect, *by_stage = map(int, sums)
        statistics = Statistics(
            segments=len(which),
            hypothesis_length=hypothesis_length,
            reference_length=reference_length,
            matches_by_stage=tuple(by_stage),
            chunks=chunks,
            perfect_segments=perfect,
            proved_segments=int(self.proved[which].sum()),
        )
        return self.meteor.corpus_result(statistics, references=len(self.references))

    def _scored(self, segment: int) -> SegmentResult:
        return self.meteor.score(self.hypotheses[segment], self.texts(segment))

    def _keep(self, segment: int, result: SegmentResult) -> None:
        statistics = result.statistics
        self.counts[segment] = (
            statistics.hypothesis_length,
            statistics.reference_length,
            statistics.chunks,
            statistics.perfect_segments,
            *statistics.matches_by_stage,
        )
        self.chosen[segment] = result.reference
        self.proved[segment] = result.optimal
