"""Languages by their ISO 639-1 codes, and the Snowball stemmer of each."""

import re
from typing import Final

from ..errors import ParameterError

LANGUAGE_CODES: Final = frozenset(
    # 184 quoted codes would be harder to read than lines of them.
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv "  # noqa: SIM905
    "cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr "
    "ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw "
    "ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv "
    "ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr "
    "ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi "
    "yo za zh zu".split()
)

SNOWBALL_STEMMERS: Final = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}


_REPLACED: Final = {"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro"}
"""Codes that ISO 639-1 had before, and those that it has instead."""

_LETTERS_OF_639_2: Final = 3

_SUBTAG: Final = re.compile("[-_.@]")
"""Characters that end the language in a tag (en-GB) or a locale (en_GB.UTF-8, sr@latin)."""


def language_code(name: str) -> str:
    """Return the ISO 639-1 code in a language tag or a locale.

    "en-GB", "pt_BR", "de_DE.UTF-8" and "EN" give en, pt, de and en.

    Raises:
        ParameterError: no language has that code. The message suggests the code of a language
            of that name, or of a similar one.
    """
    if not isinstance(name, str):
        raise ParameterError(f"language is {name!r}, but must be a code such as en, de or pt-BR")
    given = name.strip().lower()
    code = _SUBTAG.split(given, maxsplit=1)[0]
    if code not in LANGUAGE_CODES:
        raise _unknown(name, given, code)
    return code


def known_code(tag: str | None) -> str | None:
    """Return the ISO 639-1 code for a file's language tag; None if unknown.

    Files also have codes of three letters, and those that were replaced: ger, iw.
    """
    code = _SUBTAG.split((tag or "").strip().lower(), maxsplit=1)[0]
    if code in LANGUAGE_CODES:
        return code
    if code in _REPLACED or len(code) != _LETTERS_OF_639_2:
        return _REPLACED.get(code)
    from .language_names import codes_by_name  # hardly any file has such a code

    return codes_by_name().get(code)


def _unknown(name: str, given: str, code: str) -> ParameterError:
    import difflib  # only a mistake pays for it

    from .language_names import codes_by_name

    codes = codes_by_name()
    named = next((each for each in (given, code) if each in codes), None)
    if named is None:
        names = [each for each in codes if len(each) > 3]  # short codes resemble everything
        named = next(iter(difflib.get_close_matches(given[:40], names, n=1, cutoff=0.75)), None)
    meant = "choose a two-letter ISO 639-1 code such as en, de, zh"
    return ParameterError(
        f"unknown language '{name[:40]}'; "
        + (meant if named is None else f"did you mean '{codes[named]}'?")
    )
