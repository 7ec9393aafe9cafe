"""What is proved of alignments, in words; ``segments/proof.ts`` says the same in front ends."""

from ..text.numbers import counted, percentage
from .results import CorpusResult, SegmentResult
from .signature import Signature


def proof_in_words(signature: Signature, *, optimal: bool, chunk_gap: int | None = None) -> str:
    """What is known of how good the alignment of a segment is.

    A beam looks for no proof, so that it has none is no failure.

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
    """The same of a result."""
    gap = result.alignment.chunk_gap
    return proof_in_words(result.signature, optimal=result.optimal, chunk_gap=gap)


def proof_of_corpus(corpus: CorpusResult) -> str:
    """How many of the alignments are proved to be the best."""
    if corpus.signature.beam_width is not None:
        return proof_in_words(corpus.signature, optimal=False)
    return f"{percentage(corpus.optimal)} proved optimal"


def doubt_in_words(signature: Signature, *, optimal: bool) -> str:
    """What a person should know of an alignment besides its score, in brief; mostly nothing."""
    if optimal or signature.beam_width is not None:
        return ""
    return proof_in_words(signature, optimal=False)


def beam_in_words(signature: Signature) -> str:
    """The beam that aligned; nothing of any other search."""
    return "" if signature.beam_width is None else f"beam of {signature.beam_width}"
