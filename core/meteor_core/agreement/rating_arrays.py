"""A rated set as arrays of numbers, made once and shared by all measures."""

from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .rated_set import RatedSet

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RatingArrays:
    """Outputs, in the order of the set, and pairs of outputs of one segment.

    Attributes:
        segments: how many there are.
        systems: how many there are; 0 for judgements, which have no systems.
        segment: of each output, from 0.
        system: of each output, from 0.
        rating: of each output; higher is better.
        first: the output of each pair that comes first.
        second: the other one.
        gap: by how much the first is rated higher.
    """

    segments: int
    systems: int
    segment: Whole
    system: Whole
    rating: Floats
    first: Whole
    second: Whole
    gap: Floats

    @classmethod
    def of(cls, rated: RatedSet) -> Self:
        """Return the arrays of a set."""
        segments = {name: number for number, name in enumerate(rated.segments)}
        systems = {name: number for number, name in enumerate(rated.systems)}
        return cls.of_numbers(
            np.array([segments[output.segment] for output in rated.outputs]),
            np.array([systems[output.system] for output in rated.outputs]),
            np.array([output.rating for output in rated.outputs]),
            systems=0 if rated.judgements else len(systems),
        )

    @classmethod
    def of_numbers(
        cls, segment: Whole, system: Whole, rating: Floats, *, systems: int | None = None
    ) -> Self:
        """Return the arrays of at least one output.

        Args:
            segment: of each output, from 0; outputs of a segment are side by side.
            system: of each output, from 0.
            rating: of each output; higher is better.
            systems: how many there are; None counts them.
        """
        first, second = _pairs(segment)
        return cls(
            segments=int(segment.max()) + 1,
            systems=int(system.max()) + 1 if systems is None else systems,
            segment=segment,
            system=system,
            rating=rating,
            first=first,
            second=second,
            gap=_differences(rating, first, second),
        )

    @property
    def pair_segment(self) -> Whole:
        """The segment of each pair."""
        of_pairs: Whole = self.segment[self.first]
        return of_pairs

    def of_pairs(self, scores: Floats) -> Floats:
        """Return by how much the first output of each pair scores higher."""
        return _differences(scores, self.first, self.second)

    def by_segment(self, numbers: NDArray[Any], *, of_pairs: bool) -> Floats:
        """Sum numbers of pairs, or of outputs, by segment."""
        places = self.pair_segment if of_pairs else self.segment
        return np.bincount(places, weights=numbers, minlength=self.segments).astype(float)

    def by_system(self, numbers: Floats) -> Floats:
        """Return numbers of outputs by system and segment, NaN where an output is missing."""
        table = np.full((self.systems, self.segments), np.nan)
        table[self.system, self.segment] = numbers
        return table


_ROUNDING_SHARE: Final = 1e-9
"""The share of two numbers below which their difference is nothing but rounding: of ratings that
are means of several people's, of scores that are sums in another order."""


def _differences(numbers: Floats, first: Whole, second: Whole) -> Floats:
    left, right = numbers[first], numbers[second]
    differences = left - right
    is_rounding = np.abs(differences) <= _ROUNDING_SHARE * np.maximum(np.abs(left), np.abs(right))
    return np.where(is_rounding, 0, differences)


def _pairs(segment: Whole) -> tuple[Whole, Whole]:
    """Pair the outputs of each segment, which must be adjacent."""
    starts = np.flatnonzero(np.diff(segment, prepend=-1))
    sizes = np.diff(starts, append=len(segment))
    pieces = []
    for size in np.unique(sizes):
        earlier, later = np.triu_indices(int(size), 1)
        first = starts[sizes == size]
        pieces.append(
            np.stack([(first[:, None] + earlier).ravel(), (first[:, None] + later).ravel()])
        )
    every = np.concatenate(pieces, axis=1)
    every = every[:, np.lexsort((every[1], every[0]))]
    return every[0], every[1]
