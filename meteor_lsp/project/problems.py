"""What a person is to be told."""

from collections.abc import Iterable
from typing import Final


class Problems:
    """Problems that wait to be told; the same one waits once."""

    def __init__(self) -> None:
        """Nothing is wrong so far."""
        self.waiting: Final[list[str]] = []
        self._told: set[str] = set()

    def add(self, problem: str) -> None:
        """Have a problem told, unless it was told before."""
        if problem not in self._told:
            self._told.add(problem)
            self.waiting.append(problem)

    def add_again(self, problems: Iterable[str]) -> None:
        """Have problems told even if they were told before."""
        self.waiting.extend(problems)

    def take(self) -> list[str]:
        """The problems that wait, which are told now."""
        waiting = self.waiting.copy()
        self.waiting.clear()
        return waiting

    def forget(self) -> None:
        """Tell again what was told before."""
        self._told.clear()
