"""Searches: rows of integers in, an alignment of them out.

Every search takes the types of the hypothesis' tokens, the types of the reference's tokens
and the stages' keys (``vocabulary.py``), and returns a ``SearchResult``. No search sees a
word: this is the seam at which the compiled kernel stands in.
"""

from ..implementation import chosen_implementation
from .greedy import search_greedily
from .optimal import search_optimally
from .result import DEFAULT_BUDGET, Pair, Search, SearchResult, count_chunks
from .staged import search_stage_after_stage

SEARCHES: dict[str, Search] = {
    "optimal": search_optimally,
    "staged": search_stage_after_stage,
    "greedy": search_greedily,
}
"""Every search by its name in variants, signatures and on the command line, in Python."""


def search_named(name: str) -> Search:
    """The search of that name: the kernel's where it is and has one, else Python's.

    Raises:
        ParameterError, ResourceError: see ``chosen_implementation``.
    """
    if chosen_implementation().name == "compiled":
        from .compiled import COMPILED_SEARCHES

        return COMPILED_SEARCHES.get(name, SEARCHES[name])
    return SEARCHES[name]


__all__ = [
    "DEFAULT_BUDGET",
    "SEARCHES",
    "Pair",
    "Search",
    "SearchResult",
    "count_chunks",
    "search_named",
]
