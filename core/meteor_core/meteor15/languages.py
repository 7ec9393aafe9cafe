"""The languages of METEOR 1.5, under the names that the program and its files have for them."""

from dataclasses import dataclass
from typing import Final

from ..errors import unknown_name


@dataclass(frozen=True, slots=True)
class MeteorLanguage:
    """A language that METEOR 1.5 knows.

    Attributes:
        name: its name in the program, and in the names of its files in the jar.
        short_name: its name in the names of paraphrase tables, and for ``-l``.
    """

    name: str
    short_name: str


METEOR_LANGUAGES: Final = {
    "en": MeteorLanguage("english", "en"),
    "cs": MeteorLanguage("czech", "cz"),
    "fr": MeteorLanguage("french", "fr"),
    "es": MeteorLanguage("spanish", "es"),
    "de": MeteorLanguage("german", "de"),
    "ar": MeteorLanguage("arabic-buckwalter-reduced", "ar-bw-red"),
    "pt": MeteorLanguage("portuguese", "pt"),
    "ru": MeteorLanguage("russian", "ru"),
    "da": MeteorLanguage("danish", "da"),
    "ro": MeteorLanguage("romanian", "ro"),
    "hu": MeteorLanguage("hungarian", "hu"),
    "tr": MeteorLanguage("turkish", "tr"),
    "fi": MeteorLanguage("finnish", "fi"),
    "nl": MeteorLanguage("dutch", "nl"),
    "it": MeteorLanguage("italian", "it"),
    "no": MeteorLanguage("norwegian", "no"),
    "sv": MeteorLanguage("swedish", "se"),
    "other": MeteorLanguage("other", "other"),
}
"""By ISO 639-1 code, and "other" for all the rest (``Constants.java``).

Arabic means text in the reduced Buckwalter transliteration, the only one with stems.
"""

_CODES: Final = {
    "xx": "other",
    **{
        name: code
        for code, language in METEOR_LANGUAGES.items()
        for name in (code, language.short_name, language.name)
    },
}


def meteor_language(language: str) -> MeteorLanguage:
    """Return the language with that code.

    Raises:
        ParameterError: METEOR 1.5 has no such language.
    """
    if language not in METEOR_LANGUAGES:
        raise unknown_name("language of METEOR 1.5", language, METEOR_LANGUAGES)
    return METEOR_LANGUAGES[language]


def code_of_meteor_name(name: str) -> str:
    """Return the code of a language by any name that the program takes: cz, czech, swedish, xx.

    Raises:
        ParameterError: the program takes no such name.
    """
    code = _CODES.get(name.lower())
    if code is None:
        raise unknown_name("language of METEOR 1.5", name, _CODES)
    return code
