"""A report on scores as a page, for Markdown."""

from meteor_core.score.results import measures_in_words
from meteor_core.show.tables import Table

from .content import Report, counts_of_corpus, left_out, proof, score_counts, worst_first
from .page import Page, PageSegment, Section

_INTERVALS = 10


def scores_page(report: Report) -> Page:
    """The report, worst segments first, with their texts and without alignments."""
    counts = score_counts(report.segments, _INTERVALS)
    rows = [
        (f"{number / _INTERVALS:.1f}-{(number + 1) / _INTERVALS:.1f}", f"{count:,}")
        for number, count in enumerate(counts)
    ]
    segments = [
        PageSegment(
            number=segment.number,
            title=f"{segment.result.score:.4f}, {proof(segment)}",
            texts=[
                *([] if segment.source is None else [("source", [(segment.source, "")])]),
                ("hypothesis", [(segment.hypothesis, "")]),
                ("reference", [(segment.reference, "")]),
            ],
            notes=segment.diagnostics,
        )
        for segment in worst_first(report)
    ]
    last = left_out(report)
    return Page(
        title=report.title,
        lead=[
            f"{report.hypothesis} against {report.reference}",
            measures_in_words(report.corpus),
            counts_of_corpus(report.corpus),
        ],
        tables=[
            Table(
                title="Scores of segments",
                heads=["score", "segments"],
                rows=rows,
                notes=[str(report.corpus.signature)],
            )
        ],
        sections=[
            Section(title="Segments, the worst first", segments=segments),
            *([Section(title=last, segments=[])] if last else []),
        ],
    )
