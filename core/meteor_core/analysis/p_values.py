"""p-values: how often a difference is at least as large as the real one, if only chance made it.

A sample that ties with the real difference counts: it is at least as large. sacrebleu 2.6 (and
multeval, which it follows) counts those alone that are strictly larger, and so takes two systems
that differ in one segment for significantly different: each way of swapping their outputs gives
the real difference or its negative, and none a larger one.

Of two systems that differ in few segments all ways of swapping are counted, which gives p itself
in place of an estimate.

NumPy is needed here.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .resampling import every_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

ScoreColumns: TypeAlias = Callable[["Floats"], "Floats"]
"""Computes scores from counts that lie along the first axis; the other axes are those of samples.
Equal counts must get equal scores, to the last bit, wherever they stand."""

SIGNIFICANT: Final = 0.05
"""The p-value below which a difference is called significant."""

EXACT_SEGMENTS: Final = 12
"""Most segments of which all ways of swapping are counted, 4,096 of them."""

SEGMENTS_NEEDED: Final = 6
"""Fewest segments that have to differ for a p below 0.05: the real difference and its negative are
two of all ways of swapping, and of five segments there are 32."""

_ROUNDING: Final = 1e-10
"""Differences that are closer are equal, relative to scores and to 1. Scores of equal sums are
equal, but the same difference can come about from other sums, or from sums in another order."""


def differing_segments(left: "Floats", right: "Floats") -> int:
    """Return the number of segments in which the counts of two systems differ."""
    return int((left != right).any(axis=-1).sum())


def has_exact(differing: int) -> bool:
    """Whether all ways of swapping so many segments are counted."""
    return differing <= EXACT_SEGMENTS


def has_too_few(differing: int) -> bool:
    """Whether no difference in so few segments is significant, however large."""
    return differing < SEGMENTS_NEEDED


def too_few_note(pairs: Sequence[str]) -> list[str]:
    """Return a note that pairs of systems differ in too few segments; none without a pair.

    Args:
        pairs: each of them in words, such as "a differs from b in 2".
    """
    if not pairs:
        return []
    why = f"with fewer than {SEGMENTS_NEEDED} that differ, no exact p is below {SIGNIFICANT}"
    return [f"Too few segments for a significant difference ({why}): {'; '.join(pairs)}."]


def count_reached(apart: "Floats", left: "Floats", right: "Floats") -> "NDArray[Any]":
    """Count the samples that are at least as far apart as the real scores.

    Args:
        apart: by how much, along the last axis. A sample that has no value counts: it is no
            evidence against chance.
        left: the real score of a system, or of several.
        right: that of the system beside it.
    """
    import numpy as np

    size = np.maximum(1, np.maximum(np.abs(left), np.abs(right)))
    least = np.abs(right - left) - _ROUNDING * size
    reached: NDArray[Any] = np.count_nonzero(~(apart < np.asarray(least)[..., None]), axis=-1)
    return reached


def sampled_p_value(reached: int, samples: int) -> float:
    """Return p from samples, the real difference counted among them."""
    return (reached + 1) / (samples + 1)


def exact_p_value(left: "Floats", right: "Floats", score: ScoreColumns) -> float:
    """Return p of approximate randomisation with all ways of swapping.

    Args:
        left: counts of a system, a row for each segment.
        right: those of another.
        score: computes scores.
    """
    import numpy as np

    differ = (left != right).any(axis=1)
    ours, theirs = left.sum(axis=0), right.sum(axis=0)
    swapped = every_sum((left - right)[differ])
    one, other = (
        score(np.ascontiguousarray(sums.T)) for sums in (theirs + swapped, ours - swapped)
    )
    # The first way leaves all as they are.
    return float(count_reached(np.abs(one - other), other[0], one[0]) / len(swapped))
