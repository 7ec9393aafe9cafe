"""Render a report as plain text, for an editor or a terminal."""

from collections.abc import Iterator

from meteor_core import SegmentResult
from meteor_core.score.results import measures_in_words
from meteor_core.show.control_characters import escape_controls
from meteor_core.show.display_width import display_width
from meteor_core.show.text_picture import STAGE_MARKS, Span, draw

from .content import (
    Report,
    ReportSegment,
    counts_of_corpus,
    omitted,
    proof,
    score_counts,
    worst_first,
)
from .document import Document, document_of, labelled

_INTERVALS = 10
_BAR = "█"


def text_report(report: Report, width: int = 100) -> Document:
    """Render a report, worst segments first, with marks below matched words.

    Args:
        report: its content.
        width: columns per line.
    """
    return document_of(_lines(report, width))


def _lines(report: Report, width: int) -> Iterator[tuple[str, int | None]]:
    head = [*_summary(report), "", *_histogram(report, width), ""]
    marks = (f"{STAGE_MARKS[stage] * 3} {stage}" for stage in report.stages)
    for line in (*head, "   ".join((*marks, "numbers are chunks"))):
        yield line, None
    for segment in worst_first(report):
        yield "", None
        for place, line in enumerate(_segment(segment, width)):
            yield line, None if place else segment.number
    if rest := omitted(report):
        yield "", None
        yield rest, None


def _summary(report: Report) -> Iterator[str]:
    corpus = report.corpus
    title = escape_controls(report.title)
    yield title
    yield "=" * display_width(title)
    yield ""
    yield f"{escape_controls(report.hypothesis)} against {escape_controls(report.reference)}"
    yield measures_in_words(corpus)
    yield counts_of_corpus(corpus)
    yield str(corpus.signature)


def _histogram(report: Report, width: int) -> Iterator[str]:
    counts = score_counts(report.segments, _INTERVALS)
    room = max(width - len("0.0-0.1    ") - len(str(max(counts))), 10)
    yield "scores of segments"
    for number, count in enumerate(counts):
        low, high = number / _INTERVALS, (number + 1) / _INTERVALS
        bar = _BAR * -(-count * room // max(*counts, room))  # one per segment if they fit
        yield f"{low:.1f}-{high:.1f}  {bar} {count or ''}"


def _segment(segment: ReportSegment, width: int) -> Iterator[str]:
    result = segment.result
    if isinstance(result, SegmentResult):
        yield from map(_plain, draw(segment.number, result, width=width, marks=STAGE_MARKS))
    else:
        yield f"segment {segment.number}  {result.score:.4f}   {proof(segment)}"
        yield from labelled("hyp", segment.hypothesis, width)
        yield from labelled("ref", segment.reference, width)
    if segment.source is not None:
        yield from labelled("src", segment.source, width)
    for diagnostic in segment.diagnostics:
        yield from labelled("-", diagnostic, width)


def _plain(line: list[Span]) -> str:
    return "".join(span.text for span in line)
