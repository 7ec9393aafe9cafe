"""The objectives of tuning: measures of agreement to maximise.

    pairwise            pairs of outputs of one segment ordered as rated, a tie one half; a pair
                        counts as much as its ratings differ, up to a cap, so that a hair's breadth
                        between two ratings does not count like a catastrophe
    pearson, spearman   correlation over all outputs
    pearson-by-segment  correlation within a segment, the mean over segments
    shortfall           Pearson's correlation of the ratings with minus the shortfall, reference
                        length x (1 - score): for ratings that are sums of errors or of edits

No objective counts ties as wrong: it would be gained by breaking ties at random.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from ..measures import MEASURES, Values
from ..rating_arrays import Floats, RatingArrays

Prepared: TypeAlias = Callable[[Floats], Values]
"""From a metric's numbers for the outputs to values for any weights of the segments."""

CAP: Final = 5.0
"""A major error of MQM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """A measure that tuning maximises.

    Attributes:
        name: on the command line and in files.
        title: for people.
        measure: the measure of agreement that it is.
        of_shortfall: whether it is measured on the shortfall, not on the score.
        by_gap: whether a pair counts as much as its ratings differ.
    """

    name: str
    title: str
    measure: str
    of_shortfall: bool = False
    by_gap: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is a share from 0 to 1, not a correlation from -1 to 1."""
        return MEASURES[self.measure].is_share

    @property
    def of_ratings(self) -> bool:
        """Whether it means nothing for judgements of pairs."""
        return MEASURES[self.measure].of_ratings

    @property
    def within_segments(self) -> bool:
        """Whether it compares outputs of one segment only."""
        return self.measure in ("pairwise", "pearson_by_segment")

    def prepare(self, rated: RatingArrays, *, cap: float = CAP) -> Prepared:
        """Prepare the objective for rated outputs."""
        if self.by_gap:
            return _pairwise_by_gap(rated, cap)
        return partial(MEASURES[self.measure].prepare, rated)


def _pairwise_by_gap(rated: RatingArrays, cap: float) -> Prepared:
    unequal = rated.gap != 0
    pairs = replace(
        rated, first=rated.first[unequal], second=rated.second[unequal], gap=rated.gap[unequal]
    )
    weight, order = np.minimum(np.abs(pairs.gap), cap), np.sign(pairs.gap)
    whole = pairs.by_segment(weight, of_pairs=True)

    def prepare(scores: Floats) -> Values:
        agreeing = np.sign(pairs.of_pairs(scores)) * order
        right = pairs.by_segment(weight * (1 + agreeing) / 2, of_pairs=True)

        def values(weights: Floats) -> Floats:
            above, below = weights @ right, weights @ whole
            found: Floats = np.divide(
                above, below, out=np.full(len(weights), np.nan), where=below > 0
            )
            return found

        return values

    return prepare


OBJECTIVES: Final[Mapping[str, Objective]] = MappingProxyType(
    {
        objective.name: objective
        for objective in (
            Objective(
                name="pairwise",
                title="pairwise, weighted by gap",
                measure="pairwise",
                by_gap=True,
            ),
            Objective(name="pearson", title="Pearson", measure="pearson"),
            Objective(
                name="pearson-by-segment",
                title="Pearson within segments",
                measure="pearson_by_segment",
            ),
            Objective(name="spearman", title="Spearman", measure="spearman"),
            Objective(
                name="shortfall",
                title="Pearson of the shortfall",
                measure="pearson",
                of_shortfall=True,
            ),
        )
    }
)
"""Every objective by name, the default first."""
