"""Samples of segments, drawn with replacement; the same samples for every metric."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from .rating_arrays import Floats

SAMPLES: Final = 1000
SEED: Final = 12345
"""sacrebleu's defaults."""

_BLOCK: Final = 1 << 16
"""Numbers of a block of weights: few enough to stay in a cache."""


def drawn_weights(segments: int, *, samples: int, seed: int | None) -> Iterator[Floats]:
    """Yield blocks of bootstrap weights: draws of each segment, by sample and segment.

    Args:
        segments: how many there are; as many are drawn each time.
        samples: how often to draw.
        seed: of the random numbers; None takes new ones every time.
    """
    generator = np.random.default_rng(seed)
    most = max(1, _BLOCK // segments)
    for start in range(0, samples, most):
        size = min(most, samples - start)
        drawn = generator.choice(segments, (size, segments))
        yield np.stack([np.bincount(row, minlength=segments) for row in drawn]).astype(float)
