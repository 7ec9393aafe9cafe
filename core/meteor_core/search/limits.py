"""How far the optimal search goes before it takes more elaborate ways, and its steps so far."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Numbers that decide how long a proof takes, and never whether it is true.

    Attributes:
        few_candidates: up to so many, a component over words has its choice read off by prices
            (``search/words/optimal/by_prices.py``).
        everything: states a layer up to which a component over spans is searched completely. The
            kernel alone searches these.
        first_width: states a layer that the first pass keeps of a component with more. Over words
            (``search/words/optimal/chunks_first``), a search goes through a part of a component:
            all best choices are listed while there are 16 times as many, and 1,024 times where only
            choices near the diagonal count; a pass for a better choice keeps 4 times as many.
        width: states a layer that the first pass after that keeps, which has a better bound; over
            spans only.
        wider: how many times wider a pass is after one that found nothing better.
        sweeps: sweeps of the bound before each of these passes; a third of them where a choice is
            read off by prices.
        edges_a_step: edges of a sweep that cost as much as one state; twice as many where a sweep
            counts adjacencies alone.
    """

    few_candidates: int = 144
    everything: int = 12
    first_width: int = 4
    width: int = 2
    wider: int = 4
    sweeps: int = 100
    edges_a_step: int = 8


DEFAULT_LIMITS: Final = Limits()


@dataclass(slots=True, kw_only=True)
class Effort:
    """The steps of a search, counted against its budget.

    Attributes:
        budget: steps that it may take.
        edges_a_step: edges looked at that cost as much as one state.
        states: states generated, each of them a step.
        edges: edges looked at, and other work that costs as little.
    """

    budget: int
    edges_a_step: int
    states: int = 0
    edges: int = 0

    @property
    def steps(self) -> int:
        """Steps taken."""
        return self.states + self.edges // self.edges_a_step

    @property
    def is_spent(self) -> bool:
        """Whether no budget is left."""
        return self.steps >= self.budget
