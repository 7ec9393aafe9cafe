"""Report scores as a page for Markdown, and as the tables that ``meteorscope score`` prints."""

import json
from collections.abc import Iterable

from meteor_core import CorpusResult
from meteor_core.command_line.output import table_cell
from meteor_core.score.results import measures_in_words
from meteor_core.show.alignment_format import corpus_json, segment_json
from meteor_core.show.tables import Table

from .content import (
    Report,
    ReportSegment,
    counts_of_corpus,
    omitted,
    proof,
    score_counts,
    worst_first,
)
from .page import Page, PageSegment, Section

_INTERVALS = 10


def scores_tsv(segments: Iterable[ReportSegment]) -> str:
    """Return what ``meteorscope score --segments --format tsv`` prints."""
    rows = [segment_json(segment.number, segment.result) for segment in segments]
    lines = ["\t".join(map(table_cell, row.values())) for row in rows]
    header = ["\t".join(rows[0])] if rows else []
    return "".join(f"{line}\n" for line in (*header, *lines))


def scores_json(corpus: CorpusResult, segments: Iterable[ReportSegment]) -> str:
    """Return what ``meteorscope score --segments --format json`` prints."""
    rows = [json.dumps(segment_json(segment.number, segment.result)) for segment in segments]
    listed = ",".join(f"\n    {row}" for row in rows)
    whole = json.dumps(corpus_json(corpus), indent=2).removeprefix("{\n")
    return f'{{\n  "segments": [{listed}\n  ],\n{whole}\n'


def scores_page(report: Report) -> Page:
    """Return a report as a page, worst segments first, without alignments."""
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
    last = omitted(report)
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
