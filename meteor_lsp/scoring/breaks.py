"""Where scores break: many low ones after each other, as when lines are shifted."""

from typing import Final

from .scores import PairScores, Summary

_LOW: Final = 0.2
_MANY: Final = 8
"""Segments; so many translations that are that bad hardly follow each other by chance."""

_FEWEST_WORDS: Final = 3


def is_broken(scores: PairScores, block: int) -> bool:
    """Whether a block of segments has so many low scores after each other."""
    return scores.per_block("break", block, lambda _: _is_broken(scores.summary(block)))


def _is_broken(summary: Summary) -> bool:
    low = 0
    lengths = map(min, summary.hypothesis_lengths, summary.reference_lengths)
    for score, length in zip(summary.scores, lengths, strict=True):
        if length < _FEWEST_WORDS:
            continue
        low = low + 1 if score < _LOW else 0
        if low == _MANY:
            return True
    return False
