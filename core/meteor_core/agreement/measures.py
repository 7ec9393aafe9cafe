"""Measures of agreement between a metric's scores and people's ratings.

Each is prepared once for a rated set and a metric. It then gives a value for any weights of the
segments: all ones for the set itself, the numbers of draws for a sample of a bootstrap. Counts are
summed by segment first, so that a thousand samples are one multiplication of matrices.

    pairwise            pairs of outputs of one segment with unequal ratings that the metric orders
                        as people do; where the metric has a tie, one half
    pairwise_strict     pairwise, but a tie of the metric counts as wrong
    pairwise_labels     of all pairs: ordered as people do, or a tie of both
    acc_eq              pairwise_labels with the best threshold for the set, below which a
                        difference of the metric is a tie; the mean over segments (Deutsch, Foster
                        and Freitag 2023, "Ties Matter", acc*eq)
    pearson, spearman   over all outputs
    pearson_by_segment  the mean over segments with unequal ratings and scores
    kendall             tau-b of Kendall 1945, the mean over the same segments
    system              pairs of systems whose mean scores are ordered as their mean ratings
    spa                 soft pairwise accuracy of systems: one minus the mean difference between the
                        p-values that metric and people give a pair (Thompson et al. 2024)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import erfc, sqrt
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from .rating_arrays import Floats, RatingArrays

Values: TypeAlias = Callable[[Floats], Floats]
"""From weights, by sample and segment, to a value a sample; NaN where there is nothing to say."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SegmentSums:
    """Values that follow from sums over segments, whatever the weights.

    Attributes:
        sums: of each segment, a column for each sum.
        value: from weighted sums over segments, along the last axis, to the value.
    """

    sums: Floats
    value: Callable[[Floats], Floats]

    def __call__(self, weights: Floats) -> Floats:
        """Return the value of each row of weights."""
        return self.value(weights @ self.sums)


PERMUTATIONS: Final = 1000
"""Of a test between two systems, as in mt-metrics-eval."""

_PERMUTATION_SEED: Final = 4
"""mt-metrics-eval's; the same seed draws the same permutations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementMeasure:
    """A measure of agreement.

    Attributes:
        name: in tables and in JSON.
        title: for people.
        is_share: whether it is a share from 0 to 1, not a correlation from -1 to 1.
        of_systems: whether it needs systems, and so means nothing for judgements of pairs.
        of_ratings: whether it needs ratings that mean the same in every segment.
        prepare: makes it for a set and a metric's scores of its outputs.
    """

    name: str
    title: str
    is_share: bool
    of_systems: bool = False
    of_ratings: bool = False
    prepare: Callable[[RatingArrays, Floats], Values]


def _pairwise(tie: float) -> Callable[[RatingArrays, Floats], Values]:
    def prepare(rated: RatingArrays, scores: Floats) -> Values:
        right = tie_half_right(rated, scores, tie=tie)
        unequal = rated.by_segment(rated.gap != 0, of_pairs=True)
        return _quotient(right, unequal)

    return prepare


def tie_half_right(rated: RatingArrays, scores: Floats, *, tie: float = 0.5) -> Floats:
    """Count the pairs with unequal ratings that a metric orders as rated, by segment.

    Args:
        rated: the set.
        scores: of its outputs.
        tie: what a tie of the metric counts.
    """
    agreeing = rated.of_pairs(scores) * np.sign(rated.gap)
    right = (agreeing > 0) + tie * ((agreeing == 0) & (rated.gap != 0))
    return rated.by_segment(right, of_pairs=True)


def _labels(rated: RatingArrays, scores: Floats) -> Values:
    right = np.sign(rated.of_pairs(scores)) == np.sign(rated.gap)
    pairs = np.ones(len(rated.gap))
    return _quotient(rated.by_segment(right, of_pairs=True), rated.by_segment(pairs, of_pairs=True))


def _quotient(above: Floats, below: Floats) -> Values:
    def value(sums: Floats) -> Floats:
        return _divided(sums[..., 0], sums[..., 1])

    return SegmentSums(sums=np.stack([above, below], axis=1), value=value)


def _divided(above: Floats, below: Floats) -> Floats:
    quotients: Floats = np.divide(
        above, below, out=np.full(np.shape(above), np.nan), where=np.asarray(below) > 0
    )
    return quotients


def _tie_calibrated(rated: RatingArrays, scores: Floats) -> Values:
    """Return the accuracy with the best threshold for ties.

    From the smallest difference of the metric on, pairs become ties one after another: a pair
    with equal ratings becomes right, one that was ordered as rated becomes wrong, and no other
    changes.
    """
    difference, gap = rated.of_pairs(scores), rated.gap
    segment = rated.pair_segment
    pairs = rated.by_segment(np.ones(len(gap)), of_pairs=True)
    has_pairs = (pairs > 0).astype(float)
    share = 1 / pairs[segment]
    right = np.sign(difference) == np.sign(gap)
    start = rated.by_segment(right * share, of_pairs=True)
    step = np.where(gap == 0, share, -share)
    changes = (difference != 0) & ((gap == 0) | right)
    order = np.flatnonzero(changes)[np.argsort(np.abs(difference[changes]), kind="stable")]
    size = np.abs(difference[order])
    # Pairs with the same difference become ties together.
    inside = np.flatnonzero(size[1:] == size[:-1])
    step, place = step[order], segment[order]

    def gained(row: Floats) -> float:
        sums = np.cumsum(row[place] * step)
        sums[inside] = 0
        return max(0.0, float(sums.max(initial=0)))

    def values(weights: Floats) -> Floats:
        gains = np.array([gained(row) for row in weights])
        return _divided(weights @ start + gains, weights @ has_pairs)

    return values


def _pearson(rated: RatingArrays, scores: Floats) -> Values:
    x, y = scores - scores.mean(), rated.rating - rated.rating.mean()
    columns = (np.ones(len(x)), x, y, x * x, y * y, x * y)
    sums = np.stack([rated.by_segment(column, of_pairs=False) for column in columns], axis=1)
    return SegmentSums(sums=sums, value=_correlation)


def _correlation(sums: Floats) -> Floats:
    """Return Pearson's r from sums of 1, x, y, xx, yy and xy; NaN where one side is constant."""
    n, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    n = np.maximum(n, 1)
    x_varies, y_varies = xx - x * x / n, yy - y * y / n
    # What rounding leaves of a constant is no variance.
    varies = (x_varies > 1e-12 * np.abs(xx)) & (y_varies > 1e-12 * np.abs(yy))
    product = np.sqrt(np.where(varies, x_varies * y_varies, 1))
    return np.where(varies, (xy - x * y / n) / product, np.nan)


