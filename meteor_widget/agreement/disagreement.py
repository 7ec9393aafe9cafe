"""Pairs of outputs of a segment that a metric and people order differently."""

from dataclasses import dataclass

import numpy as np

from meteor_core.agreement.rating_arrays import Floats, RatingArrays, Whole


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Disagreements:
    """The worst pair of each segment in which a pair is ordered otherwise than people do.

    Attributes:
        segment: of each pair, the greatest disagreement first.
        better: the output that people rated higher.
        worse: the other, which the metric scored higher.
        size: the difference of ratings times that of scores.
    """

    segment: Whole
    better: Whole
    worse: Whole
    size: Floats


def disagreements(rated: RatingArrays, scores: Floats) -> Disagreements:
    """Return the worst pairs; the front end's ``disagreement.ts`` finds the same.

    Args:
        rated: the set.
        scores: of its outputs.
    """
    sizes = -rated.gap * rated.of_pairs(scores)
    wrong = np.flatnonzero(sizes > 0)
    wrong = wrong[np.argsort(-sizes[wrong], kind="stable")]
    _, first = np.unique(rated.pair_segment[wrong], return_index=True)
    pairs = wrong[np.sort(first)]
    is_first = rated.gap[pairs] > 0
    return Disagreements(
        segment=rated.pair_segment[pairs],
        better=np.where(is_first, rated.first[pairs], rated.second[pairs]),
        worse=np.where(is_first, rated.second[pairs], rated.first[pairs]),
        size=sizes[pairs],
    )
