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
"""What the shortfall is, for people."""


def proof_in_words(signature: Signature, *, optimal: bool, chunk_gap: int | None = None) -> str:
    """Return in words whether the alignment of a segment is proved optimal.

    A beam never looks for a proof, so a missing proof is not reported as a failure.

    Args:
        signature: of its score.
        optimal: whether it is proved to be the best.
        chunk_gap: how many chunks at most it is from the optimum; None where that is not known.
    """
    if optimal:
        return "proved optimal"
    if beam := beam_in_words(signature):
        return f"{beam}: not searched for the best"
    if chunk_gap is None:
        return "not proved optimal"
    if not chunk_gap:
        return "score proved; another alignment may tie"
    return f"not proved: up to {counted(chunk_gap, 'chunk', 'chunks')} from the optimum"


def proof_of_segment(result: SegmentResult) -> str:
    """Return in words whether the alignment of a result is proved optimal."""
    gap = result.alignment.chunk_gap
    return proof_in_words(result.signature, optimal=result.optimal, chunk_gap=gap)


def proof_of_corpus(corpus: CorpusResult) -> str:
    """Return in words how many of the alignments are proved optimal."""
    if corpus.signature.beam_width is not None:
        return proof_in_words(corpus.signature, optimal=False)
    return f"{percentage(corpus.optimal)} proved optimal"


def shortfall_in_words(result: SegmentScore | CorpusResult) -> str:
    """Return the shortfall after a comma; empty where it is not known."""
    shortfall = result.shortfall
    if shortfall is None or math.isnan(shortfall):
        return ""
    return f", shortfall {shortfall:,.2f} words"


def doubt_in_words(signature: Signature, *, optimal: bool) -> str:
    """Return a brief note on an alignment that is not proved optimal; empty for most."""
    if optimal or signature.beam_width is not None:
        return ""
    return proof_in_words(signature, optimal=False)


def beam_in_words(signature: Signature) -> str:
    """Return a note on the beam that aligned; empty for other searches."""
    return "" if signature.beam_width is None else f"beam of {signature.beam_width}"
