"""A corpus scored once: counts of every segment in columns, from which all numbers follow.

Scores, sums, filters and resampling read the columns; an alignment is computed again when a
segment is viewed. So a hundred thousand segments need a few megabytes.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.batch.batch import MEASURES
from meteor_core.score.measures import UNSCORED, measure
from meteor_core.score.results import CorpusResult, SegmentResult, SegmentScore
from meteor_core.score.shortfall import sum_of_shortfalls
from meteor_core.score.statistics import COUNTS, Statistics, count_names

from .prepared_blocks import PreparedBlocks

_REMEMBERED: Final = 256
"""Alignments that are kept, for segments that are viewed again."""


class ScoredCorpus:
    """The segments of one system against their references.

    Attributes:
        meteor: the scorer.
        hypotheses: one text for each segment.
        references: one list of texts for each set of references, as in sacrebleu.
        stages: names of stages, in the order in which they are tried.
        count_names: names of the columns of ``counts``.
        counts: one row for each segment, in the order of the table of counts; zeros until scored.
        measures: one row for each segment, columns ``MEASURES``; zeros until scored.
        chosen: index of the reference that each segment was scored against, from 0.
        problems: why segments cannot be scored, by index from 0; their counts are zeros, their
            measures NaN, and totals leave them out.
        done: number of segments, from the first on, that are scored.
    """

    def __init__(
        self,
        meteor: Meteor,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        *,
        blocks: PreparedBlocks | None = None,
    ) -> None:
        """Create an unscored corpus from texts of equal number.

        Args:
            meteor: the scorer.
            hypotheses: one text for each segment.
            references: one list of texts for each set of references, as in sacrebleu.
            blocks: the same references, if other systems are scored against them too.
        """
        size = len(hypotheses)
        self.meteor: Final = meteor
        self.hypotheses: Final = hypotheses
        self.references: Final = references
        self._blocks: Final = blocks or PreparedBlocks(meteor, references)
        self.stages: Final = tuple(stage.name for stage in meteor.configuration.stages)
        self.count_names: Final = count_names(self.stages)
        self.counts: Final[NDArray[np.int32]] = np.zeros((size, len(self.count_names)), np.int32)
        self.measures: Final[NDArray[np.float64]] = np.zeros((size, len(MEASURES)), np.float64)
        self.chosen: Final[NDArray[np.int32]] = np.zeros(size, np.int32)
        self.problems: Final[dict[int, str]] = {}
        self.done = 0
        self._remembered: OrderedDict[int, SegmentResult] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of segments, scored or not."""
        return len(self.hypotheses)

    def score(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Score the remaining segments in order, as long as ``go_on`` returns true.

        Args:
            go_on: called before each block of segments; false ends the work, and a later call
                resumes it.
        """
        while self.done < len(self) and go_on():
            self.done = self._score_block(self.done)

    def result(self, segment: int) -> SegmentResult:
        """Return a segment's result with its alignment.

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

    def segment_score(self, segment: int) -> SegmentScore:
        """Return the numbers of a scored segment, without its alignment.

        Args:
            segment: index from 0.
        """
        problem = self.problems.get(segment, "")
        statistics = Statistics.of_counts(self.counts[segment].tolist(), segments=int(not problem))
        parameters = self.meteor.configuration.parameters
        return SegmentScore(
            statistics=statistics,
            measures=UNSCORED if problem else measure(statistics, parameters),
            signature=self.meteor.signature(len(self.references)),
            reference=-1 if problem else int(self.chosen[segment]),
            optimal=bool(statistics.proved_segments),
            problem=problem,
        )

    def count(self, name: str) -> NDArray[np.int32]:
        """Return a column of the table of counts, of the scored segments."""
        return self.counts[: self.done, COUNTS.index(name)]

    def shortfalls(self) -> NDArray[np.float64]:
        """Return the shortfall of each scored segment; NaN if it cannot be scored."""
        scores = self.measures[: self.done, MEASURES.index("score")]
        return self.count("reference_length") * (1 - scores)

    def texts(self, segment: int) -> list[str]:
        """Return the references of a segment."""
        return [stream[segment] for stream in self.references]

    def total(self, segments: NDArray[np.intp] | None = None) -> CorpusResult:
        """Return the corpus score of the scored segments, or of the given ones.

        Args:
            segments: indices, from 0, of scored segments.
        """
        which = np.arange(self.done) if segments is None else segments
        unscored = int(np.isin(which, list(self.problems)).sum()) if self.problems else 0
        statistics = Statistics.of_counts(
            self.counts[which].sum(axis=0, dtype=np.int64).tolist(), segments=len(which) - unscored
        )
        return self.meteor.corpus_result(
            statistics,
            references=len(self.references),
            unscored=unscored,
            shortfall=float(sum_of_shortfalls(self.shortfalls()[which].tolist())),
        )

    def _scored(self, segment: int) -> SegmentResult:
        """Return the result of a segment, and the problem if it cannot be scored."""
        texts = [[text] for text in self.texts(segment)]
        (result,) = self.meteor.segments([self.hypotheses[segment]], texts)
        return result

    def _score_block(self, start: int) -> int:
        """Score the block that begins at a segment, and return its end."""
        references = self._blocks.take(start)
        end = start + len(references)
        batch = self.meteor.batch(self.hypotheses[start:end], references)
        for index, column in enumerate(batch.counts):
            self.counts[start:end, index] = np.frombuffer(column, np.int64)
        for index, name in enumerate(MEASURES):
            self.measures[start:end, index] = np.frombuffer(getattr(batch, name), np.float64)
        self.chosen[start:end] = np.frombuffer(batch.reference, np.int64)
        for row, problem in batch.problems.items():
            self._note_problem(start + row, problem)
        return end

    def _note_problem(self, segment: int, problem: str) -> None:
        self.problems[segment] = problem
        self.chosen[segment] = 0  # the reference whose text is shown
