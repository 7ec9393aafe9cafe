"""A report in plain text, for an editor or a terminal."""

from collections.abc import Iterator

from meteor_core import SegmentResult
from meteor_core.score.results import measures_in_words
from meteor_core.show.display_width import display_width
from meteor_core.show.text_picture import STAGE_MARKS, Span, draw, harmless

from .content import (
    Report,
    ReportSegment,
    counts_of_corpus,
    left_out,
    proof,
    score_counts,
    worst_first,
)
from .paragraphs import labelled

_INTERVALS = 10
_BAR = "█"


def text_report(report: Report, width: int = 100) -> str:
    """The report, worst segments first, with marks under matched words.

    Args:
        report: what to say.
        width: columns that a line may have.
    """
    lines = [
        *_summary(report),
        "",
        *_histogram(report, width),
        "",
        "   ".join(
            (
                *(f"{STAGE_MARKS[stage] * 3} {stage}" for stage in report.stages),
                "numbers are chunks",
            )
        ),
    ]
    for segment in worst_first(report):
        lines += ["", *_segment(segment, width)]
    rest = left_out(report)
    if rest:
        lines += ["", rest]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _summary(report: Report) -> Iterator[str]:
    corpus = report.corpus
    title = harmless(report.title)
    yield title
    yield "=" * display_width(title)
    yield ""
    yield f"{harmless(report.hypothesis)} against {harmless(report.reference)}"
    yield measures_in_words(corpus)
    yield counts_of_corpus(corpus)
    yield str(corpus.signature)


def _histogram(report: Report, width: int) -> Iterator[str]:
    counts = score_counts(report.segments, _INTERVALS)
    room = max(width - len("0.0-0.1    ") - len(str(max(counts))), 10)
    yield "scores of segments"
    for number, count in enumerate(counts):
        low, high = number / _INTERVALS, (number + 1) / _INTERVALS
        bar = _BAR * -(-count * room // max(*counts, room))  # one mark a segment if they fit
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
