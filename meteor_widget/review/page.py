"""The page of a review that ``meteorscope review -o FILE.html`` writes."""

import io
from collections.abc import Iterable, Mapping
from typing import Any, Final

from meteor_core.command_line.review_writers import WRITERS
from meteor_core.review.review import Review
from meteor_core.review.review_format import Json, segments_json

from ..pages.page import self_contained_page
from .messages import page_content, summary_json
from .preview import review_preview

STATE: Final[Mapping[str, Any]] = {
    "selected": None,
    "order": "file",
    "reversed": False,
    "filter": {},
    "show_alignment": False,
}
"""What a view shows at first."""


def review_page(review: Review, title: str) -> str:
    """Return the page as HTML.

    Args:
        review: all of it.
        title: of the window and heading, as plain text.
    """
    kept = "States and comments are those of the day on which this page was made."
    size = len(review.segments)
    summary = summary_json(review.total, review.states, review.signature, size, kept)
    return self_contained_page(
        page_content(summary, list(page_rows(review)), written(review, "tsv"), STATE),
        title=title,
        preview=review_preview(review.segments, review.total),
    )


def page_rows(review: Review) -> Iterable[Json]:
    """Yield each segment as a page has it, with the share by which it can be sorted."""
    for segment, row in zip(review.segments, segments_json(review), strict=True):
        yield {**row, "edit_share": segment.counts.edit_share}


def written(review: Review, form: str) -> str:
    """Return a review as the command line writes it.

    Args:
        review: all of it.
        form: "tsv" or "json".
    """
    file = io.StringIO()
    WRITERS[form](review, file)
    return file.getvalue()
