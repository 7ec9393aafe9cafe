"""Render a report as a self-contained HTML page without scripts.

The template (``report.html.jinja``) escapes every text. Texts are in elements of their own with
``dir="auto"``, so that neither their direction nor control characters affect their surroundings.
The style sheet draws chunk numbers, which are therefore not copied with the text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from meteor_core import Alignment, CorpusResult, Match
from meteor_core.analysis.edits import edit_script
from meteor_core.review.edits import REVIEW_KINDS, review_edits
from meteor_core.score.wording import ABOUT_SHORTFALL, beam_in_words
from meteor_core.show.chunk_colours import colours_of_chunks
from meteor_core.text.numbers import counted, percentage

from ..project.settings import Emphasis
from ..scoring.sides import Side
from .content import Report, ReportSegment, omitted, proof, score_counts, worst_first
from .document import Piece, edited_pieces

if TYPE_CHECKING:
    from jinja2 import Environment

_DIRECTIONS: Final = {"L": "rightwards", "R": "leftwards", "AL": "leftwards"}
_INTERVALS: Final = 20

_INVALID: Final = re.compile(r"[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and U+FFFE, which HTML forbids, and surrogates, which UTF-8 cannot encode."""


class _MatchMark(NamedTuple):
    """A match in the text of one side, and the text since the previous match."""

    before: str
    text: str
    stage: str
    explanation: str


class _ChunkMark(NamedTuple):
    """A chunk in the text of one side, and the text since the previous chunk."""

    before: str
    number: int
    classes: str
    matches: list[_MatchMark]


class _Row(NamedTuple):
    """A text with its label, its chunks, and the text after the last one."""

    label: str
    rest: str
    chunks: Sequence[_ChunkMark] = ()
    aligned: bool = False
    pieces: Sequence[Piece] = ()


def html_report(report: Report, link: Callable[[int], str] | None = None) -> str:
    """Render a report, worst segments first.

    Args:
        report: its content.
        link: returns the link of a segment's heading by its number.
    """
    several = report.several_references
    shown = worst_first(report)
    return rendered(
        "report.html.jinja",
        report=report,
        link=link,
        corpus=report.corpus,
        proved=_proved(report.corpus),
        counts=score_counts(report.segments, _INTERVALS),
        segments=[
            (segment, _rows(segment, report.emphasis, several_references=several))
            for segment in shown
        ],
        kinds=[kind for kind in REVIEW_KINDS if kind != "kept"],
        left_out=omitted(report),
    )


def rendered(name: str, **content: object) -> str:
    """Render a template of this folder."""
    page = _templates().get_template(name).render(**content)
    return _INVALID.sub("\N{REPLACEMENT CHARACTER}", page)


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # takes 50 ms to import

    environment = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(counted=counted, proof=proof, about_shortfall=ABOUT_SHORTFALL)
    return environment


def _proved(corpus: CorpusResult) -> tuple[str, str]:
    if beam := beam_in_words(corpus.signature):
        return "alignment", beam
    return "proved optimal", percentage(corpus.optimal)


def _rows(
    segment: ReportSegment, emphasis: Emphasis, *, several_references: bool
) -> Iterator[_Row]:
    if segment.source is not None:
        yield _Row("source", segment.source)
    chosen = f" {segment.result.reference + 1}" if several_references else ""
    for side, label, text in (
        (Side.HYPOTHESIS, "hypothesis", segment.hypothesis),
        (Side.REFERENCE, f"reference{chosen}", segment.reference),
    ):
        if segment.alignment is None or emphasis is Emphasis.OFF:
            yield _Row(label, text)
        elif not emphasis.has_chunks:
            edits = review_edits(edit_script(segment.alignment))
            found = edited_pieces(text, edits, "mt" if side is Side.HYPOTHESIS else "post_edit")
            yield _Row(label, "", pieces=list(found))
        else:
            yield _aligned(label, segment.alignment, side)


def _aligned(label: str, alignment: Alignment, side: Side) -> _Row:
    """Mark the chunks in the text of one side."""
    text = side.row(alignment).text
    colours = colours_of_chunks(alignment)
    by_chunk = groupby(alignment.matches, key=lambda match: match.chunk)
    chunks = [list(matches) for _, matches in by_chunk]
    marks, place = [], 0
    for matches in sorted(chunks, key=lambda matches: side.tokens(matches[0])):
        number = matches[0].chunk
        start, end = side.span(alignment, matches[0])
        classes = f"chunk chunk-{colours[number]} {_direction(text[start:end])}".rstrip()
        within = list(_matches(alignment, side, matches))
        marks.append(_ChunkMark(text[place:start], number + 1, classes, within))
        _, place = side.span(alignment, matches[-1])
    return _Row(label, text[place:], marks, aligned=True)


def _matches(alignment: Alignment, side: Side, matches: Sequence[Match]) -> Iterator[_MatchMark]:
    text = side.row(alignment).text
    place, _ = side.span(alignment, matches[0])
    for match in matches:
        start, end = side.span(alignment, match)
        explanation = alignment.explain(match)
        yield _MatchMark(text[place:start], text[start:end], match.stage, explanation)
        place = end


def _direction(word: str) -> str:
    """Return the direction of a word; empty for digits and punctuation."""
    kinds = (_DIRECTIONS.get(unicodedata.bidirectional(character), "") for character in word)
    return next(filter(None, kinds), "")
