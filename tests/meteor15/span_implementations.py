"""Both implementations of what lists candidates and of the beam."""

from collections.abc import Sequence
from typing import Final, Protocol

from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.search.spans.beam import search_beam
from meteor_core.search.spans.candidates import SpanGrounds, find_candidates
from meteor_core.search.spans.links import Candidate, SpanResult
from tests.core.testing_kernel import load_testing_kernel


class Finder(Protocol):
    """See ``find_candidates``."""

    def __call__(
        self, hypothesis: Sequence[int], reference: Sequence[int], grounds: SpanGrounds
    ) -> list[Candidate]:
        """Every match, in METEOR's order."""


class Beam(Protocol):
    """See ``search_beam``."""

    def __call__(
        self,
        candidates: Sequence[Candidate],
        hypothesis_length: int,
        reference_length: int,
        *,
        exact_stage: int,
        width: int = 40,
    ) -> SpanResult:
        """METEOR's alignment."""


FINDERS: Final[dict[str, Finder]] = {"python": find_candidates}
BEAMS: Final[dict[str, Beam]] = {"python": search_beam}

if chosen_implementation().name == "compiled":

    def compiled_beam(
        candidates: Sequence[Candidate],
        hypothesis_length: int,
        reference_length: int,
        *,
        exact_stage: int,
        width: int = 40,
    ) -> SpanResult:
        """The kernel's, with its result as Python's."""
        links, optimal, chunk_gap, steps = load_testing_kernel().search_beam(
            candidates,
            hypothesis_length,
            reference_length,
            exact_stage=exact_stage,
            width=width,
        )
        return SpanResult(links=links, optimal=optimal, chunk_gap=chunk_gap, steps=steps)

    def compiled_finder(
        hypothesis: Sequence[int], reference: Sequence[int], grounds: SpanGrounds
    ) -> list[Candidate]:
        """The kernel's list."""
        find = load_testing_kernel().find_candidates
        found: list[Candidate] = find(hypothesis, reference, grounds)
        return found

    FINDERS["compiled"] = compiled_finder
    BEAMS["compiled"] = compiled_beam
