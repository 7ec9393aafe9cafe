"""Mistakes in settings, and messages to the user."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from meteor_core.text.toml_places import KeyPath


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in settings or a ``meteor.toml``.

    Attributes:
        origin: the place in words: "meteor.toml, pairs 2, references".
        message: the mistake, and how to mend it.
        path: of the value; empty for the whole file.
        of_key: whether the key is wrong rather than the value.
        offset: of the invalid character, if the text is not TOML.
    """

    origin: str
    message: str
    path: KeyPath = ()
    of_key: bool = False
    offset: int | None = None

    def __str__(self) -> str:
        """Combine place and message."""
        return f"{self.origin}: {self.message}"


class Problems:
    """A queue of messages to the user, without duplicates."""

    def __init__(self) -> None:
        """Create an empty queue."""
        self.waiting: Final[list[str]] = []
        self._known: set[str] = set()

    def add(self, problem: str) -> None:
        """Queue a message, unless it was queued before."""
        if problem not in self._known:
            self._known.add(problem)
            self.waiting.append(problem)

    def add_again(self, problems: Iterable[str]) -> None:
        """Queue messages even if they were queued before."""
        self.waiting.extend(problems)

    def pop_new(self) -> list[str]:
        """Return the queued messages, and clear the queue."""
        waiting = self.waiting.copy()
        self.waiting.clear()
        return waiting

    def forget(self) -> None:
        """Allow earlier messages to be queued again."""
        self._known.clear()
