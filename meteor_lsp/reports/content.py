"""The content of a report, common to all formats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core import Alignment, CorpusResult, SegmentResult
from meteor_core.score.results import SegmentScore, matches_in_words
from meteor_core.score.wording import proof_in_words, proof_of_corpus, shortfall_in_words
from meteor_core.text.numbers import counted

from ..project.settings import Emphasis
from ..scoring.scores import Order, Place

MAX_SEGMENTS: Final = 300
"""Segments in a report; a browser must not wait for a million words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSegment:
    """One segment of a report.

    Attributes:
        number: of the segment, from 1.
        result: its score; a ``SegmentResult`` to show the alignment.
        hypothesis: its text.
        reference: the best reference.
        source: the source text, if known.
        diagnostics: messages.
    """

    number: int
    result: SegmentScore
    hypothesis: str
    reference: str
    source: str | None = None
    diagnostics: tuple[str, ...] = ()

    @property
    def alignment(self) -> Alignment | None:
        """The alignment to show, or None."""
        return self.result.alignment if isinstance(self.result, SegmentResult) else None

    @property
    def blank(self) -> bool:
        """Whether both sides are empty, so that the score is meaningless."""
        return not self.result.hypothesis_length and not self.result.reference_length


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The content of a report.

    Attributes:
        title: name of the file.
        hypothesis: name of the hypothesis file.
        reference: names of the reference files.
        corpus: the score of all segments.
        segments: in the order of the file.
        order: determines the worst segments.
        emphasis: how texts are marked.
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
        """Names of the stages of the shown alignments; empty without any."""
        shown = (segment.alignment for segment in self.segments)
        return next((alignment.stages for alignment in shown if alignment is not None), ())

    @property
    def several_references(self) -> bool:
        """Whether the best reference varies, so that it must be named."""
        return any(segment.result.reference for segment in self.segments)


def worst_first(report: Report) -> list[ReportSegment]:
    """Return the worst segments, as many as a report shows, blank ones last."""

    def place(segment: ReportSegment) -> tuple[bool, Place]:
        number = segment.result.shortfall if by_shortfall else segment.result.score
        return segment.blank, report.order.place(number, segment.number)

    by_shortfall = report.order is Order.SHORTFALL
    return sorted(report.segments, key=place)[:MAX_SEGMENTS]


def omitted(report: Report) -> str | None:
    """Describe how many segments a report omits, or return None."""
    count = len(report.segments) - MAX_SEGMENTS
    if count <= 0:
        return None
    if report.order is Order.SHORTFALL:
        return f"{counted(count, 'segment', 'segments')} with smaller shortfalls left out."
    return f"{counted(count, 'segment that scores', 'segments that score')} higher left out."


def score_counts(segments: Sequence[ReportSegment], intervals: int) -> list[int]:
    """Count the segments in equal intervals of the score from 0 to 1."""
    counts = [0] * intervals
    for segment in segments:
        if not segment.blank:
            counts[min(int(segment.result.score * intervals), intervals - 1)] += 1
    return counts


def counts_of_corpus(corpus: CorpusResult) -> str:
    """Describe the counts behind the score, as the command line does."""
    segments = counted(corpus.segments, "segment", "segments")
    counts = f"{matches_in_words(corpus)}{shortfall_in_words(corpus)}"
    return f"{segments}, {counts}, {proof_of_corpus(corpus)}"


def proof(segment: ReportSegment) -> str:
    """Describe whether the alignment of a segment is proved optimal."""
    result, alignment = segment.result, segment.alignment
    return proof_in_words(
        result.signature,
        optimal=result.optimal,
        score_proved=result.score_proved,
        chunk_gap=None if alignment is None else alignment.chunk_gap,
    )
