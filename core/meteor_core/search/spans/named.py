"""The searches over spans by their names."""

from collections.abc import Sequence
from typing import Final, Protocol

from .beam import search_beam
from .links import Candidate, SpanResult
from .optimal import search_spans_optimally


class SpanSearch(Protocol):
    """A search over spans: it chooses among candidate matches."""

    def __call__(
        self,
        candidates: Sequence[Candidate],
        hypothesis_length: int,
        reference_length: int,
        *,
        exact_stage: int,
        budget: int,
        width: int,
    ) -> SpanResult:
        """Return the chosen matches.

        Args:
            candidates: in the order of ``find_candidates``.
            hypothesis_length: in tokens.
            reference_length: in tokens.
            exact_stage: index of the stage exact, or -1.
            budget: steps that a search for the optimum may take.
            width: paths that a beam keeps.
        """


def _search_beam(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    budget: int,
    width: int,
) -> SpanResult:
    """Search by a beam, which ignores the budget."""
    return search_beam(
        candidates, hypothesis_length, reference_length, exact_stage=exact_stage, width=width
    )


SPAN_SEARCHES: Final[dict[str, SpanSearch]] = {
    "beam": _search_beam,
    "optimal": search_spans_optimally,
}
"""Every search over spans by its name in variants and signatures."""
