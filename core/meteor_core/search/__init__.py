"""Searches: rows of integers in, an alignment of them out.

A search over words takes the types of the hypothesis' tokens, the types of the reference's tokens
and the stages' keys (``vocabulary.py``), and returns a ``SearchResult``. A search over spans takes
candidate matches, and returns a ``SpanResult``; it is METEOR 1.5's kind, whose paraphrases have
several words. No search sees a word. The compiled kernel has them all, and the search "optimal"
over spans, which Python lacks. Where the kernel computes, none of these modules is loaded; so here
are names and numbers only, and the searches themselves in ``align.py``.
"""

from typing import Final, Literal, TypeAlias

SearchName: TypeAlias = Literal["optimal", "staged", "greedy", "beam"]
"""The names of all searches, for type checkers."""

WORD_SEARCH_NAMES: Final[tuple[SearchName, ...]] = ("optimal", "staged", "greedy")
"""The names of the searches over words, in variants and signatures."""

SPAN_SEARCH_NAMES: Final[tuple[SearchName, ...]] = ("beam", "optimal")
"""The names of the searches over spans."""

SEARCH_NAMES: Final = tuple(dict.fromkeys((*WORD_SEARCH_NAMES, *SPAN_SEARCH_NAMES)))
"""The names of all searches."""

DEFAULT_BUDGET: Final = 100_000
"""Steps that a search may take on one segment before it settles for the best it has found.

A step is a candidate edge, a state generated, or eight edges visited by a bound.
Steps, not seconds, so that a result is the same on every machine. Work in progress when they
are used up is finished, so somewhat more may be taken.
"""

DEFAULT_BEAM_WIDTH: Final = 40
"""METEOR 1.5's (``Constants.DEFAULT_BEAM_SIZE``); its parameters were tuned with it."""


def searches_spans(name: str, *, spans: bool) -> bool:
    """Return whether a search is over spans; ``spans`` decides for a name that both kinds have."""
    return name in SPAN_SEARCH_NAMES and (spans or name not in WORD_SEARCH_NAMES)
