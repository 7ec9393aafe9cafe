"""The emphasis of ``align`` on the terminal: chunks, differences, or both."""

from collections.abc import Iterator, Mapping
from typing import Final

from ..analysis.edits import edit_script
from ..review.edits import REVIEW_KINDS, ReviewKind, kinds_of_words, review_edits
from ..score.results import SegmentResult
from ..show.text_picture import STAGE_MARKS, EditPen, Span, draw, legend
from .segment_blocks import Source

EMPHASES: Final = ("auto", "chunks", "differences", "both", "off")

_PENS: Final[Mapping[ReviewKind, EditPen]] = {
    "added": EditPen(name="added", mark="+", ascii_mark="+", style="bold #1fa37a"),
    "dropped": EditPen(name="dropped", mark="−", ascii_mark="x", style="strike #e0605a"),
    "replaced": EditPen(name="replaced", mark="/", ascii_mark="/", style="#b8860b"),
    "moved": EditPen(name="moved", mark="↔", ascii_mark=">", style="italic #3d8fd9"),
    "number-or-code": EditPen(
        name="number or code", mark="#", ascii_mark="#", style="bold #c264a8"
    ),
    "form": EditPen(name="form", mark="╌", ascii_mark="-", style=""),
    "synonym": EditPen(name="synonym", mark="≈", ascii_mark="~", style=""),
    "punctuation": EditPen(name="punctuation", mark="·", ascii_mark=".", style=""),
}
"""How words look by what became of them: each kind has a mark, whatever its colour."""


def chosen_emphasis(wanted: str, source: Source) -> str:
    """Resolve "auto": differences for machine translation and its post-edit."""
    if wanted != EMPHASES[0]:
        return wanted
    return "differences" if source.post_editing else "chunks"


def legends(emphasis: str, marks: dict[str, str], result: SegmentResult) -> Iterator[list[Span]]:
    """Yield the legends of the marks."""
    if emphasis in ("chunks", "both"):
        yield legend(marks, result.alignment.stages)
    if emphasis in ("differences", "both"):
        pens = [_PENS[kind] for kind in REVIEW_KINDS if kind in _PENS]
        shown = (
            f"{(pen.mark if marks is STAGE_MARKS else pen.ascii_mark) * 3} {pen.name}"
            for pen in pens
        )
        yield [Span("   ".join(shown), "dim")]


def drawn(
    emphasis: str, number: int, result: SegmentResult, *, width: int, marks: dict[str, str]
) -> Iterator[list[Span]]:
    """Yield the lines of text that draw a segment."""
    edits = None
    if emphasis in ("differences", "both"):
        kinds = kinds_of_words(review_edits(edit_script(result.alignment)))
        ours, theirs = ([_PENS.get(kind) for kind in side] for side in kinds)
        edits = ours, theirs
    return draw(
        number,
        result,
        width=width,
        marks=marks,
        chunks=emphasis in ("chunks", "both"),
        edits=edits,
    )
