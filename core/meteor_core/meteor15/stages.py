"""METEOR 1.5's stages exact and stem, which compare Java's hash codes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..words.stages import KeyLists, KeyNumbers
from .java_strings import java_hash


@dataclass(frozen=True, slots=True)
class MeteorExactStage:
    """A word's only key is its hash code: "gelato" and "variants" are one word."""

    name: str = "exact"
    resource: str = ""

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word's hash code."""
        return (_key(word),)

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's hash code."""
        return (_key(word),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the hash code of each word."""
        own = KeyLists.of_one_each(map(_key, words), numbers)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the word that they share, or say that METEOR takes them for one word."""
        if hypothesis_word == reference_word:
            return f"same word: {reference_word}"
        return f"same hash code: {hypothesis_word}, {reference_word} ({_key(reference_word)})"


@dataclass(frozen=True, slots=True)
class MeteorStemStage:
    """A word's only key is the hash code of its stem.

    That equal words match in the stage exact and not in this one is for the search to see to.

    Attributes:
        resource: the stemmer, such as "snowball-meteor-1.5".
        stem: the stem of a word. Results hold it, so it must be a function that can be pickled.
    """

    resource: str
    stem: Callable[[str], str] = field(repr=False, compare=False)
    name: str = "stem"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the stem's hash code."""
        return (_key(self.stem(word)),)

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the stem's hash code."""
        return (_key(self.stem(word)),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the hash code of each word's stem."""
        own = KeyLists.of_one_each(self.only_keys(words), numbers)
        return own, own

    def only_keys(self, words: Sequence[str]) -> list[str]:
        """Return the hash code of each word's stem."""
        return [_key(self.stem(word)) for word in words]

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the stem that they share, or say that METEOR takes their stems for one."""
        stem, reference_stem = self.stem(hypothesis_word), self.stem(reference_word)
        if stem == reference_stem:
            return f"common stem: {stem}"
        shared = _key(stem)
        return f"stems with the same hash code: {stem}, {reference_stem} ({shared})"


def table_stem(table: Callable[[], Mapping[int, str]], word: str) -> str:
    """Return a word's stem from a table; unknown words stay unchanged."""
    return table().get(java_hash(word), word)


def _key(word: str) -> str:
    return str(java_hash(word))
