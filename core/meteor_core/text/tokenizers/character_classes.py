"""One letter per code point, so that token patterns can be written over classes.

``class_string(text)`` has exactly the length of ``text``: a span found in it is a span in
the text. The classes:

    w  part of a word in scripts that separate words (letters, numbers, ``_``)
    m  extends what stands before it (combining marks, variation selectors, skin tones)
    j  invisible joiner inside a word or an emoji sequence
    c  ideograph, hiragana or bopomofo: a unit by itself
    k  katakana
    t  letter of a South-East Asian script that does not separate words
    l  Thai or Lao vowel written before its consonant
    v  Thai or Lao vowel written after its consonant
    b  binds the next letter to it (Khmer coeng, Myanmar virama, Tai Tham sakot)
    r  regional indicator: two of them make a flag
    p  punctuation mark
    s  any other symbol
    ' '  no token: white space, controls, invisible formatting

``w`` follows the word characters of Unicode Technical Standard 18, Annex C. The scripts of
``c``, ``k`` and ``t`` are those that Unicode Standard Annex 29 excepts from its word rules.
"""

import unicodedata
from functools import cache
from typing import Final

JOINERS: Final = frozenset("\u00ad\u200c\u200d\u2060")

_IDEOGRAPHS: Final = (
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3041, 0x309F),  # hiragana
    (0x3105, 0x312F),  # bopomofo
    (0x31A0, 0x31BF),
    (0x3400, 0x4DBF),  # extension A
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),  # compatibility ideographs
    (0x1B000, 0x1B16F),  # historic kana
    (0x20000, 0x3FFFD),  # extensions B and later
)
_KATAKANA: Final = ((0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F))
_SOUTH_EAST_ASIAN: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAADF),  # Myanmar extended, Tai Viet
)
_VOWELS_BEFORE: Final = frozenset("เแโใไເແໂໃໄ")
_VOWELS_AFTER: Final = frozenset("ะาำๅະາຳຽ")
_BINDING: Final = frozenset("\u1039\u17d2\u1a60")
_EXTENDING: Final = (
    (0x1F3FB, 0x1F3FF),  # skin tones
    (0xE0020, 0xE007F),  # tags
)
_REGIONAL_INDICATORS: Final = ((0x1F1E6, 0x1F1FF),)

_OWN_CLASS: Final = {
    **dict.fromkeys(JOINERS, "j"),
    **dict.fromkeys(_BINDING, "b"),
    **dict.fromkeys(_VOWELS_BEFORE, "l"),
    **dict.fromkeys(_VOWELS_AFTER, "v"),
}
_LETTERS: Final = frozenset({"Ll", "Lm", "Lo", "Lt", "Lu", "Nl"})

_CLASSES_OF_SCRIPTS: Final = {"c": _IDEOGRAPHS, "k": _KATAKANA, "t": _SOUTH_EAST_ASIAN}
"""Where these are the classes of letters; other characters have those of their categories."""

_RANGES: Final = [
    (first, last, name)
    for name, ranges in {
        **_CLASSES_OF_SCRIPTS,
        "m": _EXTENDING,
        "r": _REGIONAL_INDICATORS,
    }.items()
    for first, last in ranges
]
_CLASS_OF_CATEGORY: Final = {
    **dict.fromkeys(_LETTERS, "w"),
    **dict.fromkeys(("Mc", "Me", "Mn"), "m"),
    **dict.fromkeys(("Nd", "No", "Pc"), "w"),
    **dict.fromkeys(("Pd", "Pe", "Pf", "Pi", "Po", "Ps"), "p"),
    **dict.fromkeys(("Zs", "Zl", "Zp", "Cc", "Cf"), " "),
}


@cache
def page_classes(page: int) -> str:
    """The classes of the 256 code points from ``256 * page`` on."""
    codes = range(page << 8, (page + 1) << 8)
    categories = list(map(unicodedata.category, map(chr, codes)))
    classes = [_CLASS_OF_CATEGORY.get(category, "s") for category in categories]
    for first, last, name in _RANGES:
        for code in range(max(first, codes.start), min(last + 1, codes.stop)):
            place = code - codes.start
            if name not in _CLASSES_OF_SCRIPTS or categories[place] in _LETTERS:
                classes[place] = name
    for character, name in _OWN_CLASS.items():
        if ord(character) in codes:
            classes[ord(character) - codes.start] = name
    return "".join(classes)


class _ClassTable(dict[int, str]):
    """Code point to class, filled as code points are met."""

    def __missing__(self, code: int) -> str:
        value = self[code] = page_classes(code >> 8)[code & 0xFF]
        return value


_CLASSES: Final = _ClassTable()


def class_string(text: str) -> str:
    """The class of every code point of ``text``, in order."""
    return text.translate(_CLASSES)
