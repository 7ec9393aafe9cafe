"""The searches of the compiled kernel: the same results as those of Python, faster.

Only to be imported where the kernel is there (``implementation.py``).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from .. import _kernel
from ..words.vocabulary import StageKeys
from .limits import DEFAULT_LIMITS, Limits
from .result import Pair, Search, SearchResult, require_known_types
from .spans.links import Candidate, Link, SpanResult
from .spans.named import SpanSearch

GREATEST_BUDGET: Final = (1 << 62) - 1
"""The greatest budget that the kernel's integers can hold; no search takes as many steps."""


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


def search_stage_after_stage(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """See ``staged.search_stage_after_stage``."""
    require_known_types(hypothesis, reference, keys)
    budget = min(budget, GREATEST_BUDGET)
    return _result(_kernel.search_stage_after_stage(hypothesis, reference, keys, budget=budget))


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


def search_beam(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    budget: int,
    width: int,
) -> SpanResult:
    """See ``spans.beam.search_beam``; it takes the steps that it takes, whatever the budget."""
    return _span_result(
        _kernel.search_beam(
            candidates, hypothesis_length, reference_length, exact_stage=exact_stage, width=width
        )
    )


def search_spans_optimally(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    budget: int,
    width: int,
) -> SpanResult:
    """See ``spans.optimal.search_spans_optimally``."""
    return _span_result(
        _kernel.search_spans_optimally(
            candidates,
            hypothesis_length,
            reference_length,
            exact_stage=exact_stage,
            budget=min(budget, GREATEST_BUDGET),
            width=width,
        )
    )


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


def _span_result(found: tuple[tuple[Link, ...], bool, int, int]) -> SpanResult:
    links, optimal, chunk_gap, steps = found
    return SpanResult(links=links, optimal=optimal, chunk_gap=chunk_gap, steps=steps)


COMPILED_SEARCHES: Final[dict[str, Search]] = {
    "optimal": search_optimally,
    "staged": search_stage_after_stage,
    "greedy": search_greedily,
}
"""The searches over words that the kernel has, by name."""

COMPILED_SPAN_SEARCHES: Final[dict[str, SpanSearch]] = {
    "beam": search_beam,
    "optimal": search_spans_optimally,
}
"""The searches over spans, by name."""
