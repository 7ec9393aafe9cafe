"""Where scores break: many low ones after each other, as when lines are shifted."""

from typing import Final

from .scores import PairScores

_LOW: Final = 0.2
_MANY: Final = 8
"""Segments; so many translations that are that bad hardly follow each other by chance."""

_FEWEST_WORDS: Final = 3


def has_break(scores: PairScores) -> bool:
    """Whether some block of segments has so many low scores after each other."""
    return any(
        scores.per_block("break", block, lambda segments: _is_broken(scores, segments))
        for block in range(scores.block_count)
    )


def _is_broken(scores: PairScores, segments: range) -> bool:
    low = 0
    for segment in segments:
        known = scores.score(segment)
        if known is None or min(known.hypothesis_length, known.reference_length) < _FEWEST_WORDS:
            continue
        low = low + 1 if known.score < _LOW else 0
        if low == _MANY:
            return True
    return False
