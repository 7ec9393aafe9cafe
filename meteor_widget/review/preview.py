"""A review without scripts: its sums in words, and the segments edited most."""

from collections.abc import Sequence
from typing import Final

from meteor_core.review.segments import ReviewedSegment
from meteor_core.review.totals import ReviewTotal
from meteor_core.score.wording import shortfall_in_words
from meteor_core.text.numbers import counted, percentage

from ..pages.preview_tables import plain, table, words
from ..pages.static_preview import StaticPreview

_ROWS: Final = 8


def review_text(total: ReviewTotal, size: int | None = None) -> str:
    """Return the sums of a review in words.

    Args:
        total: the sums.
        size: number of all segments, where perhaps not all are reviewed yet.
    """
    unfinished = ""
    if size is not None and size > total.segments:
        unfinished = f"Only {total.segments:,} of {size:,} segments are reviewed yet.\n"
    extents = ", ".join(f"{one.segments:,} {one.extent}" for one in total.extents)
    return (
        f"{unfinished}"
        f"METEOR {total.score.score:.4f} of the machine translation against its post-edit"
        f"{shortfall_in_words(total.score)}\n"
        f"HTER {total.ter.rate:.4f}, chrF {total.ngrams.score:.2f}, "
        f"{percentage(total.characters.share)} of the characters edited\n"
        f"{counted(total.segments, 'segment', 'segments')}: {extents}\n"
        f"{total.score.signature}"
    )


def review_preview(
    segments: Sequence[ReviewedSegment],
    total: ReviewTotal,
    bar: str = "",
    size: int | None = None,
) -> StaticPreview:
    """Return a review as text and as HTML.

    Args:
        segments: that are reviewed.
        total: their sums.
        bar: HTML of a drawing between the sums and the segments.
        size: number of all segments, where perhaps not all are reviewed yet.
    """
    text = review_text(total, size)
    most = sorted(segments, key=lambda one: -one.counts.edit_share)[:_ROWS]
    rows = (
        (
            f"{one.texts.number:,}",
            percentage(one.counts.edit_share),
            plain(one.texts.mt),
            plain(one.texts.post_edit),
        )
        for one in most
        if one.counts.edit_share > 0
    )
    heads = ("Segment", "Edited", "Machine translation", "Post-edit")
    listed = table("Edited most", heads, rows, texts=(2, 3)) if most else ""
    return StaticPreview(text=text, html=words(text) + bar + listed)
