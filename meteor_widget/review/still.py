"""Static HTML of a review: how much was edited, and the segments edited most."""

from typing import Final

import numpy as np

from meteor_core.text.numbers import percentage

from ..pages.still_picture import image
from ..pages.still_tables import plain, table, words
from ..static_picture.plots import shares_in_words, shares_svg
from .reviewed_corpus import ReviewedCorpus, ReviewSummary

_ROWS: Final = 8


def review_html(corpus: ReviewedCorpus, summary: ReviewSummary, text: str) -> str:
    """Return the scored part of the review as HTML.

    Args:
        corpus: the reviewed corpus.
        summary: summary of the scored segments.
        text: its numbers in words.
    """
    if not corpus.done:
        return words(text)
    extents = {
        "untouched": summary.untouched,
        "edited": summary.edited,
        "rewritten": summary.rewritten,
    }
    shares = corpus.edit_shares()
    order = np.argsort(-shares, kind="stable")[:_ROWS].tolist()
    rows = (
        (
            f"{segment + 1:,}",
            percentage(shares[segment]),
            plain(corpus.hypotheses[segment]),
            plain(corpus.references[0][segment]),
        )
        for segment in order
        if shares[segment] > 0
    )
    heads = ("Segment", "Edited", "Machine translation", "Post-edit")
    return (
        words(text)
        + image(shares_svg(extents), shares_in_words(extents))
        + table("Edited most", heads, rows, texts=(2, 3))
    )
