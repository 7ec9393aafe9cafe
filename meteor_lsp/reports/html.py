"""A report as one HTML page that loads nothing and runs nothing, to open, print or mail.

Every text of a user goes through ``_escape``, whether it becomes content or an attribute. Texts
stand in elements of their own with ``dir="auto"``, so that neither their direction nor control
characters in them reach what is around them. Numbers of chunks are drawn by the style sheet:
what is copied from the page is the text and nothing else.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Final

from meteor_core import Alignment, CorpusResult, Match
from meteor_core.score.wording import beam_width_of
from meteor_core.show.chunk_colours import colours_of_chunks
from meteor_core.text.numbers import counted, percentage

from ..scoring.sides import Side
from .content import Report, ReportSegment, left_out, proof, score_counts, worst_first

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_DIRECTIONS: Final = {"L": "rightwards", "R": "leftwards", "AL": "leftwards"}
_STAGES: Final = {
    "exact": "same word",
    "stem": "common stem",
    "synonym": "synonyms",
    "paraphrase": "paraphrase",
}

_INTERVALS: Final = 20
_INTERVAL_WIDTH: Final = 40
_HISTOGRAM_HEIGHT: Final = 120

_UNSHOWABLE: Final = re.compile(r"[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and U+FFFE, which HTML forbids, and surrogates, which UTF-8 cannot write."""


