"""The searches of the compiled kernel: the same answers as those of Python, sooner.

Only to be imported where the kernel is there (``implementation.py``).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from .. import _kernel
from ..vocabulary import StageKeys
from .optimal.limits import DEFAULT_LIMITS, Limits
from .result import Pair, Search, SearchResult, require_known_types

GREATEST_BUDGET: Final = (1 << 62) - 1
"""What the kernel's integers can hold; no search takes as much."""


def search_optimally(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
    limits: Limits = DEFAULT_LIMITS,
) -> SearchResult:
    """See ``optimal.search_optimally``."""
    require_known_types(hypothesis, reference, keys)
    return _result(
        _kernel.search_optimally(
            hypothesis,
            reference,
            keys,
            budget=min(budget, GREATEST_BUDGET),
            limits=_kernel_limits(limits),
        )
    )


def search_greedily(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """See ``greedy.search_greedily``."""
    require_known_types(hypothesis, reference, keys)
    return _result(_kernel.search_greedily(hypothesis, reference, keys))


@cache
def _kernel_limits(limits: Limits) -> _kernel.Limits:
    return _kernel.Limits(
        everything=limits.everything,
        first_width=limits.first_width,
        width=limits.width,
        wider=limits.wider,
        sweeps=limits.sweeps,
        edges_a_step=limits.edges_a_step,
    )


def _result(found: tuple[tuple[Pair, ...], bool, int, int]) -> SearchResult:
    pairs, optimal, chunk_gap, steps = found
    return SearchResult(pairs=pairs, optimal=optimal, chunk_gap=chunk_gap, steps=steps)


COMPILED_SEARCHES: Final[dict[str, Search]] = {
    "optimal": search_optimally,
    "greedy": search_greedily,
}
"""The searches that the kernel has, by name."""
