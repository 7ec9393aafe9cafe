"""Count several systems by METEOR: a matrix of counts and segment scores."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..analysis.all_pairs import SystemCounts
from ..analysis.significance import column_scores, scored_counts
from ..batch.batch import ScoredBatch
from ..meteor import Meteor
from ..score.measures import Measures, measure
from ..score.statistics import COUNTS, STAGE_COUNTS, Statistics
from .texts import ComparedTexts

Floats: TypeAlias = NDArray[np.float64]
Watch: TypeAlias = Callable[[Iterable[ScoredBatch]], Iterator[ScoredBatch]]
"""Observes batches as they are scored, for instance to show progress."""

_SEGMENTS_PER_BLOCK: Final = 1024
"""Segments whose references are prepared once for all systems; bounds the wait on interrupts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeteorCounts:
    """The counts of all systems, by one scorer.

    Attributes:
        meteor: the scorer.
        counts: by segment, system and column, in the order of the table of counts.
        scores: by segment and system; NaN where one cannot be scored.
        shortfalls: by segment and system, likewise.
        chosen: the reference that each was scored against, from 0; -1 where it cannot be scored.
    """

    meteor: Meteor
    counts: Floats
    scores: Floats
    shortfalls: Floats
    chosen: NDArray[np.int64]

    def only(self, segments: NDArray[np.intp]) -> "MeteorCounts":
        """Return the counts restricted to some segments."""
        return MeteorCounts(
            meteor=self.meteor,
            counts=self.counts[segments],
            scores=self.scores[segments],
            shortfalls=self.shortfalls[segments],
            chosen=self.chosen[segments],
        )

    def column(self, name: str) -> Floats:
        """Return one of the single counts, by segment and system."""
        found: Floats = self.counts[:, :, COUNTS.index(name)]
        return found

    def stage_column(self, name: str) -> Floats:
        """Return one of the counts by stage, by segment, system and stage."""
        stages = len(self.meteor.configuration.stages)
        first = len(COUNTS) + STAGE_COUNTS.index(name) * stages
        found: Floats = self.counts[:, :, first : first + stages]
        return found

    def measures(self, system: int, segments: NDArray[np.intp] | slice = slice(None)) -> Measures:
        """Return the exact measures of some segments of a system, by default of all."""
        rows = self.counts[segments, system]
        statistics = Statistics.of_counts(list(map(int, rows.sum(axis=0))), segments=len(rows))
        return measure(statistics, self.meteor.configuration.parameters)

    def tested(self) -> SystemCounts:
        """Return the counts to resample, with those that no score depends on set to 0."""
        parameters = self.meteor.configuration.parameters
        counts = scored_counts(self.counts, parameters)
        return SystemCounts(counts=counts, score=lambda columns: column_scores(columns, parameters))


def count_meteor(
    meteor: Meteor, texts: ComparedTexts, *, watch: Watch = iter, jobs: int = 1
) -> MeteorCounts:
    """Score every segment of every system."""
    by_system = _batches_by_block if jobs == 1 else _batches_by_system
    found: list[list[ScoredBatch]] = [[] for _ in texts.systems]
    for place, batch in by_system(meteor, texts, watch, jobs):
        found[place].append(batch)

    def column(name: str, batches: Sequence[ScoredBatch]) -> NDArray[np.generic]:
        return np.concatenate([np.asarray(getattr(batch, name)) for batch in batches])

    counts = [
        np.concatenate([np.stack([*map(np.asarray, batch.counts)], axis=1) for batch in batches])
        for batches in found
    ]
    columns = {
        name: np.stack([column(name, batches) for batches in found], axis=1)
        for name in ("score", "shortfall", "reference")
    }
    return MeteorCounts(
        meteor=meteor,
        counts=np.stack(counts, axis=1).astype(np.float64),
        scores=columns["score"].astype(np.float64),
        shortfalls=columns["shortfall"].astype(np.float64),
        chosen=columns["reference"].astype(np.int64),
    )


def _batches_by_block(
    meteor: Meteor, texts: ComparedTexts, watch: Watch, jobs: int
) -> Iterator[tuple[int, ScoredBatch]]:
    """Yield batches with the place of their system; references are analysed once."""
    places: list[int] = []

    def batches() -> Iterator[ScoredBatch]:
        for start in range(0, len(texts), _SEGMENTS_PER_BLOCK):
            rows = slice(start, start + _SEGMENTS_PER_BLOCK)
            prepared = meteor.prepare([texts_of_set[rows] for texts_of_set in texts.references])
            for place, hypotheses in enumerate(texts.systems.values()):
                places.append(place)
                yield meteor.batch(hypotheses[rows], prepared)

    for batch in watch(batches()):
        yield places[-1], batch


def _batches_by_system(
    meteor: Meteor, texts: ComparedTexts, watch: Watch, jobs: int
) -> Iterator[tuple[int, ScoredBatch]]:
    for place, hypotheses in enumerate(texts.systems.values()):
        for batch in watch(meteor.batches(hypotheses, texts.references, jobs=jobs)):
            yield place, batch
