"""Analyse where two systems differ: by component, and by segment."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..score.measures import Measures
from .meteor_counts import MeteorCounts
from .texts import ComparedTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsOfDifference:
    """The decomposition of the difference of two corpus scores into two summands.

    A score is F-mean x (1 - penalty). Each part is what one of the two factors changes while the
    other has its mean of both systems.

    Attributes:
        left: a system.
        right: another.
        difference: the right one's score less the left one's.
        matches: the part of the F-mean: which words are matched.
        order: the part of the penalty: in how many chunks they are.
        precision: the right one's less the left one's.
        recall: the same.
        fragmentation: the same.
    """

    left: str
    right: str
    difference: float
    matches: float
    order: float
    precision: float
    recall: float
    fragmentation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentDifference:
    """A segment of two systems.

    Attributes:
        number: from 1.
        id: by the file; empty where it has none.
        left: the left system's score.
        right: the right system's score.
        shortfall: the right one's shortfall less the left one's, in words.
        left_text: the left system's hypothesis.
        right_text: the right system's hypothesis.
        references: all that there are.
    """

    number: int
    id: str
    left: float
    right: float
    shortfall: float
    left_text: str
    right_text: str
    references: tuple[str, ...]

    @property
    def difference(self) -> float:
        """The right one's score less the left one's."""
        return self.right - self.left


def parts_of(
    left: str, right: str, left_measures: Measures, right_measures: Measures
) -> PartsOfDifference:
    """Decompose the difference of two corpus scores."""
    kept = (1 - left_measures.penalty + 1 - right_measures.penalty) / 2
    f_mean = (left_measures.f_mean + right_measures.f_mean) / 2
    return PartsOfDifference(
        left=left,
        right=right,
        difference=right_measures.score - left_measures.score,
        matches=(right_measures.f_mean - left_measures.f_mean) * kept,
        order=(left_measures.penalty - right_measures.penalty) * f_mean,
        precision=right_measures.precision - left_measures.precision,
        recall=right_measures.recall - left_measures.recall,
        fragmentation=right_measures.fragmentation - left_measures.fragmentation,
    )


def segment_differences(
    counts: MeteorCounts,
    texts: ComparedTexts,
    numbers: Sequence[int],
    pair: tuple[str, str],
    *,
    limit: int,
    sample: bool,
    seed: int | None,
) -> tuple[SegmentDifference, ...]:
    """Return the segments that differ most, or a random sample."""
    names = list(texts.systems)
    left, right = (counts.scores[:, names.index(name)] for name in pair)
    shortfalls = [counts.shortfalls[:, names.index(name)] for name in pair]
    if sample:
        drawn = np.random.default_rng(seed).permutation(len(left))[:limit]
        order = sorted(drawn.tolist())
    else:
        order = np.argsort(-np.abs(right - left), kind="stable")[:limit].tolist()
    return tuple(
        SegmentDifference(
            number=numbers[row],
            id=texts.ids[row] if texts.ids else "",
            left=float(left[row]),
            right=float(right[row]),
            shortfall=float(shortfalls[1][row] - shortfalls[0][row]),
            left_text=texts.systems[pair[0]][row],
            right_text=texts.systems[pair[1]][row],
            references=tuple(
                texts_of_set[row]
                for texts_of_set in texts.references
                if texts_of_set[row] is not None
            ),
        )
        for row in order
    )
