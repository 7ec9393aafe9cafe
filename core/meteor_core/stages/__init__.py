"""Stages: the grounds on which two words count as a match.

A stage gives each folded word a set of keys, once as a word of the hypothesis and once as a
word of the reference. Two words match in the stage when a hypothesis key of the one is a
reference key of the other. Keys are interned to integers before matching, so matching and
search never see a string.
"""

from collections.abc import Sequence
from typing import Protocol


class Stage(Protocol):
    """One ground for a match. Implementations are immutable and safe to share."""

    @property
    def name(self) -> str:
        """exact, stem or synonym."""

    @property
    def resource(self) -> str:
        """The software or data that decides, with its version; empty when there is none."""

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """The keys of a folded word of the hypothesis."""

    def reference_keys(self, word: str) -> Sequence[str]:
        """The keys of a folded word of the reference."""

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """What joined two folded words that match in this stage, for a person to read."""
