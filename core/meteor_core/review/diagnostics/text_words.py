r"""Split a text into words, including combining marks and joiners, as the tokenizer does.

Python's ``\w`` has no combining marks, and would split words of Hindi, Burmese or Khmer.
"""

import re
from typing import Final, NamedTuple

from ...text.tokenizers import Span
from ...text.tokenizers.character_classes import class_string

_LETTERS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LETTERS_AND_DIGITS: Final = re.compile(r"\w+")
_EXTENDS: Final = frozenset("mjb")
"""Classes of characters that continue the letter before them."""

_IN_WORDS: Final = frozenset("wmjcktlvb")


class Word(NamedTuple):
    """A word and its place."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Return the half-open range of code points."""
        return self.start, self.end


def words_of(text: str, *, with_digits: bool = False) -> list[Word]:
    """Return the words of a text, in order; by default of letters only."""
    pattern = _LETTERS_AND_DIGITS if with_digits else _LETTERS
    shaped = text
    if not text.isascii() and not _EXTENDS.isdisjoint(classes := class_string(text)):
        pairs = zip(text, classes, strict=True)
        shaped = "".join("a" if name in _EXTENDS else character for character, name in pairs)
    found = (match.span() for match in pattern.finditer(shaped))
    return [Word(text[start:end], start, end) for start, end in found]


def is_whole_word(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text is bounded by word boundaries."""
    beside = f"{text[max(start - 1, 0) : start]}{text[end : end + 1]}"
    return _IN_WORDS.isdisjoint(class_string(beside))
