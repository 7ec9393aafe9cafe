"""Words that have the same stem: Snowball's, or Porter's as NLTK implements it."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from ..errors import ParameterError
from ..languages import SNOWBALL_STEMMERS


@dataclass(frozen=True, slots=True)
class StemStage:
    """A word's only key is its stem."""

    resource: str
    stem: Callable[[str], str] = field(repr=False, compare=False)
    name: str = "stem"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """The stem."""
        return (self.stem(word),)

    def reference_keys(self, word: str) -> Sequence[str]:
        """The stem."""
        return (self.stem(word),)

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
    stem_word: Callable[[str], str] = Stemmer(algorithm).stemWord
    in_use = threading.Lock()  # PyStemmer's objects are not for several threads at once

    def stem(word: str) -> str:
        try:
            with in_use:
                return stem_word(word)
        except UnicodeEncodeError:  # a lone surrogate, which no language's word has
            return word

    return StemStage(f"snowball-{algorithm}-{version('PyStemmer')}", stem)


@cache
def porter() -> StemStage:
    """Porter's English stemmer with NLTK's extensions, the one ``meteor_score`` uses."""
    from importlib.metadata import version

    from nltk.stem.porter import PorterStemmer

    return StemStage(f"porter-nltk-{version('nltk')}", PorterStemmer().stem)
