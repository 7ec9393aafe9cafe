"""Warn about the data, the parameters and the gain of a tuning."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from ...score.parameters import Parameters
from ...text.numbers import counted
from ..agreement import Estimate
from ..rated_set import RatedSet
from ..rating_arrays import RatingArrays
from .parameter_search import Tunable

MIN_SEGMENTS: Final = 500
"""Segments below which a real gain rarely shows."""

_MAX_SPAN_SHARE: Final = 1 / 3
"""Share of a grid that parameters of folds may span."""

_REFERENCE_NOTE: Final = "closeness to "
"""A part of those notes of readers that doubt the references: post-edits, or low ratings."""

_MAX_SHARED_REFERENCES: Final = 0.02
"""Share of segments of two sets that may have the same reference: headings, greetings."""

_LEVEL: Final = 0.05
_MIN_PERFECT: Final = 5


def doubts_of_data(sets: Sequence[RatedSet]) -> Iterator[str]:
    """Yield warnings about the data."""
    segments = sum(len(rated.segments) for rated in sets)
    if segments < MIN_SEGMENTS:
        yield (
            f"{counted(segments, 'segment', 'segments')}: with fewer than {MIN_SEGMENTS}, a real "
            "gain rarely shows, and a chance one often seems large"
        )
    for left, right in combinations(sets, 2):
        if shared := _shared_segments(left, right):
            yield (
                f"{counted(shared, 'segment', 'segments')} of {left.name} have a reference that "
                f"{right.name} has too, so what is left out is not new"
            )
    for rated in sets:
        yield from (f"{rated.name}: {note}" for note in rated.notes if _REFERENCE_NOTE in note)
        if _are_alike(rated):
            yield (
                f"{rated.name}: the systems are all alike (no pair of them is told apart by its "
                "ratings), so what is learnt from them may not hold for others"
            )
        if _are_own_references(rated):
            yield (
                f"{rated.name}: exactly the outputs that equal their reference have the best "
                "rating, as if the reference were their own post-edit; the ratings then count "
                "the same differences as the metric, and agreement with them proves nothing"
            )


def _shared_segments(left: RatedSet, right: RatedSet) -> int:
    known = {text for output in right.outputs for text in output.references}
    shared = {output.segment for output in left.outputs if known.intersection(output.references)}
    return len(shared) if len(shared) > _MAX_SHARED_REFERENCES * len(left.segments) else 0


def _are_alike(rated: RatedSet) -> bool:
    """Whether no two systems' ratings differ, by a paired z-test with Bonferroni's correction."""
    arrays = RatingArrays.of(rated)
    if arrays.systems < 2:
        return False
    table = arrays.by_system(arrays.rating)
    earlier, later = np.triu_indices(arrays.systems, 1)
    threshold = NormalDist().inv_cdf(1 - _LEVEL / 2 / len(earlier))
    return not any(
        _ratio(table[first] - table[second]) > threshold
        for first, second in zip(earlier, later, strict=True)
    )


def _ratio(differences: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
    """Return a mean's distance from 0 in standard errors."""
    shared = differences[np.isfinite(differences)]
    if len(shared) < 2 or not shared.any():
        return 0.0
    error = float(shared.std(ddof=1)) / sqrt(len(shared))
    return abs(float(shared.mean())) / error if error > 0 else float("inf")


def _are_own_references(rated: RatedSet) -> bool:
    best = max(output.rating for output in rated.outputs)
    perfect = [output.rating == best for output in rated.outputs]
    same = [output.hypothesis in output.references for output in rated.outputs]
    return not rated.judgements and perfect == same and _MIN_PERFECT <= sum(same) < len(same)


def doubts_of_parameters(
    tunables: Sequence[Tunable], untuned: Parameters, tuned: Parameters, folds: Sequence[Parameters]
) -> Iterator[str]:
    """Yield warnings about the parameters."""
    edges = [
        f"{tunable.name} {tunable.of(tuned):g}"
        for tunable in tunables
        if tunable.of(tuned) != tunable.of(untuned) and tunable.at_edge(tunable.of(tuned))
    ]
    if edges:
        yield f"at the edge of what is tried, where optima rarely are: {', '.join(edges)}"
    apart = []
    for tunable in tunables:
        values = sorted(tunable.of(found) for found in folds)
        places = [tunable.grid.index(value) for value in (values[0], values[-1])]
        if places[1] - places[0] > _MAX_SPAN_SHARE * (len(tunable.grid) - 1):
            apart.append(f"{tunable.name} {values[0]:g} to {values[-1]:g}")
    if apart:
        yield f"different from fold to fold, so that the data do not decide: {', '.join(apart)}"


def doubts_of_gain(training: float, left_out: float, pairwise: Estimate | None) -> Iterator[str]:
    """Yield warnings about the gain.

    Args:
        training: of the objective where it was learnt, the mean over folds.
        left_out: the same on what was left out.
        pairwise: of the share of pairs ordered as rated, on what was left out.
    """
    if training > 0 and not left_out >= training / 2:
        yield "the gain on what was left out is less than half of the gain in training"
    if left_out > 0 and pairwise is not None and pairwise.excludes_zero and pairwise.value < 0:
        yield (
            "what was tuned orders the translations of a segment worse than before: "
            f"{100 * pairwise.value:+.2f} points of pairwise accuracy"
        )
