"""How wide a text is, without a browser and without a font.

Latin, Greek and Cyrillic letters have the advance widths of Liberation Sans 1.07, whose metrics
are those of Arial and, where Arial's are Helvetica's, of Adobe's Helvetica: whichever of these
fonts a reader has, the figures are right. They were read from the font's ``hmtx`` table and
rounded to a thousandth of an em. All other characters are measured by the columns that they take
on a terminal, which tells wide ones, combining marks and joined emoji.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal, TypeAlias

from meteor_core.show.display_width import display_width

FONT_FAMILY: Final = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif"
"""What a document that is measured with these figures has to ask for."""

# Thousandths of an em, and the characters that are so wide. Letters with accents are as wide as
# those without, unless they are listed here.
_FIGURES: Final = {
    191: "'",
    222: "ijlłſιіј‘’‚‛",
    260: "|¦",
    278: " !,./:;I[\\]ftŧ\xa0·ìíîïĩīĭıΙІї",
    292: "ľ",
    333: "()-`r¡¨\xad²³´¸¹‐‑“”„‹›",
    334: "{}ŀ",
    350: "•",
    355: '"',
    365: "ºг",
    370: "ª",
    375: "ť",
    384: "Ί",
    389: "*",
    395: "τ",
    400: "°",
    411: "ґ",
    438: "к",
    441: "ζ",
    446: "ε",
    448: "ξ",
    458: "зт",
    469: "^",
    482: "ς",
    489: "Ґ",
    500: "JcksvxyzĸγκλνЈсухѕ",
    510: "эє",
    521: "чь",
    525: "χ",
    531: "в",
    537: "¶",
    542: "Гпя",
    547: "υ",
    549: "±÷",
    551: "Γ",
    552: "нџ",
    556: "#$0123456789?L_abdeghnopqu¢£¤¥§«»ðþđħĿŁŋƒηθοаеорђћѳ–†‡€",
    557: "δ",
    559: "и",
    569: "ρ",
    573: "бц",
    575: "β",
    576: "µμ",
    578: "α",
    583: "Кдл",
    584: "+<=>~¬×−",
    604: "ŉЗ",
    611: "FTZ¿ßøŦΖΤТ",
    615: "ď",
    617: "σ",
    618: "Σ",
    625: "ъ",
    635: "У",
    648: "φ",
    650: "Ξ",
    656: "БЛЬ",
    667: "&ABEKPSVXYÞΑΒΕΚΡΥΧЅАВЕРХЧ",
    668: "ΔΛ",
    669: "ж",
    677: "Д",
    688: "м",
    690: "π",
    713: "ψ",
    719: "ЄЏИПЭы",
    722: "CDHNRUwÐĐĦΗΝΠЍНСЯ",
    723: "Ŋ",
    737: "©®",
    740: "Ц",
    748: "Ω",
    750: "ю",
    752: "Ώ",
    760: "Ф",
    774: "Ό",
    778: "GOQØΘΟОѲ",
    781: "ω",
    784: "Έ",
    792: "Ъ",
    798: "Φ",
    802: "ш",
    812: "њ",
    823: "фщ",
    833: "MmΜМ",
    834: "¼½¾",
    835: "Ψ",
    838: "Ή",
    854: "Ћ",
    855: "Ύ",
    865: "Ђ",
    885: "Ы",
    889: "%æ",
    906: "љ",
    917: "Ш",
    923: "Ж",
    938: "Щ",
    944: "Wœ",
    1000: "ÆŒ—―…‰™",
    1010: "ЊЮ",
    1015: "@",
    1057: "Љ",
}
_ADVANCES: Final = {
    character: thousandths / 1000
    for thousandths, characters in _FIGURES.items()
    for character in characters
}

_ACCENTS: Final = frozenset(map(chr, range(0x300, 0x370)))

# Ems a column, for characters without a figure. Ideographs fill their square; emoji are wider
# than it (1.25 em in Noto Color Emoji); most other letters are a little wider than half of it.
_IDEOGRAPH_COLUMN: Final = 0.5
_SYMBOL_COLUMN: Final = 0.625
_LETTER_COLUMN: Final = 0.58


def text_width(text: str, font_size: float) -> float:
    """The width of a text on one line, in the unit of the font size.

    Args:
        text: of any script; combining marks and joiners take no room of their own.
        font_size: the size of an em.
    """
    return font_size * sum(_ems(text))


def has_known_width(text: str) -> bool:
    """Whether the width is a font's own figure, not an estimate."""
    return all(_advance(character) is not None for character in text)


def _ems(text: str) -> Iterator[float]:
    # Neighbours without a figure are measured together: they may be one sign.
    for known, run in groupby(text, lambda character: _advance(character) is not None):
        if known:
            yield from (_advance(character) or 0.0 for character in run)
        else:
            yield _estimated("".join(run))


def _advance(character: str) -> float | None:
    """A character's advance width in ems where there is a figure for it."""
    found = _ADVANCES.get(character)
    if found is not None:
        return found
    if character in _ACCENTS:
        return 0.0
    parts = unicodedata.normalize("NFD", character)
    return _ADVANCES.get(parts[0]) if _ACCENTS.issuperset(parts[1:]) else None


def _estimated(text: str) -> float:
    taken = max(display_width(text), 0)  # negative where a control character is in it
    if any(unicodedata.category(character) == "So" for character in text):
        return taken * _SYMBOL_COLUMN
    wide = any(display_width(character) == 2 for character in text)
    return taken * (_IDEOGRAPH_COLUMN if wide else _LETTER_COLUMN)


_CONTROL_PICTURES: Final = 0x2400
_DELETE: Final = 0x7F
_DELETE_PICTURE: Final = "\N{SYMBOL FOR DELETE}"

# C0 and C1 controls, characters that reorder their surroundings, halves of surrogate pairs, and
# what XML has no way to write.
_HARMFUL: Final = re.compile(
    "[\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff\\ud800-\\udfff]"
)


def visible(text: str) -> str:
    """The text with a visible character in the place of each harmful one."""
    return _HARMFUL.sub(lambda match: _picture(ord(match[0])), text)


def _picture(code: int) -> str:
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    return _DELETE_PICTURE if code == _DELETE else "\N{REPLACEMENT CHARACTER}"


Direction: TypeAlias = Literal["ltr", "rtl"]


def direction_of(text: str) -> Direction:
    """Left to right where no letter says otherwise."""
    letter = next((one for one in text if unicodedata.category(one).startswith("L")), "")
    return "rtl" if letter and unicodedata.bidirectional(letter) in ("R", "AL") else "ltr"