def _pearson_by_segment(rated: RatingArrays, scores: Floats) -> Values:
    # Means of segments are taken away first: sums of squares then lose no digits.
    size = rated.by_segment(np.ones(len(scores)), of_pairs=False)
    x, y = (
        numbers - (rated.by_segment(numbers, of_pairs=False) / size)[rated.segment]
        for numbers in (scores, rated.rating)
    )
    sums = [rated.by_segment(column, of_pairs=False) for column in (x * x, y * y, x * y)]
    xx, yy, xy = (_without_rounding(numbers, scores, rated) for numbers in sums)
    return _mean_of_segments(_divided(xy, np.sqrt(xx * yy)))


def _without_rounding(sums: Floats, scores: Floats, rated: RatingArrays) -> Floats:
    scale = max(float(np.abs(scores).max()), float(np.abs(rated.rating).max()), 1e-300)
    return np.where(np.abs(sums) > 1e-24 * scale, sums, 0)


def _kendall(rated: RatingArrays, scores: Floats) -> Values:
    difference = np.sign(rated.of_pairs(scores))
    gap = np.sign(rated.gap)
    concordant = rated.by_segment(difference * gap, of_pairs=True)
    untied = [rated.by_segment(np.abs(signs), of_pairs=True) for signs in (difference, gap)]
    return _mean_of_segments(_divided(concordant, np.sqrt(untied[0] * untied[1])))


def _mean_of_segments(values: Floats) -> Values:
    known = np.isfinite(values)
    return _quotient(np.where(known, values, 0), known.astype(float))


def _spearman(rated: RatingArrays, scores: Floats) -> Values:
    """Return Pearson's r of ranks among the drawn outputs."""
    ranks = _weighted_ranks(scores), _weighted_ranks(rated.rating)

    def values(weights: Floats) -> Floats:
        of_outputs = weights[:, rated.segment]
        n = np.maximum(of_outputs.sum(axis=1), 1)
        # The mean rank of n is (n + 1) / 2, with or without ties.
        x, y = (rank(of_outputs) - ((n + 1) / 2)[:, None] for rank in ranks)
        weighted = of_outputs * x
        xx, xy = (weighted * x).sum(axis=1), (weighted * y).sum(axis=1)
        yy = (of_outputs * y * y).sum(axis=1)
        return _divided(xy, np.sqrt(xx * yy))

    return values


def _weighted_ranks(numbers: Floats) -> Values:
    """Return a function from weights to ranks among the numbers, ties sharing the mean rank."""
    distinct, place = np.unique(numbers, return_inverse=True)

    def ranks(weights: Floats) -> Floats:
        sizes = np.stack(
            [np.bincount(place, weights=row, minlength=len(distinct)) for row in weights]
        )
        middle = np.cumsum(sizes, axis=1) - (sizes - 1) / 2
        found: Floats = middle[:, place]
        return found

    return ranks


