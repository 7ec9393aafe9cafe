"""Searches: rows of integers in, an alignment of them out.

A search over words takes the types of the hypothesis' tokens, the types of the reference's tokens
and the stages' keys (``vocabulary.py``), and returns a ``SearchResult``. A search over spans takes
candidate matches, and returns a ``SpanResult``; it is METEOR 1.5's kind, whose paraphrases have
several words. No search sees a word. The compiled kernel has twins of them all, which its scorer
calls (``batch/compiled_scorer.py``).
"""

from typing import Final, Literal, TypeAlias

from .align import Align, align_spans, align_words
from .result import DEFAULT_BUDGET, Pair, Search, SearchResult, count_chunks
from .spans.named import DEFAULT_BEAM_WIDTH, SPAN_SEARCHES
from .words.greedy import search_greedily
from .words.optimal import search_optimally
from .words.staged import search_stage_after_stage

SearchName: TypeAlias = Literal["optimal", "staged", "greedy", "beam"]
"""The names of all searches, for type checkers."""

SEARCHES: Final[dict[str, Search]] = {
    "optimal": search_optimally,
    "staged": search_stage_after_stage,
    "greedy": search_greedily,
}
"""Every search over words by its name in variants and signatures."""

SEARCH_NAMES: Final = tuple(dict.fromkeys((*SEARCHES, *SPAN_SEARCHES)))
"""The names of all searches."""


def searches_spans(name: str, *, spans: bool) -> bool:
    """Whether the search of that name is over spans; ``spans`` decides where there are both."""
    return name in SPAN_SEARCHES and (spans or name not in SEARCHES)


def aligner(name: str, *, spans: bool, beam_width: int) -> Align:
    """Return the aligner that uses the search of that name.

    Args:
        name: of a search.
        spans: whether a name that both kinds have means the search over spans.
        beam_width: for the searches over spans.
    """
    if not searches_spans(name, spans=spans):
        return align_words(SEARCHES[name])
    return align_spans(SPAN_SEARCHES[name], width=beam_width)


__all__ = [
    "DEFAULT_BEAM_WIDTH",
    "DEFAULT_BUDGET",
    "SEARCHES",
    "SEARCH_NAMES",
    "Align",
    "Pair",
    "Search",
    "SearchName",
    "SearchResult",
    "aligner",
    "count_chunks",
    "searches_spans",
]
