"""Which way a text runs: as its first letter does."""

import unicodedata
from typing import Literal, TypeAlias

Direction: TypeAlias = Literal["ltr", "rtl"]


def direction_of(text: str) -> Direction:
    """Left to right where no letter says otherwise."""
    letter = next((one for one in text if unicodedata.category(one).startswith("L")), "")
    return "rtl" if letter and unicodedata.bidirectional(letter) in ("R", "AL") else "ltr"
