"""Both implementations of the kernel, for tests that have to hold of each."""

from collections.abc import Sequence
from typing import Final, Protocol

import pytest

from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.search.limits import DEFAULT_LIMITS, Limits
from meteor_core.search.result import Search, SearchResult
from meteor_core.search.words.greedy import search_greedily
from meteor_core.search.words.optimal import search_optimally
from meteor_core.search.words.staged import search_stage_after_stage
from meteor_core.words.vocabulary import StageKeys
from tests.core import compiled_searches as compiled

KERNEL_IS_THERE: Final = chosen_implementation().name == "compiled"

needs_the_kernel = pytest.mark.skipif(
    not KERNEL_IS_THERE, reason=f"Python computes here: {chosen_implementation().reason}"
)


def limit_vocabularies(monkeypatch: pytest.MonkeyPatch, surfaces: int) -> None:
    """Have vocabularies replaced as soon as they have more surfaces than that."""
    monkeypatch.setattr("meteor_core.batch.python_scorer.VOCABULARY_LIMIT", surfaces)
    if KERNEL_IS_THERE:
        monkeypatch.setattr("meteor_core.batch.compiled_vocabulary.LIMIT", surfaces)


class OptimalSearch(Protocol):
    """The optimal search of either implementation."""

    def __call__(
        self,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        keys: Sequence[StageKeys],
        *,
        budget: int,
        limits: Limits = DEFAULT_LIMITS,
    ) -> SearchResult:
        """See ``meteor_core.search.words.optimal``."""


OPTIMAL: Final[dict[str, OptimalSearch]] = {"python": search_optimally}
STAGED: Final[dict[str, Search]] = {"python": search_stage_after_stage}
GREEDY: Final[dict[str, Search]] = {"python": search_greedily}

if KERNEL_IS_THERE:
    OPTIMAL["compiled"] = compiled.search_optimally
    STAGED["compiled"] = compiled.search_stage_after_stage
    GREEDY["compiled"] = compiled.search_greedily
