"""Case folding: tokens that fold alike are the same word.

Folding belongs to matching. It never touches the text that a person sees. No folding looks beyond
white space or changes it: lines that are folded at once are those that are folded one by one.
"""

import unicodedata
from collections.abc import Callable
from typing import Final, TypeAlias

Folding: TypeAlias = Callable[[str], str]

_INVISIBLE: Final = "\u00ad\u2060"
_DOTTED_I: Final = str.maketrans({"İ": "i", "I": "ı"})
_LANGUAGES_WITH_DOTLESS_I: Final = frozenset({"tr", "az"})


def _full(word: str) -> str:
    if word.isascii():  # equal to the general path, which takes ten times as long
        return word.lower()
    for character in _INVISIBLE:  # a translation would look up every character
        word = word.replace(character, "")
    decomposed = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", decomposed.casefold())


def _full_dotless(word: str) -> str:
    return _full(unicodedata.normalize("NFC", word).translate(_DOTTED_I))


def full_folding(language: str) -> Folding:
    """Return Unicode case folding up to canonical equivalence; soft hyphens are ignored.

    Turkish and Azerbaijani keep dotted and dotless i apart (Unicode CaseFolding.txt, status T).
    """
    return _full_dotless if language in _LANGUAGES_WITH_DOTLESS_I else _full


def lower_folding(language: str) -> Folding:
    """Return ``str.lower``, NLTK's ``meteor_score``'s preprocessing, whatever the language."""
    return str.lower
