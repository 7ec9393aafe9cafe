"""Measures of agreement as their papers define them: slow loops, one set at a time."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from scipy import stats

from meteor_core.agreement.rated_set import RatedOutput

Scores = Sequence[float]


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def pairs(outputs: Sequence[RatedOutput]) -> list[tuple[int, int]]:
    return [
        (one, other)
        for one, other in combinations(range(len(outputs)), 2)
        if outputs[one].segment == outputs[other].segment
    ]


def accuracy(outputs: Sequence[RatedOutput], scores: Scores, tie: float) -> float:
    right = total = 0.0
    for one, other in pairs(outputs):
        gap = outputs[one].rating - outputs[other].rating
        if gap:
            total += 1
            found = sign(scores[one] - scores[other])
            right += tie if not found else found == sign(gap)
    return right / total if total else math.nan


def labels(outputs: Sequence[RatedOutput], scores: Scores, threshold: float = 0) -> list[bool]:
    found = []
    for one, other in pairs(outputs):
        difference = scores[one] - scores[other]
        label = 0 if abs(difference) <= threshold else sign(difference)
        found.append(label == sign(outputs[one].rating - outputs[other].rating))
    return found


def tie_calibrated(outputs: Sequence[RatedOutput], scores: Scores) -> float:
    """Deutsch et al. 2023: the best of all thresholds, the mean over segments."""
    every = pairs(outputs)
    segments = sorted({outputs[one].segment for one, _ in every})
    if not segments:
        return math.nan

    def mean(threshold: float) -> float:
        right = labels(outputs, scores, threshold)
        of_segments = [
            [
                is_right
                for (one, _), is_right in zip(every, right, strict=True)
                if outputs[one].segment == segment
            ]
            for segment in segments
        ]
        return sum(sum(one) / len(one) for one in of_segments) / len(segments)

    thresholds = {0.0, *(abs(scores[one] - scores[other]) for one, other in every)}
    return max(map(mean, thresholds))


def correlation(
    measure: Callable[..., tuple[float, float]], ratings: Scores, scores: Scores
) -> float:
    if len(set(ratings)) < 2 or len(set(scores)) < 2:
        return math.nan
    return float(measure(ratings, scores)[0])


def by_segment(
    measure: Callable[..., tuple[float, float]], outputs: Sequence[RatedOutput], scores: Scores
) -> float:
    found = []
    for segment in {output.segment for output in outputs}:
        places = [place for place, o in enumerate(outputs) if o.segment == segment]
        value = correlation(
            measure, [outputs[p].rating for p in places], [scores[p] for p in places]
        )
        if not math.isnan(value):
            found.append(value)
    return sum(found) / len(found) if found else math.nan


def system_accuracy(outputs: Sequence[RatedOutput], scores: Scores) -> float:
    """Pairs of systems by the sums over the segments that both have."""
    right, total = 0.0, 0
    for one, other in combinations(dict.fromkeys(o.system for o in outputs), 2):
        places = [
            {o.segment: place for place, o in enumerate(outputs) if o.system == system}
            for system in (one, other)
        ]
        common = places[0].keys() & places[1].keys()
        gap, difference = (
            math.fsum(n[places[0][segment]] - n[places[1][segment]] for segment in common)
            for n in ([o.rating for o in outputs], scores)
        )
        if gap:
            total += 1
            right += 0.5 if not difference else sign(gap) == sign(difference)
    return right / total if total else math.nan


MEASURES: dict[str, Callable[[Sequence[RatedOutput], Scores], float]] = {
    "pairwise": lambda outputs, scores: accuracy(outputs, scores, 0.5),
    "pairwise_strict": lambda outputs, scores: accuracy(outputs, scores, 0),
    "pairwise_labels": lambda outputs, scores: (
        float(np.mean(labels(outputs, scores))) if pairs(outputs) else math.nan
    ),
    "acc_eq": tie_calibrated,
    "pearson": lambda outputs, scores: correlation(
        stats.pearsonr, [o.rating for o in outputs], scores
    ),
    "spearman": lambda outputs, scores: correlation(
        stats.spearmanr, [o.rating for o in outputs], scores
    ),
    "pearson_by_segment": lambda outputs, scores: by_segment(stats.pearsonr, outputs, scores),
    "kendall": lambda outputs, scores: by_segment(stats.kendalltau, outputs, scores),
    "system": system_accuracy,
}
