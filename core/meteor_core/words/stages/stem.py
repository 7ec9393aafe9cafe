"""Match words with equal stems: Snowball's, or Porter's as NLTK implements it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from ...errors import ParameterError
from ...runtime import forks
from ..languages import SNOWBALL_STEMMERS
from . import KeyLists, KeyNumbers

if TYPE_CHECKING:  # loaded when a word is stemmed
    from nltk.stem.porter import PorterStemmer

KERNEL_PORTER: Final = "3.10."
"""Versions of NLTK whose Porter stemmer equals the kernel's."""


@dataclass(frozen=True, slots=True)
class StemStage:
    """The stage stem: a word's only key is its stem.

    Attributes:
        stem: the stem of a word. Results hold it, so it must be a function that can be pickled.
        stem_all: the stems of many words at once, where that is faster.
    """

    resource: str
    stem: Callable[[str], str] = field(repr=False, compare=False)
    name: str = "stem"
    stem_all: Callable[[Sequence[str]], Sequence[str]] | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem."""
        return (self.stem(word),)

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem."""
        return (self.stem(word),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the stem of each word."""
        own = KeyLists.of_one_each(self.only_keys(words), numbers)
        return own, own

    def only_keys(self, words: Sequence[str]) -> list[str]:
        """See ``stages.OneKeyStage``."""
        return list(self.stem_all(words) if self.stem_all else map(self.stem, words))

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the stem that they share."""
        return f"common stem: {self.stem(reference_word)}"


def snowball(language: str) -> StemStage:
    """Return the stage by the Snowball stemmer of a language, from PyStemmer.

    Raises:
        ParameterError: Snowball has none for it.
    """
    if language not in SNOWBALL_STEMMERS:
        raise ParameterError(
            f"there is no Snowball stemmer for language '{language}'; leave out the stage "
            f"'stem' or choose one of: {', '.join(SNOWBALL_STEMMERS)}"
        )
    from Stemmer import version  # asking the installed packages takes twenty times as long

    algorithm = SNOWBALL_STEMMERS[language]
    return StemStage(
        f"snowball-{algorithm}-{version()}",
        partial(_snowball_stem, algorithm),
        stem_all=partial(_snowball_stems, algorithm),
    )


def porter() -> StemStage:
    """Return the stage by Porter's English stemmer with NLTK's extensions, ``meteor_score``'s."""
    return StemStage(f"porter-nltk-{_nltk_version()}", porter_stem)


def kernel_has_porter() -> bool:
    """Return whether the kernel's stemmer equals that of the installed NLTK."""
    return _nltk_version().startswith(KERNEL_PORTER)


@cache
def _nltk_version() -> str:
    package = find_spec("nltk")
    if package is not None and package.origin is not None:
        with suppress(OSError):  # asking the installed packages takes ten times as long
            return (Path(package.origin).parent / "VERSION").read_text(encoding="utf-8").strip()
    from importlib.metadata import version

    return version("nltk")


def porter_stem(word: str) -> str:
    """Return the stem of a word by Porter's stemmer with NLTK's extensions."""
    return _porter_stem(word)  # a cache is no plain function, as results hold them


@lru_cache(maxsize=8192)  # two stages of the variant ``nltk`` share stems
def _porter_stem(word: str) -> str:
    return cast("str", _porter_stemmer().stem(word))


@cache
def _porter_stemmer() -> "PorterStemmer":
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


def _snowball_stem(algorithm: str, word: str) -> str:
    stemmer, in_use = _snowball_stemmer(algorithm)
    try:
        with in_use:
            return cast("str", stemmer.stemWord(word))
    except UnicodeEncodeError:  # a lone surrogate, which no language's word has
        return word


def _snowball_stems(algorithm: str, words: Sequence[str]) -> Sequence[str]:
    stemmer, in_use = _snowball_stemmer(algorithm)
    try:
        with in_use:
            return cast("list[str]", stemmer.stemWords(words))
    except UnicodeEncodeError:  # in one of them
        return [_snowball_stem(algorithm, word) for word in words]


@cache
def _snowball_stemmer(algorithm: str) -> tuple[Any, forks.Lock]:
    """Return a stemmer and its lock: PyStemmer's objects are not safe to share between threads."""
    from Stemmer import Stemmer

    return Stemmer(algorithm, 0), forks.Lock()  # no cache: a vocabulary asks for a word once
