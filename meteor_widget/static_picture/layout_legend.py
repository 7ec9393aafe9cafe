"""Where the samples and words of a legend go, in lines no wider than the picture may be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .look import LOOK
from .rows import SIDES, Alignment, Measure, rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendItem:
    """A sample with its text: a stage, "unmatched" or "function".

    Attributes:
        kind: which.
        text: for people.
        x: left end of the sample.
        sample_width: of the sample.
        text_x: left end of the text.
        y: baseline.
    """

    kind: str
    text: str
    x: float
    sample_width: float
    text_x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendLayout:
    """The items and the room they take."""

    items: Sequence[LegendItem]
    width: float
    height: float


def layout_legend(
    alignment: Alignment, *, x: float, y: float, width: float, measure: Measure
) -> LegendLayout:
    """Explain what occurs in an alignment, nothing else."""
    items: list[LegendItem] = []
    left = right = x
    baseline = y + LOOK.legend_baseline
    for kind, text in _entries(alignment):
        text_width = (measure(text) * LOOK.legend_size) / LOOK.font_size
        item_width = LOOK.legend_sample + LOOK.after_sample + text_width
        if left > x and left + item_width > x + width:
            left = x
            baseline += LOOK.legend_line
        items.append(
            LegendItem(
                kind=kind,
                text=text,
                x=rounded(left),
                sample_width=LOOK.legend_sample,
                text_x=rounded(left + LOOK.legend_sample + LOOK.after_sample),
                y=baseline,
            )
        )
        right = max(right, left + item_width)
        left += item_width + LOOK.between_items
    height = baseline - LOOK.legend_baseline + LOOK.legend_line - y if items else 0
    return LegendLayout(items=items, width=rounded(right - x), height=height)


def _entries(alignment: Alignment) -> Iterator[tuple[str, str]]:
    for stage in alignment.stages_that_occur():
        yield stage, f"{stage} ({LOOK.marks[stage]})" if LOOK.marks[stage] else stage
    if alignment.kinds is None and any(-1 in alignment.match_of_tokens(side) for side in SIDES):
        yield "unmatched", "no match"
    if any(alignment.rows[side].function_words for side in SIDES):
        yield "function", "function word"
