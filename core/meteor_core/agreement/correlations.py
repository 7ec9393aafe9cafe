"""How well scores and ratings of one list of outputs agree, all of them with all others.

The measures of ``measures`` compare outputs of the same segment, of which there are as many as
systems. The outputs of one system are of different segments: here every two of them are a pair.
With 100,000 segments that is five thousand million pairs, which are counted by sorting.
"""

from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .measures import MEASURES, SegmentSums
from .rating_arrays import Floats, RatingArrays

_SEGMENTS_PER_BLOCK: Final = 2_000
"""Segments whose pairs of outputs are in memory together; 13 systems have 78 pairs of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlations:
    """How well two numbers of the same outputs agree; None where one of them is constant.

    Attributes:
        outputs: that have both numbers.
        pearson: Pearson's r.
        spearman: Pearson's r of ranks; equal numbers have their mean rank.
        kendall: tau-b of Kendall 1945.
        pairwise: of the pairs of outputs with unequal ratings the share that the scores order as
            the ratings do; a tie of scores counts one half.
    """

    outputs: int
    pearson: float | None
    spearman: float | None
    kendall: float | None
    pairwise: float | None


def correlations(scores: Floats, ratings: Floats, *, pairs: bool = True) -> Correlations:
    """Measure the agreement of scores with ratings; of both, higher is better.

    Args:
        scores: one an output; NaN where missing.
        ratings: as many; NaN where missing. Outputs that lack either number are ignored.
        pairs: whether to compare every two outputs; else ``kendall`` and ``pairwise`` are None.

    Raises:
        InputError: they are not as many.
    """
    if scores.shape != ratings.shape:
        raise InputError(
            f"there are {scores.size:,} scores and {ratings.size:,} ratings; give one of each for "
            "every output"
        )
    known = np.isfinite(scores) & np.isfinite(ratings)
    x, y = _ranks(scores[known]), _ranks(ratings[known])
    kendall, pairwise = _of_pairs(x, y) if pairs else (None, None)
    return Correlations(
        outputs=len(x),
        pearson=_pearson(scores[known], ratings[known]),
        spearman=_pearson(x, y),
        kendall=kendall,
        pairwise=pairwise,
    )


def _of_pairs(x: Floats, y: Floats) -> tuple[float | None, float | None]:
    """Return Kendall's tau-b and the pairwise accuracy of ranks."""
    size = len(x)
    tied, tied_ratings, tied_both = (
        _pairs_of_equals(ranks) for ranks in (x, y, x * (2 * size + 1) + y)
    )
    every = size * (size - 1) // 2
    discordant = _inversions(y[np.lexsort((y, x))])
    concordant = every - tied - tied_ratings + tied_both - discordant
    unequal, unequal_ratings = every - tied, every - tied_ratings
    if not unequal_ratings:
        return None, None
    pairwise = (concordant + (tied - tied_both) / 2) / unequal_ratings
    if not unequal:
        return None, pairwise
    return (concordant - discordant) / sqrt(unequal * unequal_ratings), pairwise


def correlations_within(scores: Floats, ratings: Floats) -> Correlations:
    """Measure the agreement of scores with ratings of several systems' outputs.

    Only outputs of the same segment are pairs; Kendall's tau-b is the mean over segments. Pearson's
    r and Spearman's are over all outputs. All are as in ``measures``.

    Args:
        scores: by segment and system; NaN where missing.
        ratings: the same. Outputs without one or the other do not count.

    Raises:
        InputError: they are not as many.
    """
    flat = correlations(scores.ravel(), ratings.ravel(), pairs=False)
    known = np.isfinite(scores) & np.isfinite(ratings)
    if not known.any():
        return flat
    rows = np.flatnonzero(known.any(axis=1))
    blocks = [
        rows[start : start + _SEGMENTS_PER_BLOCK]
        for start in range(0, len(rows), _SEGMENTS_PER_BLOCK)
    ]

    def measured(name: str) -> float | None:
        parts = [_sums(name, scores[block], ratings[block], known[block]) for block in blocks]
        value = float(parts[0].value(np.sum([part.sums.sum(axis=0) for part in parts], axis=0)))
        return value if isfinite(value) else None

    return replace(flat, pairwise=measured("pairwise"), kendall=measured("kendall"))


def _sums(name: str, scores: Floats, ratings: Floats, known: NDArray[np.bool_]) -> SegmentSums:
    """Return the sums of a measure over segments, each of which has an output that is known."""
    segment, system = np.nonzero(known)
    rated = RatingArrays.of_numbers(segment, system, ratings[known])
    found = MEASURES[name].prepare(rated, scores[known])
    if not isinstance(found, SegmentSums):
        raise TypeError(f"{name} does not follow from sums over segments")
    return found


def _ranks(numbers: Floats) -> Floats:
    """Return twice the mean rank from 0 of each number: integers, so that sums are exact."""
    _, place, sizes = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(sizes)
    ranks: Floats = (2 * ends - sizes - 1)[place].astype(np.float64)
    return ranks


def _pairs_of_equals(numbers: Floats) -> int:
    _, sizes = np.unique(numbers, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _inversions(numbers: Floats) -> int:
    """Count the pairs in descending order, by merging sorted halves."""
    _, places = np.unique(numbers, return_inverse=True)
    size = 1 << max(0, len(places) - 1).bit_length()
    rows: NDArray[np.int64] = np.full(size, len(places), np.int64)  # no pair with what comes last
    rows[: len(places)] = places
    shift_unit, count, width = len(places) + 1, 0, 1
    while width < size:
        halves = rows.reshape(-1, 2, width)
        # All blocks at once: an offset keeps each block's numbers above those before.
        shift = np.arange(len(halves))[:, None] * shift_unit
        left, right = (halves[:, half] + shift for half in (0, 1))
        below = np.searchsorted(left.ravel(), right.ravel(), side="right")
        before = np.repeat((np.arange(len(halves)) + 1) * width, width)
        count += int((before - below).sum())
        rows = np.sort(rows.reshape(-1, 2 * width), axis=1).ravel()
        width *= 2
    return count


def _pearson(x: Floats, y: Floats) -> float | None:
    if not len(x):
        return None
    x_centred, y_centred = x - x.mean(), y - y.mean()
    sizes = [float(np.sqrt(numbers @ numbers)) for numbers in (x_centred, y_centred)]
    # What rounding leaves of a constant is no variance.
    dust = [
        1e-12 * max(1e-300, float(np.abs(numbers).max())) * sqrt(len(numbers)) for numbers in (x, y)
    ]
    if sizes[0] <= dust[0] or sizes[1] <= dust[1]:
        return None
    return float(np.clip(x_centred @ y_centred / (sizes[0] * sizes[1]), -1, 1))
