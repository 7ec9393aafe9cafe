"""Function words: the words and marks that hold a sentence together and name nothing.

A list is a folder, whose name signatures show, with a file of words for each language that it
knows: determiners, pronouns, prepositions, conjunctions, auxiliary verbs, particles; and one of
punctuation marks, which count as function words in all of them. In the files a line that begins
with # is a heading, white space separates words, and a word that has several uses may be listed
under each. A word with an apostrophe covers both ' and ’.

A list that has been published keeps its words for ever: other words are another list.
"""

from functools import cache
from pathlib import Path
from typing import Final

from ...text.folding import Folding

DEFAULT_LIST: Final = "meteorscope-1"

_PUNCTUATION: Final = "punctuation"
_SUFFIX: Final = ".txt"


@cache
def languages(list_name: str) -> tuple[str, ...]:
    """Return the languages of a list: ISO 639-1 codes in alphabetical order."""
    names = (file.name.removesuffix(_SUFFIX) for file in _folder(list_name).iterdir())
    return tuple(sorted(name for name in names if name != _PUNCTUATION))


@cache
def function_words(list_name: str, language: str, fold: Folding) -> frozenset[str]:
    """Return a language's function words, folded; empty if the list lacks the language."""
    if language not in languages(list_name):
        return frozenset()
    written = _read(list_name, language) + _read(list_name, _PUNCTUATION)
    # All at once, since no folding looks beyond white space.
    return frozenset(fold(written + written.replace("'", "’")).split())


def _read(list_name: str, name: str) -> str:
    """Return the lines of words."""
    text = (_folder(list_name) / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def _folder(list_name: str) -> Path:
    return Path(__file__).with_name(list_name)
