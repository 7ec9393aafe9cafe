"""How well scores agree with what people said: the Trainer's three tasks.

Each takes a matrix of scores with a row for each segment and a column for each setting, and
returns a number for each setting. Sums run from the first segment to the last, as in the program.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import numpy as np

from .scores import Floats


class Objective(Protocol):
    """What is to be as large as possible."""

    def __call__(self, scores: Floats) -> Floats:
        """Return a number for each column. What was in the matrix may be overwritten."""


class WeightedPearson:
    """The task ``segcor``: Pearson's correlation, each segment as heavy as its reference is long.

    It is 0 where there is none, because all scores or all ratings are the same.
    """

    def __init__(self, ratings: Sequence[float], weights: Sequence[float]) -> None:
        """Take the rating and the weight of each segment."""
        self._weights: Final = _column(weights)
        self._total: Final = float(_sum(self._weights)[0])
        column = _column(ratings)
        with np.errstate(all="ignore"):
            self._deviations: Final = column - _sum(column * self._weights) / self._total
            squares = self._weights * self._deviations * self._deviations
            self._variance: Final = _sum(squares) / self._total

    def __call__(self, scores: Floats) -> Floats:
        """Return the correlation with each column."""
        with np.errstate(all="ignore"):
            work = scores * self._weights
            scores -= _sum(work) / self._total
            np.multiply(self._weights, scores, out=work)
            scores *= work
            variance = _sum(scores) / self._total
            work *= self._deviations
            covariance = _sum(work) / self._total
            return _or_zero(covariance / np.sqrt(variance * self._variance))


class Spearman:
    """The task ``spearman``: the correlation of ranks, equal ones having their mean rank.

    It is 0 where there is none, because all scores or all ratings are the same.
    """

    def __init__(self, ratings: Sequence[float]) -> None:
        """Take the rating of each segment."""
        self._deviations: Final = _rank_deviations(np.array([ratings], dtype=np.float64))[0]
        self._variance: Final = _mean_square(self._deviations)

    def __call__(self, scores: Floats) -> Floats:
        """Return the correlation with each column."""
        deviations = _rank_deviations(np.ascontiguousarray(scores.T))
        covariance = (deviations @ self._deviations) / len(self._deviations)
        variance = _mean_square(deviations)
        with np.errstate(all="ignore"):
            return _or_zero(covariance / np.sqrt(variance * self._variance))


class RankConsistency:
    """The task ``rank``: judgements that a segment is better than another, kept less broken.

    A judgement is kept by scores whose difference is above epsilon, and broken by equal ones too.
    The share of kept ones less that of broken ones is the program's Kendall's tau.
    """

    def __init__(self, judgements: Iterable[tuple[int, int]], epsilon: float = 0.0) -> None:
        """Take the numbers of the better and of the worse segment of each judgement."""
        pairs, counts = np.unique(
            np.array(list(judgements)).reshape(-1, 2), axis=0, return_counts=True
        )
        self._better, self._worse = np.ascontiguousarray(pairs.T)
        self._counts: Final = counts.astype(np.float64)
        self._total: Final = float(counts.sum())
        self._epsilon: Final = epsilon

    def __call__(self, scores: Floats) -> Floats:
        """Return the share that each column keeps, less the share that it breaks."""
        differences = scores[self._better]
        with np.errstate(all="ignore"):  # infinite scores, of parameters beyond all sense
            differences -= scores[self._worse]
        correct = self._counts @ (differences > self._epsilon)
        return np.asarray((correct - (self._total - correct)) / self._total)


def _column(numbers: Sequence[float]) -> Floats:
    return np.array(numbers, dtype=np.float64).reshape(-1, 1)


def _sum(matrix: Floats) -> Floats:
    """The sum of each column, one number after the other.

    NumPy sums matrices of several columns so, but a single one in pairs.
    """
    if matrix.shape[1] > 1:
        return np.asarray(np.add.reduce(matrix, axis=0))
    return np.asarray(np.add.accumulate(matrix, axis=0)[-1])


def _or_zero(correlations: Floats) -> Floats:
    correlations[np.isnan(correlations)] = 0.0
    return correlations


def _rank_deviations(rows: Floats) -> Floats:
    """What the rank of each number is above the mean of its row: exact halves.

    Equal numbers stand side by side in the order; from the first to the last of them they all
    get the rank in the middle.
    """
    order = np.argsort(rows, axis=1)
    ordered = np.take_along_axis(rows, order, axis=1)
    count = rows.shape[1]
    places = np.arange(count, dtype=np.float64)
    changes = ordered[:, 1:] != ordered[:, :-1]
    first = np.zeros_like(rows)
    np.multiply(changes, places[1:], out=first[:, 1:])
    np.maximum.accumulate(first, axis=1, out=first)
    last = np.full_like(rows, count - 1)
    np.copyto(last[:, :-1], places[:-1], where=changes)
    backwards = last[:, ::-1]
    np.minimum.accumulate(backwards, axis=1, out=backwards)
    first += last
    first -= count - 1
    first /= 2
    deviations = np.empty_like(rows)
    np.put_along_axis(deviations, order, first, axis=1)
    return deviations


def _mean_square(deviations: Floats) -> Floats:
    squares = np.einsum("...i,...i->...", deviations, deviations)
    return np.asarray(squares / deviations.shape[-1])
