"""Collect the content of a report from a pairing."""

from meteor_core.score.results import SegmentScore

from ..documents.uris import name_of
from ..pairing.streams import SOURCE
from ..reports.content import Report, ReportSegment
from ..session.open_pairing import OpenPairing


def report_of(opened: OpenPairing) -> Report:
    """Return all scored segments, with alignments where these are cached."""
    pairing, scores = opened.pairing, opened.scores
    diagnostics: dict[int, list[str]] = {}
    for found in opened.diagnostics():
        if found.code != "low-score":  # the report shows scores
            diagnostics.setdefault(found.segment, []).append(found.message)
    return Report(
        title=name_of(pairing.hypothesis.uri),
        hypothesis=name_of(pairing.hypothesis.uri),
        reference=", ".join(dict.fromkeys(name_of(side.uri) for side in pairing.references)),
        corpus=scores.corpus(),
        segments=[
            _segment(opened, number, result, tuple(diagnostics.get(number, ())))
            for number in range(scores.paired)
            if (result := _result(opened, number)) is not None
        ],
        order=opened.order,
        emphasis=opened.emphasis,
    )


def _segment(
    opened: OpenPairing, number: int, result: SegmentScore, diagnostics: tuple[str, ...]
) -> ReportSegment:
    texts, sources = opened.scores.texts(number), opened.texts(SOURCE)
    return ReportSegment(
        number=number + 1,
        result=result,
        hypothesis=texts[0],
        reference=texts[1 + result.reference],
        source=sources[number] if number < len(sources) else None,
        diagnostics=diagnostics,
    )


def _result(opened: OpenPairing, number: int) -> SegmentScore | None:
    aligned, known = opened.scores.alignments(number), opened.scores.score(number)
    if known is None:
        return None
    return aligned[known.reference] if aligned else opened.scores.segment_score(known)
