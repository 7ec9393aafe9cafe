"""Bootstrap samples of segments, shared by all metrics and all settings of their parameters."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from .measures import AgreementMeasure, SegmentSums, Values
from .rating_arrays import Floats, RatingArrays

SAMPLES: Final = 1000
SEED: Final = 12345
"""sacrebleu's defaults."""

_MAX_BLOCK_NUMBERS: Final = 1 << 16
"""Numbers of a block of weights: few enough to stay in a cache."""

_MAX_BATCH_SUMS: Final = 1 << 21
"""Sums of segments that are multiplied together: 16 MB."""


def drawn_weights(segments: int, *, samples: int, seed: int | None) -> Iterator[Floats]:
    """Yield blocks of bootstrap weights: draws of each segment, by sample and segment.

    Args:
        segments: how many there are; as many are drawn each time.
        samples: how often to draw.
        seed: of the random numbers; None takes new ones every time.
    """
    generator = np.random.default_rng(seed)
    rows_per_block = max(1, _MAX_BLOCK_NUMBERS // segments)
    for start in range(0, samples, rows_per_block):
        size = min(rows_per_block, samples - start)
        drawn = generator.choice(segments, (size, segments))
        yield np.stack([np.bincount(row, minlength=segments) for row in drawn]).astype(float)


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
        if len(waiting) * values.sums.size >= _MAX_BATCH_SUMS:
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
