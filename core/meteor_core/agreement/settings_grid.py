"""A measure of agreement at many settings of a metric's parameters, by few multiplications."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from .measures import AgreementMeasure, SegmentSums, Values
from .rating_arrays import Floats, RatingArrays

_TOGETHER: Final = 1 << 21
"""Sums of segments that are multiplied together: 16 MB."""


def values_at(
    rated: RatingArrays,
    measure: AgreementMeasure,
    scores: Iterable[Floats],
    weights: Sequence[Floats],
) -> Iterator[tuple[float, Floats]]:
    """Yield, for each setting, a measure of the set and of its samples.

    Settings of a measure that follows from sums over segments go together through one
    multiplication of matrices.

    Args:
        rated: the set.
        measure: of agreement.
        scores: of all outputs, one setting after another.
        weights: blocks of samples, the same for all settings (``drawn_weights``).
    """
    once = np.ones((1, rated.segments))
    waiting: list[SegmentSums] = []
    for row in scores:
        values = measure.prepare(rated, row)
        if not isinstance(values, SegmentSums):
            yield float(values(once)[0]), _of_samples(values, weights)
            continue
        waiting.append(values)
        if len(waiting) * values.sums.size >= _TOGETHER:
            yield from _multiplied(waiting, once, weights)
            waiting = []
    if waiting:
        yield from _multiplied(waiting, once, weights)


def _of_samples(values: Values, weights: Sequence[Floats]) -> Floats:
    return np.concatenate([values(block) for block in weights])


def _multiplied(
    settings: Sequence[SegmentSums], once: Floats, weights: Sequence[Floats]
) -> Iterator[tuple[float, Floats]]:
    stacked = np.concatenate([setting.sums for setting in settings], axis=1)
    value = settings[0].value

    def by_setting(block: Floats) -> Floats:
        return value((block @ stacked).reshape(len(block), len(settings), -1)).T

    itself = by_setting(once)[:, 0]
    samples = np.concatenate([by_setting(block) for block in weights], axis=1)
    for observed, row in zip(itself, samples, strict=True):
        yield float(observed), row
