"""By how many words of its reference a segment falls short of a perfect score.

    shortfall = reference length (1 - score)

A score is a share. People who rate translations by errors, as in MQM, give a sum over a segment,
which a long segment with many faults leads and a heading of one word does not; the shortfall is
the score in that form. Most of its agreement with MQM totals is the reference's length: by itself
length reaches nearly as much. Translations of one segment it orders as the score does, as long
as they are compared with one reference.

Shortfalls add up: that of a corpus is the sum of its segments'. It is not the reference length of
the corpus times one minus its score, because a corpus is scored from summed statistics and its
score is no mean of segment scores.
"""

import math
from array import array
from collections.abc import Iterable
from fractions import Fraction
from itertools import repeat
from operator import mul, sub

from ..runtime.implementation import chosen_implementation


def shortfall(reference_length: int, score: float) -> float:
    """Return the shortfall of one segment in words; NaN if its score is.

    Args:
        reference_length: tokens of the reference that was chosen.
        score: of the segment with this reference.
    """
    return reference_length * (1 - score)


def shortfalls(reference_lengths: Iterable[int], scores: Iterable[float]) -> "array[float]":
    """Return the shortfalls of many segments; see ``shortfall``."""
    return array("d", map(mul, reference_lengths, map(sub, repeat(1), scores)))


def column_of_shortfalls(
    reference_lengths: "memoryview[int]", scores: "memoryview[float]"
) -> "array[float]":
    """Compute shortfalls of columns, in the kernel if available."""
    if chosen_implementation().name != "compiled":
        return shortfalls(reference_lengths, scores)
    from .._kernel import fill_shortfalls

    found = array("d", bytes(scores.nbytes))
    fill_shortfalls(reference_lengths, scores, found)
    return found


def sum_of_shortfalls(shortfalls: Iterable[float]) -> Fraction:
    """Return the exact sum, which no order and no grouping of segments changes.

    A shortfall is a multiple of 2^-53, because 1 - score is and rounding only coarsens. So what
    the nearest float leaves of a sum below 2^53 is a float as well.

    Args:
        shortfalls: of segments; NaN counts nothing.
    """
    scored = list(shortfalls)
    nearest = math.fsum(scored)
    if math.isnan(nearest):  # a segment has no score
        scored = [words for words in scored if not math.isnan(words)]
        nearest = math.fsum(scored)
    scored.append(-nearest)
    return Fraction(nearest) + Fraction(math.fsum(scored))
