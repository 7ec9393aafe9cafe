"""The page of alignments, one below the other, that ``meteorscope align -o FILE.html`` writes."""

from collections.abc import Sequence

from meteor_core.review.emphasis import CHUNKS, emphasis_json
from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import alignment_json
from meteor_core.show.text_picture import picture_text

from .page import PageContent, self_contained_page
from .static_preview import StaticPreview


def alignments_page(
    results: Sequence[tuple[int, SegmentResult]], title: str, marked: str = CHUNKS
) -> str:
    """Return the page as HTML.

    Args:
        results: results, each with its segment's number from 1.
        title: title of the window and heading, as plain text.
        marked: in the texts: "chunks", "differences", "both" or "off".
    """
    alignments = [
        {**alignment_json(number, result), **emphasis_json(result.alignment, marked)}
        for number, result in results
    ]
    return self_contained_page(
        PageContent(kind="alignments", state={"alignments": alignments}),
        title=title,
        preview=StaticPreview(text=picture_text(results)),
    )
