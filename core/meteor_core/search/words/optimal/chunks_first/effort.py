"""What a search has done, in steps, against its budget."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Effort:
    """Work that is counted.

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
