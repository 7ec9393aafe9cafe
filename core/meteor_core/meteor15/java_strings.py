"""Strings and numbers as Java has them: hash codes, lengths, small letters, printed numbers."""

import math
import re
from typing import Final

JAVA_WHITESPACE: Final = " \t\n\r\f"
"""The separators of ``StringTokenizer``: these five and no other white space."""

_WORD: Final = re.compile("\\w(?:[\u0300-\u036f]|[-\"'.\u00ad\u2010-\u2015\u2027]?\\w)*")
"""A word of Java's ``BreakIterator``, nearly: one hyphen, quotation mark or full stop may join
letters. Java's further rules for such marks beside digits are omitted."""


def utf16_length(text: str) -> int:
    """Return ``String.length``: a character beyond U+FFFF counts as two."""
    return len(text) if text.isascii() else len(_utf16(text)) // 2


def java_hash(text: str) -> int:
    """Return ``String.hashCode``: 32 bits, signed, which METEOR takes for the word itself."""
    code = 0
    for unit in _units(text):
        code = (31 * code + unit) & 0xFFFFFFFF
    return code - (1 << 32) if code >> 31 else code


def java_lower(text: str) -> str:
    """Lower-case like Java 17's ``String.toLowerCase`` in a neutral locale.

    It is ``str.lower`` but for the capital sigma, which becomes ς at the end of a word: Python and
    Java disagree on where a word ends. Capitals newer than Unicode 13 (Vithkuqi and six more
    letters, in Python 3.11), which Java 17 does not know, are lower-cased too.
    """
    return _WORD.sub(_with_small_sigmas, text).lower() if "Σ" in text else text.lower()


def java_double(number: float) -> str:
    """Format like ``Double.toString``: "12.0", "0.001", "1.0E-4", "NaN", "-Infinity".

    The digits are the shortest that parse to the number. Before version 19 Java printed more, or
    other last ones, for some numbers below 1e-5 and from 1e15 on; among 360,000 in between there
    was no difference.
    """
    if math.isnan(number):
        return "NaN"
    sign = "-" if math.copysign(1, number) < 0 else ""
    size = abs(number)
    if math.isinf(size):
        return f"{sign}Infinity"
    if size == 0 or 1e-3 <= size < 1e7:
        return f"{sign}{size!r}"
    return sign + _scientific(size)


def _with_small_sigmas(word: "re.Match[str]") -> str:
    text = word[0]
    return "".join(
        (_small_sigma(text[:i], text[i + 1 :]) if letter == "Σ" else letter)
        for i, letter in enumerate(text)
    )


def _small_sigma(before: str, after: str) -> str:
    return "ς" if _has_cased(before) and not _has_cased(after) else "σ"


def _has_cased(text: str) -> bool:
    return any(letter.isupper() or letter.islower() or letter.istitle() for letter in text)


def _scientific(size: float) -> str:
    digits, exponent = _decimal(size)
    return f"{digits[0]}.{digits[1:] or '0'}E{exponent}"


def _decimal(size: float) -> tuple[str, int]:
    """Return the shortest digits without leading zeros, and the first one's exponent."""
    mantissa, _, power = repr(size).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    dropped = len(whole + fraction) - len(digits)
    return digits.rstrip("0"), int(power or 0) + len(whole) - 1 - dropped


def _units(text: str) -> "bytes | memoryview":
    if text.isascii():
        return text.encode()
    return memoryview(_utf16(text)).cast("H")


def _utf16(text: str) -> bytes:
    import sys

    order = "le" if sys.byteorder == "little" else "be"
    return text.encode(f"utf-16-{order}", "surrogatepass")
