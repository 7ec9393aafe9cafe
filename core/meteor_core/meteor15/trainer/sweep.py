"""Every setting of a grid, tried in the program's order; and the best of them."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product, starmap
from typing import Final

import numpy as np

from ..eval_statistics import EvalStatistics
from .grid import Grid
from .objectives import Objective
from .scores import Floats, Segments, f_means, scored

_CELLS: Final = 1 << 17
"""Numbers of a matrix, so many that the processor keeps them near."""

_FEWEST_COLUMNS: Final = 8
_SLAB: Final = 1 << 20
"""Settings whose results are held at a time."""

_SAMPLE: Final = 20
"""Pairs of beta and gamma that are enough to guess the time of all."""

_DIGITS: Final = 10
"""Decimals that steps can have. What is beyond comes from summing them up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slab:
    """Results of settings that follow each other in the grid.

    Attributes:
        alpha: of all of them.
        pairs: beta and gamma of each row.
        inner: the numbers of the combinations of delta and weights in a row.
        values: of the objective, a row for each pair.
    """

    alpha: float
    pairs: Sequence[tuple[float, float]]
    inner: range
    values: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """The best setting of a grid.

    Attributes:
        value: what the objective is there.
        alpha: weight of recall against precision in the F-mean.
        beta: exponent of the fragmentation in the penalty.
        gamma: greatest penalty.
        delta: weight of content words against function words.
        weights: of four stages, by place.
    """

    value: float
    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


def train(
    statistics: Sequence[EvalStatistics],
    objective: Objective,
    grid: Grid,
    *,
    lowest: bool = False,
    jobs: int = 1,
) -> Trained:
    """Return the setting of a grid at which the objective is highest.

    Of equals the last one in the grid's order is taken, which ``sort -gr`` puts first in what the
    program prints.

    Args:
        statistics: of each segment: ``EvalStatistics.of`` makes them of those of the variant
            ``meteor-1.5``, whose alignments are the Trainer's where there is one reference.
        objective: made of what people said of these segments, in the same order.
        grid: the settings to try.
        lowest: whether to look for the lowest value instead, and of equals for the first: where
            the ratings are of errors, as HTER.
        jobs: threads to compute with.
    """
    return best(grid, sweep(statistics, objective, grid, jobs=jobs), lowest=lowest)


def best(grid: Grid, slabs: Iterator[Slab], *, lowest: bool = False) -> Trained:
    """Return the best setting of all slabs of a grid; see ``train``."""
    value, number, begun = math.nan, 0, 0
    for slab in slabs:
        values = slab.values.ravel()
        place = int(values.argmin()) if lowest else values.size - 1 - int(values[::-1].argmax())
        found = float(values[place])
        if math.isnan(value) or (found < value if lowest else found >= value):
            value, number = found, begun + place
        begun += values.size
    setting = tuple(round(each, _DIGITS) for each in grid.setting(number))
    alpha, beta, gamma, delta, *weights = setting
    return Trained(
        value=value, alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=tuple(weights)
    )


def sweep(
    statistics: Sequence[EvalStatistics],
    objective: Objective,
    grid: Grid,
    *,
    jobs: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Iterator[Slab]:
    """Try every setting of a grid and yield the results in its order.

    Memory is bounded: it holds a million results and some blocks of scores, whatever the grid.

    Args:
        statistics: of each segment.
        objective: see ``train``.
        grid: the settings to try.
        jobs: threads to compute with.
        advance: told the number of settings that were tried since it was last called.
    """
    tries = _Tries(Segments(statistics), objective, grid)
    settings = math.prod(map(len, grid.inner))
    rows, columns = max(1, _SLAB // settings), _columns(len(statistics))
    every = grid.pairs
    executor = ThreadPoolExecutor(jobs)
    try:
        for alpha, first, start in product(
            grid.axes[0], range(0, len(every), rows), range(0, settings, _SLAB)
        ):
            pairs, inner = every[first : first + rows], range(settings)[start : start + _SLAB]
            blocks = [inner[place : place + columns] for place in range(0, len(inner), columns)]
            values = np.empty((len(pairs), len(inner)))
            tried = executor.map(partial(tries.values, alpha, pairs), blocks)
            for block, found in zip(blocks, tried, strict=True):
                values[:, block.start - start : block.stop - start] = found
                advance(found.size)
            yield Slab(alpha=alpha, pairs=pairs, inner=inner, values=values)
    finally:
        executor.shutdown(cancel_futures=True)


def expected_seconds(
    statistics: Sequence[EvalStatistics], objective: Objective, grid: Grid, *, jobs: int = 1
) -> float:
    """Return about how long a sweep will take, by the time that a small part of it takes."""
    tries = _Tries(Segments(statistics), objective, grid)
    settings = math.prod(map(len, grid.inner))
    block, pairs = range(settings)[: _columns(len(statistics))], grid.pairs[:_SAMPLE]
    tries.values(grid.axes[0][0], pairs, block)  # powers are computed once
    begun = time.perf_counter()
    size = tries.values(grid.axes[0][0], pairs, block).size
    return (time.perf_counter() - begun) / size * len(grid) / jobs


class _Tries:
    """Tries settings, a block of them at a time."""

    def __init__(self, segments: Segments, objective: Objective, grid: Grid) -> None:
        self._segments = segments
        self._objective = objective
        self._axes = [np.array(values) for values in grid.inner]

    def values(self, alpha: float, pairs: Sequence[tuple[float, float]], inner: range) -> Floats:
        """The objective at each pair of beta and gamma with each combination of the rest."""
        places = np.unravel_index(np.array(inner), [len(values) for values in self._axes])
        settings = np.stack(
            [values[place] for values, place in zip(self._axes, places, strict=True)], axis=1
        )
        means = f_means(self._segments.ratios(settings), alpha)
        scores = np.empty_like(means)
        kept = starmap(self._segments.kept, pairs)
        return np.stack([self._objective(scored(means, each, out=scores)) for each in kept])


def _columns(segments: int) -> int:
    return max(_FEWEST_COLUMNS, _CELLS // max(1, segments))
