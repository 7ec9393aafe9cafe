"""Texts that are shown in a terminal, without what would change its state."""

import unicodedata


def escape_controls(text: str) -> str:
    """Return the text without characters that move a terminal's cursor or change its state."""
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    category = unicodedata.category(character)
    if category in ("Cc", "Cs") or (category == "Cf" and character not in "\u200c\u200d"):
        return "\N{REPLACEMENT CHARACTER}" if category != "Cf" else ""
    return character
