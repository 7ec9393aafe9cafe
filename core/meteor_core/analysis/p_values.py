"""Compute p-values of differences between systems.

A p-value is the share of samples whose difference is at least as large as the real one, though only
chance made it. Ties count. sacrebleu 2.6 (and multeval, which it follows) counts strictly larger
ones only, and so calls two systems that differ in one segment significantly different: each way of
swapping their outputs gives the real difference or its negative, never a larger one.

For systems that differ in few segments all ways of swapping are enumerated: p is then exact.

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
Equal counts must get equal scores, to the last bit, at any position."""

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


class DifferingSegments:
    """Mixin for a pair of systems, judged by the segments in which their counts differ.

    Attributes:
        differing: number of segments with different counts.
    """

    __slots__ = ()

    differing: int

    @property
    def equal(self) -> bool:
        """Whether the two have equal counts in every segment; p is then 1."""
        return not self.differing

    @property
    def too_few(self) -> bool:
        """Whether too few segments differ for a p below 0.05."""
        return has_too_few(self.differing)


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
    """Return a note that pairs differ in too few segments, if there are any.

    Args:
        pairs: each of them in words, such as "a differs from b in 2".
    """
    if not pairs:
        return []
    why = f"with fewer than {SEGMENTS_NEEDED} that differ, no exact p is below {SIGNIFICANT}"
    return [f"Too few segments for a significant difference ({why}): {'; '.join(pairs)}."]


def count_reached(distances: "Floats", left: "Floats", right: "Floats") -> "NDArray[Any]":
    """Count the samples that are at least as far apart as the real scores.

    Args:
        distances: of the samples, along the last axis. Samples without a value count: they are no
            evidence against chance.
        left: the real score of a system, or of several.
        right: that of the system beside it.
    """
    import numpy as np

    size = np.maximum(1, np.maximum(np.abs(left), np.abs(right)))
    threshold = np.abs(right - left) - _ROUNDING * size
    reached: NDArray[Any] = np.count_nonzero(
        ~(distances < np.asarray(threshold)[..., None]), axis=-1
    )
    return reached


def sampled_p_value(reached: int, samples: int) -> float:
    """Return p from samples; the real difference counts as one more."""
    return (reached + 1) / (samples + 1)


def exact_p_value(left: "Floats", right: "Floats", score: ScoreColumns) -> float:
    """Return the exact p of approximate randomisation, from all ways of swapping."""
    import numpy as np

    differ = (left != right).any(axis=1)
    ours, theirs = left.sum(axis=0), right.sum(axis=0)
    swapped = every_sum((left - right)[differ])
    swapped_right, swapped_left = (
        score(np.ascontiguousarray(sums.T)) for sums in (theirs + swapped, ours - swapped)
    )
    # The first way leaves all as they are.
    return float(
        count_reached(np.abs(swapped_right - swapped_left), swapped_left[0], swapped_right[0])
        / len(swapped)
    )