def html_report(report: Report) -> str:
    """The report as a page, worst segments first."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{_escape(report.title)} – METEOR {report.corpus.score:.4f}</title>"
    yield f"<style>\n{_style()}</style>"
    yield "</head>"
    yield "<body>"
    yield from _summary(report)
    yield from _histogram(report)
    yield from _segments(report)
    yield "</body>"
    yield "</html>"


def _style() -> str:
    return files(__package__).joinpath("report.css").read_text("utf-8")


def _summary(report: Report) -> Iterator[str]:
    corpus = report.corpus
    compared = f"{_isolated(report.hypothesis)} against {_isolated(report.reference)}"
    yield f"<h1>{_isolated(report.title)}</h1>"
    yield f'<p class="files muted">{compared}</p>'
    yield '<section class="summary">'
    yield f'<p class="score"><small>METEOR</small>{corpus.score:.4f}</p>'
    yield "<dl>"
    for term, value in (
        ("precision", f"{corpus.precision:.4f}"),
        ("recall", f"{corpus.recall:.4f}"),
        ("F-mean", f"{corpus.f_mean:.4f}"),
        ("penalty", f"{corpus.penalty:.4f}"),
        ("chunks", f"{corpus.chunks:,}"),
        ("matches", f"{corpus.matches:,}"),
        ("segments", f"{corpus.segments:,}"),
        _proved(corpus),
    ):
        yield f"<div><dt>{term}</dt><dd>{value}</dd></div>"
    yield "</dl>"
    yield "</section>"
    yield f'<p class="signature muted">{_escape(corpus.signature)}</p>'


def _proved(corpus: CorpusResult) -> tuple[str, str]:
    width = beam_width_of(corpus.signature)
    if width is not None:
        return "alignment", f"beam of {width}"
    return "proved optimal", percentage(corpus.optimal)


def _histogram(report: Report) -> Iterator[str]:
    counts = score_counts(report.segments, _INTERVALS)
    if not any(counts):
        return
    width, height = _INTERVALS * _INTERVAL_WIDTH, _HISTOGRAM_HEIGHT
    yield "<h2>Scores of segments</h2>"
    yield (
        f'<svg class="histogram" viewBox="-16 -18 {width + 32} {height + 40}" role="img" '
        f'aria-label="Histogram of the scores of {sum(counts):,} segments">'
    )
    for number, count in enumerate(counts):
        if count:
            yield _histogram_bar(number, count, height * count / max(counts))
    yield f'<line x1="0" y1="{height}" x2="{width}" y2="{height}"/>'
    for number in range(0, _INTERVALS + 1, 4):
        place = number * _INTERVAL_WIDTH
        yield f'<text x="{place}" y="{height + 17}">{number / _INTERVALS:.1f}</text>'
    yield "</svg>"


def _histogram_bar(number: int, count: int, height: float) -> str:
    left, top = number * _INTERVAL_WIDTH, _HISTOGRAM_HEIGHT - height
    low, high = number / _INTERVALS, (number + 1) / _INTERVALS
    return (
        f'<rect x="{left + 2}" y="{top:.1f}" width="{_INTERVAL_WIDTH - 4}" height="{height:.1f}" '
        f'rx="2"><title>{low:.2f} to {high:.2f}: {counted(count, "segment", "segments")}</title>'
        f'</rect><text x="{left + _INTERVAL_WIDTH / 2:g}" y="{top - 5:.1f}">{count:,}</text>'
    )


def _segments(report: Report) -> Iterator[str]:
    yield "<h2>Segments, worst first</h2>"
    yield from _legend(report.stages)
    for segment in worst_first(report.segments):
        yield from _segment(segment, report)
    rest = left_out(report.segments)
    if rest:
        yield f'<p class="muted">{rest}</p>'


def _legend(stages: Sequence[str]) -> Iterator[str]:
    yield '<p class="legend">'
    for stage in stages:
        yield f'<span><b class="match {stage}">{stage}</b> {_STAGES[stage]}</span>'
    yield '<span><b class="chunk chunk-0" data-chunk="1">chunk</b> same number, same words</span>'
    yield "<span>grey: unmatched</span>"
    yield "</p>"


def _segment(segment: ReportSegment, report: Report) -> Iterator[str]:
    yield f'<article id="segment-{segment.number}">'
    yield from _headline(segment)
    if segment.source is not None:
        yield from _row("source", _escape(segment.source))
    chosen = f" {segment.result.reference + 1}" if report.several_references else ""
    for side, label, text in (
        (Side.HYPOTHESIS, "hypothesis", segment.hypothesis),
        (Side.REFERENCE, f"reference{chosen}", segment.reference),
    ):
        alignment = segment.alignment
        if alignment is None:
            yield from _row(label, _escape(text))
        else:
            yield from _row(label, "".join(_aligned(alignment, side)), kind="text aligned")
    yield from _remarks(segment)
    yield "</article>"


def _headline(segment: ReportSegment) -> Iterator[str]:
    result = segment.result
    counts = (
        f"{counted(result.matches, 'match', 'matches')} in "
        f"{counted(result.chunks, 'chunk', 'chunks')}"
    )
    yield "<header>"
    yield f"<h3>Segment {segment.number} <strong>{result.score:.3f}</strong></h3>"
    yield f'<span class="bar"><i style="width:{result.score:.1%}"></i></span>'
    yield (
        f'<span class="muted">P {result.precision:.3f} · R {result.recall:.3f} · '
        f"F-mean {result.f_mean:.3f} · penalty {result.penalty:.3f} · {counts} · "
        f"{proof(segment)}</span>"
    )
    yield "</header>"


def _row(label: str, markup: str, kind: str = "text") -> Iterator[str]:
    # The frame is English; of the text nothing is known, so it is given no language.
    yield f'<div class="row"><span class="label">{label}</span>'
    yield f'<p class="{kind}" dir="auto" lang="">{markup}</p></div>'


def _remarks(segment: ReportSegment) -> Iterator[str]:
    if segment.remarks:
        yield '<ul class="remarks">'
        for remark in segment.remarks:
            yield f"<li>{_isolated(remark)}</li>"
        yield "</ul>"


def _aligned(alignment: Alignment, side: Side) -> Iterator[str]:
    """The text of one side with its chunks marked."""
    text = side.row(alignment).text
    colours = colours_of_chunks(alignment)
    place = 0
    by_chunk = groupby(alignment.matches, key=lambda match: match.chunk)
    chunks = [list(matches) for _, matches in by_chunk]
    for matches in sorted(chunks, key=lambda matches: side.tokens(matches[0])):
        start, _ = side.span(alignment, matches[0])
        yield _escape(text[place:start])
        yield "".join(_chunk(alignment, side, matches, colours))
        _, place = side.span(alignment, matches[-1])
    yield _escape(text[place:])


def _chunk(
    alignment: Alignment, side: Side, matches: list[Match], colours: Sequence[int]
) -> Iterator[str]:
    """The text of a chunk with its matches marked."""
    text, number = side.row(alignment).text, matches[0].chunk
    place, end = side.span(alignment, matches[0])
    classes = f"chunk chunk-{colours[number]} {_direction(text[place:end])}".rstrip()
    yield f'<span class="{classes}" data-chunk="{number + 1}">'
    for match in matches:
        start, end = side.span(alignment, match)
        yield _escape(text[place:start])
        yield (
            f'<span class="match {_escape(match.stage)}" '
            f'title="{_escape(alignment.explain(match))}">{_escape(text[start:end])}</span>'
        )
        place = end
    yield "</span>"


def _direction(word: str) -> str:
    """Which way a word reads; empty for digits and punctuation."""
    kinds = (_DIRECTIONS.get(unicodedata.bidirectional(character), "") for character in word)
    return next(filter(None, kinds), "")


def _isolated(text: str) -> str:
    return f"<bdi>{_escape(text)}</bdi>"


def _escape(text: str) -> str:
    """The text as content or quoted attribute; what no page can hold is shown as U+FFFD."""
    return html.escape(_UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text), quote=True)
