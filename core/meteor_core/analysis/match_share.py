"""Compute the share of a single match in precision and recall.

It is what the match's own words put into the weighted matches of their side, over the weighted
length of that side; see ``scoring.py``. The shares of all matches of a segment sum to its
precision and its recall.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..score.alignment import Alignment, Match
from ..score.parameters import Parameters
from ..text.tokenizers import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShare:
    """The contribution of a match to the measures.

    Attributes:
        weight: what a match of its stage counts, 0 to 1.
        precision: what it adds to precision.
        recall: what it adds to recall.
    """

    weight: float
    precision: float
    recall: float


def match_share(alignment: Alignment, match: Match, parameters: Parameters) -> MatchShare:
    """Return what a match adds to the precision and recall of its segment."""
    weight = parameters.weights[alignment.stages.index(match.stage)]

    def share(tokens: Span, count: int, function_words: Sequence[int]) -> float:
        counts = [_worth(token in function_words, parameters.delta) for token in range(count)]
        length = sum(counts)
        return float(_decimal(weight) * sum(counts[slice(*tokens)]) / length) if length else 0.0

    hypothesis, reference = alignment.hypothesis, alignment.reference
    return MatchShare(
        weight=weight,
        precision=share(match.hypothesis, len(hypothesis), hypothesis.function_words),
        recall=share(match.reference, len(reference), reference.function_words),
    )


def _worth(is_function_word: bool, delta: float | None) -> Fraction:  # noqa: FBT001  # a fact of a token
    """Return the weight of a token in the length of its side."""
    if delta is None:
        return Fraction(1)
    return 1 - _decimal(delta) if is_function_word else _decimal(delta)


def _decimal(number: float) -> Fraction:
    """Return the decimal that a float is written as."""
    return Fraction(repr(number))
