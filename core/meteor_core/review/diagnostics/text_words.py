r"""The words of a text, whole: with combining marks and joiners, as the tokenizer has them.

Python's ``\w`` has no combining marks, and cuts words of Hindi, Burmese or Khmer at each.
"""

import re
from typing import Final, NamedTuple

from ...text.tokenizers import Span
from ...text.tokenizers.character_classes import class_string

_LETTERS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LETTERS_AND_DIGITS: Final = re.compile(r"\w+")
_EXTENDS: Final = frozenset("mjb")
"""Classes of what goes on with the letter before it."""

_IN_WORDS: Final = frozenset("wmjcktlvb")


class Word(NamedTuple):
    """A word and where it stands."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The half-open range of code points."""
        return self.start, self.end


def words_of(text: str, *, with_digits: bool = False) -> list[Word]:
    """Return the words of a text, in order; by default of letters alone."""
    pattern = _LETTERS_AND_DIGITS if with_digits else _LETTERS
    shaped = text
    if not text.isascii() and not _EXTENDS.isdisjoint(classes := class_string(text)):
        pairs = zip(text, classes, strict=True)
        shaped = "".join("a" if name in _EXTENDS else character for character, name in pairs)
    found = (match.span() for match in pattern.finditer(shaped))
    return [Word(text[start:end], start, end) for start, end in found]


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether neither side of a part of a text goes on as a word."""
    beside = f"{text[max(start - 1, 0) : start]}{text[end : end + 1]}"
    return _IN_WORDS.isdisjoint(class_string(beside))
