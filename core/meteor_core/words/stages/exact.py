"""Match words that are equal after case folding."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import KeyLists, KeyNumbers


@dataclass(frozen=True, slots=True)
class ExactStage:
    """The stage exact: a word's only key is the word."""

    name: str = "exact"
    resource: str = ""

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word."""
        return (word,)

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word."""
        return (word,)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return each word."""
        own = KeyLists.of_one_each(words, numbers)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the word that they share."""
        return f"same word: {reference_word}"
