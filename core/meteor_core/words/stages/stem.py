"""Words that have the same stem: Snowball's, or Porter's as NLTK implements it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from ...errors import ParameterError
from ...runtime import forks
from ..languages import SNOWBALL_STEMMERS
from . import KeyLists, KeyNumbers


@dataclass(frozen=True, slots=True)
class StemStage:
    """A word's only key is its stem.

    Attributes:
        stem: the stem of a word.
        stem_all: the same for many words at once, where that is faster.
    """

    resource: str
    stem: Callable[[str], str] = field(repr=False, compare=False)
    name: str = "stem"
    stem_all: Callable[[Sequence[str]], Sequence[str]] | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """The stem."""
        return (self.stem(word),)

    def reference_keys(self, word: str) -> Sequence[str]:
        """The stem."""
        return (self.stem(word),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """The stem of each."""
        stems = self.stem_all(words) if self.stem_all else map(self.stem, words)
        own = KeyLists.of_one_each(stems, numbers)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """The stem they share."""
        return f"common stem: {self.stem(reference_word)}"


@cache
def snowball(language: str) -> StemStage:
    """The Snowball stemmer of a language, from PyStemmer.

    Raises:
        ParameterError: Snowball has none for it.
    """
    if language not in SNOWBALL_STEMMERS:
        raise ParameterError(
            f"there is no Snowball stemmer for language '{language}'; leave out the stage "
            f"'stem' or choose one of: {', '.join(SNOWBALL_STEMMERS)}"
        )
    from importlib.metadata import version

    from Stemmer import Stemmer

    algorithm = SNOWBALL_STEMMERS[language]
    stemmer = Stemmer(algorithm, 0)  # no cache: a vocabulary asks for a word once
    in_use = forks.Lock()  # PyStemmer's objects are not for several threads at once

    def stem(word: str) -> str:
        try:
            with in_use:
                return cast("str", stemmer.stemWord(word))
        except UnicodeEncodeError:  # a lone surrogate, which no language's word has
            return word

    def stem_all(words: Sequence[str]) -> Sequence[str]:
        try:
            with in_use:
                return cast("list[str]", stemmer.stemWords(words))
        except UnicodeEncodeError:  # in one of them
            return [stem(word) for word in words]

    resource = f"snowball-{algorithm}-{version('PyStemmer')}"
    return StemStage(resource, stem, stem_all=stem_all)


@cache
def porter() -> StemStage:
    """Porter's English stemmer with NLTK's extensions, the one ``meteor_score`` uses."""
    from importlib.metadata import version

    from nltk.stem.porter import PorterStemmer

    return StemStage(f"porter-nltk-{version('nltk')}", PorterStemmer().stem)
