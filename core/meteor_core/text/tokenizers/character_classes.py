"""Map code points to classes of one letter each, so that token patterns can use classes.

``class_string(text)`` has exactly the length of ``text``: a span found in it is a span in
the text. The classes:

    w  part of a word in scripts that separate words (letters, numbers, ``_``)
    m  extends the preceding character (combining marks, variation selectors, skin tones)
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
_EXTENDING: Final = ((0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F))  # skin tones, tags
_REGIONAL_INDICATORS: Final = ((0x1F1E6, 0x1F1FF),)

_OWN_CLASS: Final = {
    **dict.fromkeys(JOINERS, "j"),
    **dict.fromkeys(_BINDING, "b"),
    **dict.fromkeys(_VOWELS_BEFORE, "l"),
    **dict.fromkeys(_VOWELS_AFTER, "v"),
}
_LETTER: Final = "L"
"""Placeholder for letters whose script is not looked up yet."""

_CLASSES_OF_LETTERS: Final = {"c": _IDEOGRAPHS, "k": _KATAKANA, "t": _SOUTH_EAST_ASIAN}
_CLASSES_OF_ALL: Final = {"m": _EXTENDING, "r": _REGIONAL_INDICATORS}
_RANGES: Final = [
    (first, last, name)
    for name, ranges in {**_CLASSES_OF_LETTERS, **_CLASSES_OF_ALL}.items()
    for first, last in ranges
]

_CLASS_OF_CATEGORY: Final = {
    **dict.fromkeys(("Ll", "Lm", "Lo", "Lt", "Lu", "Nl"), _LETTER),
    **dict.fromkeys(("Mc", "Me", "Mn"), "m"),
    **dict.fromkeys(("Nd", "No", "Pc"), "w"),
    **dict.fromkeys(("Pd", "Pe", "Pf", "Pi", "Po", "Ps"), "p"),
    **dict.fromkeys(("Zs", "Zl", "Zp", "Cc", "Cf"), " "),
    **dict.fromkeys(("Sc", "Sk", "Sm", "So", "Cn", "Co", "Cs"), "s"),
}


@cache
def page_classes(page: int) -> str:
    """Return the classes of the 256 code points from ``256 * page`` on."""
    codes = range(page << 8, (page + 1) << 8)
    categories = map(unicodedata.category, map(chr, codes))
    classes = "".join(map(_CLASS_OF_CATEGORY.__getitem__, categories))
    for first, last, name in _RANGES:
        if first < codes.stop and last >= codes.start:
            start, end = max(first - codes.start, 0), min(last + 1 - codes.start, len(codes))
            replaced = classes[start:end].replace(_LETTER, name)
            if name in _CLASSES_OF_ALL:
                replaced = name * (end - start)
            classes = classes[:start] + replaced + classes[end:]
    for character, name in _OWN_CLASS.items():
        place = ord(character) - codes.start
        if 0 <= place < len(codes):
            classes = classes[:place] + name + classes[place + 1 :]
    return classes.replace(_LETTER, "w")


class _ClassTable(dict[int, str]):
    """Code point to class, filled as code points are met."""

    def __missing__(self, code: int) -> str:
        value = self[code] = page_classes(code >> 8)[code & 0xFF]
        return value


_CLASSES: Final = _ClassTable()


def class_string(text: str) -> str:
    """Return the class of every code point of ``text``, in order."""
    return text.translate(_CLASSES)
