"""Run METEOR 1.5's stemmers, Snowball's of about 2011, from its own class files.

Newer releases of Snowball stem many words otherwise, in nearly every language. Java's program is
a small one: its methods become Python functions (see ``class_files``), and what all stemmers share
is ``snowball_program``. In Finnish, two of its rules ask a method that Java then refuses to call;
so it is here.
"""

import struct
from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Final, Protocol

from ..errors import ParameterError
from .class_files.reader import damaged, read_class
from .class_files.translation import stemmer_type
from .snowball_program import SnowballProgram

STEMMER_CLASSES: Final = {
    "da": "danishStemmer",
    "de": "germanStemmer",
    "en": "englishStemmer",
    "es": "spanishStemmer",
    "fi": "finnishStemmer",
    "fr": "frenchStemmer",
    "hu": "hungarianStemmer",
    "it": "italianStemmer",
    "nl": "dutchStemmer",
    "no": "norwegianStemmer",
    "pt": "portugueseStemmer",
    "ro": "romanianStemmer",
    "ru": "russianStemmer",
    "sv": "swedishStemmer",
    "tr": "turkishStemmer",
}
"""The class of each language's stemmer, as ``Constants.newStemmer`` of METEOR 1.5 has it."""


class StemmerClasses(Hashable, Protocol):
    """A source of class files."""

    def stemmer_class(self, name: str) -> bytes:
        """Return a class file's content, given the class's name without its package."""
        ...


def stemmer(home: StemmerClasses, language: str) -> Callable[[str], str]:
    """Return a language's stemmer, which is thread-safe and can be pickled.

    Words are not lower-cased. Characters outside the Basic
    Multilingual Plane count as two, as in Java.

    Raises:
        ParameterError: METEOR 1.5 has no Snowball stemmer for it.
        ResourceError: the class file is damaged, or not METEOR 1.5's.
    """
    if language not in STEMMER_CLASSES:
        raise ParameterError(
            f"METEOR 1.5 has no Snowball stemmer for language '{language}'; leave out the stage "
            f"'stem' or choose one of: {', '.join(STEMMER_CLASSES)}"
        )
    name = STEMMER_CLASSES[language]
    _program_type(home, name)  # a damaged file is found here, before a word is stemmed
    return partial(_stem, home, name)


def _stem(home: StemmerClasses, name: str, word: str) -> str:
    program = _program_type(home, name)(_units(word))
    program.stem()
    return _text(program.current)


@lru_cache(maxsize=len(STEMMER_CLASSES))
def _program_type(home: StemmerClasses, name: str) -> type[SnowballProgram]:
    stemmer_class = read_class(home.stemmer_class(name), name)
    try:
        return stemmer_type(stemmer_class)
    except (LookupError, ValueError, TypeError, SyntaxError, struct.error) as error:
        raise damaged(name) from error


def _units(word: str) -> str:
    """Return a word with a character for each UTF-16 code unit."""
    if word.isascii() or max(word) <= "\uffff":
        return word
    octets = word.encode("utf-16-be", "surrogatepass")
    return "".join(map(chr, struct.unpack(f">{len(octets) // 2}H", octets)))


def _text(units: str) -> str:
    if units.isascii() or not any("\ud800" <= unit <= "\udfff" for unit in units):
        return units
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