def _system_differences(rated: RatingArrays, numbers: Floats) -> Floats:
    """Return the lead of the first system of each pair, by segment and pair."""
    table = rated.by_system(numbers)
    first, second = np.triu_indices(rated.systems, 1)
    differences: Floats = np.nan_to_num(table[first] - table[second]).T
    return differences


def _system_accuracy(rated: RatingArrays, scores: Floats) -> Values:
    by_metric, by_people = (_system_differences(rated, n) for n in (scores, rated.rating))

    def values(weights: Floats) -> Floats:
        metric, people = (
            np.sign(_sum_without_rounding(weights, by_metric)),
            np.sign(_sum_without_rounding(weights, by_people)),
        )
        right = (metric * people > 0) + 0.5 * ((metric == 0) & (people != 0))
        return _divided(right.sum(axis=1), (people != 0).sum(axis=1))

    return values


def _sum_without_rounding(weights: Floats, differences: Floats) -> Floats:
    """Sum differences by weight, with rounding errors set to 0."""
    sums = weights @ differences
    size = weights @ np.abs(differences)
    return np.where(np.abs(sums) > 1e-12 * size, sums, 0)


def _soft_pairwise_accuracy(rated: RatingArrays, scores: Floats) -> Values:
    by_metric, by_people = (_system_differences(rated, n) for n in (scores, rated.rating))

    def values(weights: Floats) -> Floats:
        if not by_metric.shape[1]:
            return np.full(len(weights), np.nan)
        observed = len(weights) == 1 and bool((weights == 1).all())
        p_value = _by_permutations if observed else _by_normal_distribution
        error = np.abs(p_value(weights, by_metric) - p_value(weights, by_people))
        found: Floats = 1 - error.mean(axis=1)
        return found

    return values


def _by_permutations(weights: Floats, differences: Floats) -> Floats:
    """Return the p-value of each pair of systems, for one sample with weights of 1."""
    draws = np.random.default_rng(_PERMUTATION_SEED)
    shape = (PERMUTATIONS, len(differences))
    signs = np.rint(draws.random(size=shape, dtype=np.float32)) * 2 - 1
    there = np.abs(differences).sum(axis=0)
    reached = signs @ differences >= differences.sum(axis=0) - 1e-12 * there
    p_values: Floats = reached.mean(axis=0)[None, :]
    return p_values


def _by_normal_distribution(weights: Floats, differences: Floats) -> Floats:
    """Return p-values by sample and pair of systems.

    A sum of many differences with random signs is close to normal; permutations of each of a
    thousand samples would take minutes.
    """
    sums = weights @ differences
    deviation = np.sqrt(weights @ differences**2)
    ratio = np.divide(sums, deviation, out=np.full(sums.shape, -np.inf), where=deviation > 0)
    p_values: Floats = _upper_tail(ratio)
    return p_values


_upper_tail: Final = np.vectorize(lambda z: 0.5 * erfc(z / sqrt(2)), otypes=[float])

MEASURES: Final[Mapping[str, AgreementMeasure]] = MappingProxyType(
    {
        measure.name: measure
        for measure in (
            AgreementMeasure(
                name="pairwise", title="pairwise", is_share=True, prepare=_pairwise(0.5)
            ),
            AgreementMeasure(
                name="pairwise_strict", title="ties wrong", is_share=True, prepare=_pairwise(0.0)
            ),
            AgreementMeasure(
                name="pairwise_labels", title="labels", is_share=True, prepare=_labels
            ),
            AgreementMeasure(name="acc_eq", title="acc*eq", is_share=True, prepare=_tie_calibrated),
            AgreementMeasure(
                name="pearson",
                title="Pearson",
                is_share=False,
                of_ratings=True,
                prepare=_pearson,
            ),
            AgreementMeasure(
                name="spearman",
                title="Spearman",
                is_share=False,
                of_ratings=True,
                prepare=_spearman,
            ),
            AgreementMeasure(
                name="pearson_by_segment",
                title="Pearson/segment",
                is_share=False,
                of_ratings=True,
                prepare=_pearson_by_segment,
            ),
            AgreementMeasure(
                name="kendall",
                title="Kendall/segment",
                is_share=False,
                of_ratings=True,
                prepare=_kendall,
            ),
            AgreementMeasure(
                name="system",
                title="systems",
                is_share=True,
                of_systems=True,
                of_ratings=True,
                prepare=_system_accuracy,
            ),
            AgreementMeasure(
                name="spa",
                title="SPA",
                is_share=True,
                of_systems=True,
                of_ratings=True,
                prepare=_soft_pairwise_accuracy,
            ),
        )
    }
)
"""Every measure by name, in the order of tables."""
