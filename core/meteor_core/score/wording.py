"""Results in words; ``segments/proof.ts`` has the same words on proofs for front ends."""

import math
from typing import Final

from ..text.numbers import counted, percentage
from .results import CorpusResult, SegmentResult, SegmentScore
from .signature import Signature

ABOUT_SHORTFALL: Final = (
    "The shortfall is the reference length times (1 - score), in words; it adds up over segments. "
    "Most of its agreement with people's ratings by errors is the length."
)
"""Explanation of the shortfall for users."""


def below_limit(score: float, limit: float) -> str:
    """Return the sentence on a score that is below ``--fail-under``, with digits that show it."""
    if math.isnan(score):
        return f"no segment is scored, which --fail-under {limit} takes for less"
    rounded = f"{score:.4f}"
    return f"METEOR {rounded if float(rounded) < limit else score} is below --fail-under {limit}"


_SCORE_PROVED: Final = "score proved; another alignment may tie"


def proof_in_words(
    signature: Signature, *, optimal: bool, score_proved: bool, chunk_gap: int | None = None
) -> str:
    """Return in words whether the alignment of a segment is proved optimal, or its score alone.

    A beam never looks for a proof, so a missing proof is not reported as a failure.

    Args:
        signature: of its score.
        optimal: whether the alignment is proved to be the best.
        score_proved: whether the score is.
        chunk_gap: maximum distance from the optimum in chunks; None if unknown.
    """
    if optimal:
        return "proved optimal"
    if beam := beam_in_words(signature):
        return f"{beam}: not searched for the best"
    if score_proved:
        return _SCORE_PROVED
    if chunk_gap is None:
        return "not proved optimal"
    return f"not proved: up to {counted(chunk_gap, 'chunk', 'chunks')} from the optimum"


def proof_of_segment(result: SegmentResult) -> str:
    """Return in words whether the alignment of a result is proved optimal."""
    return proof_in_words(
        result.signature,
        optimal=result.optimal,
        score_proved=result.score_proved,
        chunk_gap=result.alignment.chunk_gap,
    )


def proof_of_corpus(corpus: CorpusResult) -> str:
    """Return in words how many of the alignments are proved optimal, and of the scores if more."""
    if beam := beam_in_words(corpus.signature):
        return f"{beam}: not searched for the best"
    scores = f", {percentage(corpus.scores_proved)} of the scores proved"
    return f"{percentage(corpus.optimal)} proved optimal" + (
        scores if corpus.scores_proved > corpus.optimal else ""
    )


def shortfall_in_words(result: SegmentScore | CorpusResult) -> str:
    """Return the shortfall after a comma; empty where it is not known."""
    shortfall = result.shortfall
    if shortfall is None or math.isnan(shortfall):
        return ""
    return f", shortfall {shortfall:,.2f} words"


def doubt_in_words(signature: Signature, *, optimal: bool, score_proved: bool) -> str:
    """Return a brief note on an alignment that is not proved optimal; empty for most."""
    if optimal or signature.beam_width is not None:
        return ""
    return proof_in_words(signature, optimal=False, score_proved=score_proved)


def beam_in_words(signature: Signature) -> str:
    """Return a note on the beam that aligned; empty for other searches."""
    return "" if signature.beam_width is None else f"beam of {signature.beam_width}"
