"""What a report is about, and what its forms have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core import Alignment, CorpusResult, SegmentResult
from meteor_core.score.results import SegmentScore, matches_in_words
from meteor_core.score.wording import proof_in_words, proof_of_corpus, shortfall_in_words
from meteor_core.text.numbers import counted

from ..project.settings import Emphasis
from ..scoring.scores import Order, Place

MOST_SEGMENTS: Final = 300
"""Segments that a report for people shows; a browser must not wait for a million words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSegment:
    """One segment of a report.

    Attributes:
        number: of the segment, from 1.
        result: its score; a ``SegmentResult`` where the alignment is to be shown.
        hypothesis: what was scored.
        reference: the one that was chosen.
        source: what was translated, where that is known.
        diagnostics: their messages.
    """

    number: int
    result: SegmentScore
    hypothesis: str
    reference: str
    source: str | None = None
    diagnostics: tuple[str, ...] = ()

    @property
    def alignment(self) -> Alignment | None:
        """How its texts line up, where that is to be shown."""
        return self.result.alignment if isinstance(self.result, SegmentResult) else None

    @property
    def blank(self) -> bool:
        """Whether there is no word on either side, so that the score says nothing."""
        return not self.result.hypothesis_length and not self.result.reference_length


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a report says.

    Attributes:
        title: name of the file that it is about.
        hypothesis: name of the hypothesis file.
        reference: name of the reference file or files.
        corpus: the score of all segments.
        segments: in the order of the file.
        order: in which the worst come first.
        emphasis: what is marked in the texts.
    """

    title: str
    hypothesis: str
    reference: str
    corpus: CorpusResult
    segments: Sequence[ReportSegment]
    order: Order = Order.SCORE
    emphasis: Emphasis = Emphasis.CHUNKS

    @property
    def stages(self) -> tuple[str, ...]:
        """Names of the stages of the alignments that it shows; none where it shows none."""
        shown = (segment.alignment for segment in self.segments)
        return next((alignment.stages for alignment in shown if alignment is not None), ())

    @property
    def several_references(self) -> bool:
        """Whether a reader needs to be told which of the references was chosen."""
        return any(segment.result.reference for segment in self.segments)


def worst_first(report: Report) -> list[ReportSegment]:
    """The segments in the order of the report, blank ones last, as many as it shows."""

    def place(segment: ReportSegment) -> tuple[bool, Place]:
        number = segment.result.shortfall if by_shortfall else segment.result.score
        return segment.blank, report.order.place(number, segment.number)

    by_shortfall = report.order is Order.SHORTFALL
    return sorted(report.segments, key=place)[:MOST_SEGMENTS]


def left_out(report: Report) -> str | None:
    """How many segments a report does not show, for a person; None where it shows all."""
    count = len(report.segments) - MOST_SEGMENTS
    if count <= 0:
        return None
    if report.order is Order.SHORTFALL:
        return f"{counted(count, 'segment', 'segments')} with smaller shortfalls left out."
    return f"{counted(count, 'segment that scores', 'segments that score')} higher left out."


def score_counts(segments: Sequence[ReportSegment], intervals: int) -> list[int]:
    """How many segments score in each of so many equal intervals from 0 to 1."""
    counts = [0] * intervals
    for segment in segments:
        if not segment.blank:
            counts[min(int(segment.result.score * intervals), intervals - 1)] += 1
    return counts


def counts_of_corpus(corpus: CorpusResult) -> str:
    """The counts that the score rests on, as the command line says them."""
    segments = counted(corpus.segments, "segment", "segments")
    counts = f"{matches_in_words(corpus)}{shortfall_in_words(corpus)}"
    return f"{segments}, {counts}, {proof_of_corpus(corpus)}"


def proof(segment: ReportSegment) -> str:
    """Whether the alignment of a segment is proved optimal, for a person."""
    result, alignment = segment.result, segment.alignment
    return proof_in_words(
        result.signature,
        optimal=result.optimal,
        score_proved=result.score_proved,
        chunk_gap=None if alignment is None else alignment.chunk_gap,
    )
