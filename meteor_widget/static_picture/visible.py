"""Texts as they can be shown: nothing hidden, nothing that reorders, nothing XML cannot hold."""

import re
from typing import Final

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
