"""Resample test sets: sums of counts over drawn segments, in bounded memory.

Random numbers are drawn as sacrebleu 2.6 draws them, so the same seed takes the same segments.
It draws all of them at once; here they come in blocks that continue one stream.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

_BLOCK: Final = 1 << 22
"""Numbers held at a time, some 32 MB."""

_WORD: Final = 32
"""Random bits come in words of this size, and the rest of a call's last word is lost; so blocks are
multiples of it."""


def drawn_sums(
    counts: "Floats", generator: "np.random.Generator", samples: int
) -> Iterator["Floats"]:
    """Yield sums over segments drawn with replacement, in blocks.

    Args:
        counts: a row for each segment.
        generator: of random numbers, moved on.
        samples: how many sums to make.

    Yields:
        Some of the sums, a row for each.
    """
    import numpy as np

    segments = len(counts)
    for size in _block_sizes(samples, max(1, _BLOCK // segments)):
        times = np.empty((size, segments))
        for row, drawn in zip(times, generator.choice(segments, (size, segments)), strict=True):
            row[:] = np.bincount(drawn, minlength=segments)
        yield times @ counts


def chosen_sums(
    counts: "Floats", generator: "np.random.Generator", samples: int
) -> Iterator["Floats"]:
    """Yield sums over segments each chosen with probability 1/2, in blocks.

    Args:
        counts: a row for each segment.
        generator: of random numbers, moved on.
        samples: how many sums to make.

    Yields:
        Some of the sums, a row for each.
    """
    import numpy as np

    segments = len(counts)
    most = max(1, _BLOCK // (segments * _WORD)) * _WORD
    taken = np.empty((min(most, samples), segments))
    for size in _block_sizes(samples, most):
        block = taken[:size]
        np.copyto(block, _bits(generator, size, segments))
        yield block @ counts


def every_sum(counts: "Floats") -> "Floats":
    """Return the sums over all subsets of segments, the empty one first.

    Args:
        counts: a row for each segment, of which there are few: each doubles the sums.
    """
    import numpy as np

    sums = np.zeros((1, counts.shape[1]))
    for row in counts:
        sums = np.concatenate([sums, sums + row])
    return sums


def _bits(generator: "np.random.Generator", rows: int, columns: int) -> "NDArray[Any]":
    import numpy as np

    return generator.integers(2, size=(rows, columns), dtype=np.bool_)


def _block_sizes(total: int, most: int) -> Iterator[int]:
    for start in range(0, total, most):
        yield min(most, total - start)
