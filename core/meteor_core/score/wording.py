"""What is proved of alignments, in words."""

from typing import Final

from ..text.numbers import counted, percentage
from .results import CorpusResult, SegmentResult

_BEAM: Final = "|align:beam-"
_REFERENCES: Final = "|nrefs:"


def references_in(signature: str) -> int | None:
    """How many references each segment has that was scored so; None of unequal numbers."""
    number = signature.partition(_REFERENCES)[2].partition("|")[0]
    return int(number) if number.isdecimal() else None


def beam_width_of(signature: str) -> int | None:
    """The width of the beam that aligned what has this signature; None of any other search.

    A beam keeps so many alignments at each step and never looks at the others, so it proves
    nothing, whatever it finds. To call that "not proved" would sound like a failure.
    """
    _, found, rest = signature.partition(_BEAM)
    return int(rest.partition("|")[0]) if found else None


def proof_in_words(result: SegmentResult) -> str:
    """What is known of how good the alignment of a segment is."""
    if result.optimal:
        return "proved optimal"
    if beam := _beam_in_words(result.signature):
        return beam
    if not result.alignment.chunk_gap:
        return "score proved"
    gap = counted(result.alignment.chunk_gap, "chunk", "chunks")
    return f"not proved: up to {gap} from the optimum"


def proofs_in_words(corpus: CorpusResult) -> str:
    """How many of the alignments are proved to be the best."""
    return _beam_in_words(corpus.signature) or f"{percentage(corpus.optimal)} proved optimal"


def _beam_in_words(signature: str) -> str:
    width = beam_width_of(signature)
    return "" if width is None else f"beam of {width}: not searched for the best"
