"""Detect scripts that METEOR 1.5's files of a language lack."""

import re
from collections.abc import Iterable
from typing import Final

from ..score.signature import Signature
from ..variants import METEOR_1_5

_ARABIC_LETTER: Final = re.compile(
    "[\u0620-\u064a\u066e-\u06d3\u0750-\u077f\u08a0-\u08c9\ufb50-\ufdfb\ufe70-\ufefc]"
)

_NOTE: Final = (
    "METEOR 1.5 has Arabic in Buckwalter's transliteration only: no stem and no paraphrase matches "
    "Arabic letters. Transliterate both sides, or choose the variant classic"
)


def needs_transliteration(signature: Signature) -> bool:
    """Whether the language has scripts that the variant's files lack."""
    return (signature.variant, signature.language) == (METEOR_1_5, "ar")


def note_on_letters(signature: Signature, texts: Iterable[str | None]) -> str:
    """Return a note on texts in a script that the variant's files lack, or ""."""
    if not needs_transliteration(signature):
        return ""
    return _NOTE if any(map(_ARABIC_LETTER.search, filter(None, texts))) else ""
