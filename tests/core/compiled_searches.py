"""The searches over words of the compiled kernel, as Python's are called."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from meteor_core.search.limits import DEFAULT_LIMITS, Limits
from meteor_core.search.result import Pair, SearchResult, require_known_types
from meteor_core.words.vocabulary import StageKeys
from tests.core.testing_kernel import load_testing_kernel

GREATEST_BUDGET = (1 << 62) - 1


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
        load_testing_kernel().search_optimally(
            hypothesis,
            reference,
            keys,
            budget=min(budget, GREATEST_BUDGET),
            limits=kernel_limits(limits),
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
    search = load_testing_kernel().search_stage_after_stage
    return _result(search(hypothesis, reference, keys, budget=budget))


def search_greedily(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    keys: Sequence[StageKeys],
    *,
    budget: int,
) -> SearchResult:
    """See ``greedy.search_greedily``."""
    require_known_types(hypothesis, reference, keys)
    return _result(load_testing_kernel().search_greedily(hypothesis, reference, keys))


@cache
def kernel_limits(limits: Limits) -> Any:
    """Return the kernel's limits."""
    return load_testing_kernel().Limits(
        few_candidates=limits.few_candidates,
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
