"""Static HTML of a scored corpus: its score, a histogram, and the worst segments."""

from typing import Final

import numpy as np

from meteor_core.batch.batch import MEASURES

from ..pages.preview_tables import plain, table, words
from ..pages.static_preview import image
from ..scoring.scored_corpus import ScoredCorpus
from ..static_picture.plots import histogram_in_words, histogram_svg

_ROWS: Final = 8


def corpus_html(corpus: ScoredCorpus, text: str, *, by_shortfall: bool = False) -> str:
    """Return the scored part of the corpus as HTML.

    Args:
        corpus: the corpus.
        text: its numbers in words.
        by_shortfall: whether the worst segments are those with the greatest shortfalls.
    """
    scores = corpus.measures[: corpus.done, MEASURES.index("score")]
    known = scores[~np.isnan(scores)]
    if not len(known):
        return words(text)
    shortfalls = corpus.shortfalls()
    keys = -shortfalls if by_shortfall else scores
    worst = np.argsort(keys, kind="stable")[: min(_ROWS, len(known))].tolist()
    rows = (
        (
            f"{segment + 1:,}",
            f"{scores[segment]:.4f}",
            f"{shortfalls[segment]:.2f}",
            plain(corpus.hypotheses[segment]),
            plain(corpus.references[corpus.chosen[segment]][segment]),
        )
        for segment in worst
    )
    reference = "Best reference" if len(corpus.references) > 1 else "Reference"
    title = "Greatest shortfalls" if by_shortfall else "Lowest scores"
    heads = ("Segment", "Score", "Shortfall", "Hypothesis", reference)
    return (
        words(text)
        + image(histogram_svg(known, "score"), histogram_in_words(known, "score"))
        + table(title, heads, rows, texts=(3, 4))
    )
