"""The input and the result of searches over spans."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ...errors import InputError, SegmentError

Candidate: TypeAlias = tuple[int, int, int, int, int]
"""First token and number of tokens in the reference, the same in the hypothesis, stage; from 0."""

Link: TypeAlias = tuple[int, int, int, int, int]
"""Half-open range of hypothesis tokens, half-open range of reference tokens, stage; from 0."""


MOST_CANDIDATES: Final = 2_000_000
"""Segments with more candidates are refused: time and memory grow with them, and two rows of one
word repeated have as many as the product of their lengths. A text of 5,000 words that is scored as
one segment has some 100,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanResult:
    """An alignment of spans, and how far it is proved.

    Attributes:
        links: the matches, by position in the hypothesis.
        optimal: whether no alignment is better by the search's whole objective, proved.
        chunk_gap: how many chunks at most lie between this alignment and the optimum. 0 means
            that worth and chunks, and so the score, are proved.
        steps: the work of the search, in its own unit.
    """

    links: tuple[Link, ...]
    optimal: bool
    chunk_gap: int
    steps: int

    @property
    def score_proved(self) -> bool:
        """Whether no alignment scores better by the search's objective, proved."""
        return self.chunk_gap == 0


def link_of(candidate: Candidate) -> Link:
    """Return the candidate as a match of two ranges, the hypothesis first."""
    start, length, hypothesis_start, hypothesis_length, stage = candidate
    return (
        hypothesis_start,
        hypothesis_start + hypothesis_length,
        start,
        start + length,
        stage,
    )


def count_link_chunks(links: Sequence[Link]) -> int:
    """Count maximal runs of links that are adjacent on both sides; links may be in any order."""
    starts = {(start, reference_start) for start, _, reference_start, _, _ in links}
    return len(starts.difference([(end, reference_end) for _, end, _, reference_end, _ in links]))


def too_many_candidates(hypothesis_length: int, reference_length: int) -> SegmentError:
    """Return the error for rows with more than ``MOST_CANDIDATES``, of so many tokens."""
    return SegmentError(
        f"a segment of {hypothesis_length} words has more than {MOST_CANDIDATES:,} possible "
        f"matches with its reference of {reference_length} words; cut both into shorter segments, "
        "for example into sentences"
    )


def require_valid_candidates(
    candidates: Sequence[Candidate], hypothesis_length: int, reference_length: int
) -> None:
    """Reject candidates that are not spans of the rows, or out of order.

    Raises:
        InputError: a candidate is invalid; the message names the first and says why.
    """
    before = 0
    for index, (start, length, hypothesis_start, hypothesis_span, stage) in enumerate(candidates):
        if (
            before <= start
            and 0 < length <= reference_length - start
            and hypothesis_start >= 0
            and 0 < hypothesis_span <= hypothesis_length - hypothesis_start
            and stage >= 0
        ):
            before = start
        else:
            raise _bad_candidate(index, candidates, hypothesis_length, reference_length)


def _bad_candidate(
    index: int, candidates: Sequence[Candidate], hypothesis_length: int, reference_length: int
) -> InputError:
    start, length, hypothesis_start, hypothesis_span, stage = candidates[index]
    for side, first, span, row_length in (
        ("reference", start, length, reference_length),
        ("hypothesis", hypothesis_start, hypothesis_span, hypothesis_length),
    ):
        if first < 0 or not 0 < span <= row_length - first:
            return InputError(
                f"candidate {index} covers {span} tokens of the {side} from token {first} on, but "
                f"it has {row_length} tokens, from 0; a candidate covers at least one"
            )
    if stage < 0:
        return InputError(f"candidate {index} is of stage {stage}, but stages go from 0")
    return InputError(
        f"candidate {index} starts at token {start} of the reference, after one that starts at "
        f"token {candidates[index - 1][0]}; sort candidates by their first token"
    )
