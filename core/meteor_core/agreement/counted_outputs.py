"""Align and count rated outputs once, to score them with any parameters."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..analysis.significance import scores
from ..batch.batch import ScoredBatch
from ..meteor import Meteor
from ..score.parameters import Parameters
from ..score.signature import Signature
from ..score.statistics import COUNTS
from .rated_set import RatedSet
from .rating_arrays import Floats

Watch: TypeAlias = Callable[[Iterable[ScoredBatch]], Iterator[ScoredBatch]]
"""Sees batches pass, for instance to show progress."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountedOutputs:
    """The counts of a set's outputs against each of their references.

    Attributes:
        signature: of the scorer that aligned them.
        parameters: of that scorer.
        counts: for each reference, a row of counts for each output, in the order of the table of
            counts; all 0 where the output has no such reference.
        there: for each reference, whether each output was scored against it.
    """

    signature: Signature
    parameters: Parameters
    counts: tuple[NDArray[np.int64], ...]
    there: tuple[NDArray[np.bool_], ...]

    def scores(self, parameters: Parameters | None = None) -> Floats:
        """Return the score of each output against its best reference, NaN if unscored.

        Computed in floating point: equal to the scorer's to the last digits. NaN where an output
        cannot be scored.
        """
        best, _ = self._best(parameters or self.parameters)
        return best

    def shortfalls(self, parameters: Parameters | None = None) -> Floats:
        """Return reference length x (1 - score) of each output, in words."""
        best, reference = self._best(parameters or self.parameters)
        lengths = self._lengths(reference)
        found: Floats = lengths * (1 - best)
        return found

    def reference_lengths(self) -> Floats:
        """Return the length of the best reference of each output, in words."""
        return self._lengths(self._best(self.parameters)[1])

    def _best(self, parameters: Parameters) -> tuple[Floats, NDArray[np.int64]]:
        all_scores = np.stack(
            [
                np.where(has_reference, scores(counts, parameters), -np.inf)
                for counts, has_reference in zip(self.counts, self.there, strict=True)
            ]
        )
        best = all_scores.max(axis=0)
        return np.where(np.isfinite(best), best, np.nan), all_scores.argmax(axis=0)

    def _lengths(self, reference: NDArray[np.int64]) -> Floats:
        column = COUNTS.index("reference_length")
        lengths = np.stack([counts[:, column] for counts in self.counts])
        chosen: Floats = np.take_along_axis(lengths, reference[None, :], axis=0)[0].astype(float)
        return chosen


def count_outputs(
    rated: RatedSet, meteor: Meteor, watch: Watch = iter, *, jobs: int = 1
) -> CountedOutputs:
    """Align every output of a set with each of its references, and count."""
    max_references = max(len(output.references) for output in rated.outputs)
    counted = [
        _count_against(rated, meteor, reference, watch, jobs) for reference in range(max_references)
    ]
    return CountedOutputs(
        signature=meteor.signature(max_references),
        parameters=meteor.configuration.parameters,
        counts=tuple(counts for counts, _ in counted),
        there=tuple(there for _, there in counted),
    )


def _count_against(
    rated: RatedSet, meteor: Meteor, reference: int, watch: Watch, jobs: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    hypotheses = [output.hypothesis for output in rated.outputs]
    texts = [
        output.references[reference] if reference < len(output.references) else None
        for output in rated.outputs
    ]
    rows, there = [], []
    for batch in watch(meteor.batches(hypotheses, [texts], jobs=jobs)):
        rows.append(np.stack([np.asarray(column) for column in batch.counts], axis=1))
        there.append(np.asarray(batch.reference) >= 0)
    # Columns side by side in memory are scored twice as fast.
    return np.asfortranarray(np.concatenate(rows)), np.concatenate(there)
