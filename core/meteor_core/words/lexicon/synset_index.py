"""Look up the synsets of a word, with WordNet's morphology (``morphy``).

Used without the kernel, which has an equivalent in ``words/lexicon/wordnet.hpp``.
``scripts/build_wordnet.py`` describes the file. Nothing of it is read before a word is looked up.
"""

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from mmap import mmap
from typing import Final, TypeAlias
from zlib import crc32

SynsetLists: TypeAlias = tuple["array[int]", "array[int]"]
"""Number of synsets of each word, and the synsets of all words in order."""

PARTS_OF_SPEECH: Final = "nvar"
MAGIC: Final = b"METEORWN"

_NUMBER: Final = 4  # bytes
_HEAD: Final = 11  # numbers, with the two of MAGIC
_AFTER_A_WORD: Final = b" |=\n"
_LINE: Final = re.compile(rb"[^\n]*")
_WORD: Final = re.compile(rb"[^ \n]*")

_ENDINGS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""Rules of detachment, morphy(7WN); the noun's "ves" to "f" is an addition of NLTK's."""

_RULES_BY_LAST_LETTER: Final = {
    ord(letter): tuple(
        tuple(
            (ending.encode(), replacement.encode())
            for ending, replacement in _ENDINGS[part]
            if ending.endswith(letter)
        )
        for part in PARTS_OF_SPEECH
    )
    for letter in "sndgrt"
}
"""For each part of speech. Words that end in another letter are no regular forms."""


class SynsetIndex:
    """The words of a data file with their synsets."""

    def __init__(self, content: bytes | mmap) -> None:
        """Wrap the content of a file.

        Raises:
            ValueError: it is not such a file.
        """
        view = memoryview(content)
        if bytes(view[: len(MAGIC)]) != MAGIC or len(view) < _NUMBER * _HEAD:
            raise ValueError("this is not WordNet's data")
        head = view[: _NUMBER * _HEAD].cast("I").tolist()
        bits, words, senses, synsets, text = head[2:7]
        sizes = (_HEAD, (1 << bits % 32) + 1, words, words, words + 1, senses, synsets)
        if _NUMBER * sum(sizes) + text != len(view):
            raise ValueError("WordNet's data is cut off or has something behind its end")
        parts = [
            view[_NUMBER * start : _NUMBER * end].cast("I")
            for start, end in pairwise(accumulate(sizes, initial=0))
        ]
        _, self._buckets, self._hashes, self._places, self._firsts, self._senses = parts[:-1]
        self._synset_places: Final = parts[-1]
        self._shift: Final = 32 - bits
        self._first_alone: Final = head[7:]
        self._content: Final = content
        self._text: Final = len(view) - text

    def synsets_of(self, words: Sequence[str]) -> SynsetLists:
        """Return every synset of every base form of each lower-case word, in any part of speech."""
        each = list(map(self._synsets_of, words))
        return array("i", map(len, each)), array("i", chain.from_iterable(each))

    def row(self, number: int) -> str:
        """Return the synset of that number, as in the data file: identifier, space, lemmas.

        The identifier of a word alone in its synset is the word and the part of speech.

        Raises:
            IndexError: there is no such synset.
        """
        if number < 0:
            raise IndexError("synsets are numbered from 0")
        start = self._text + self._synset_places[number]
        if number < self._first_alone[0]:
            return self._matching(_LINE, start)
        word = self._matching(_WORD, start)
        part = sum(first <= number for first in self._first_alone) - 1
        return f"{word}.{PARTS_OF_SPEECH[part]} {word}"

    def _matching(self, pattern: re.Pattern[bytes], start: int) -> str:
        found = pattern.match(self._content, start)
        return "" if found is None else found[0].decode("ascii")

    def _synsets_of(self, word: str) -> Sequence[int]:
        """Return the synsets of a word and of its base forms, each once.

        An irregular form has the bases of the exception list, any other word what one rule of
        detachment leaves, as NLTK's ``morphy`` has it.
        """
        if not word.isascii():  # WordNet has no other words
            return ()
        spelled = word.encode()
        itself = self._find(spelled)
        senses = self._senses_at(itself)
        rules_of_parts = _RULES_BY_LAST_LETTER.get(spelled[-1]) if spelled else None
        if rules_of_parts is None:
            return [sense >> 3 for sense in senses]
        irregular = self._places[itself] if itself >= 0 else 0
        found: list[int] = []
        for part, rules in enumerate(rules_of_parts):
            found += [sense >> 3 for sense in senses if sense & 3 == part]
            if irregular >> part & 1:
                continue
            for ending, replacement in rules:
                if spelled.endswith(ending):
                    base = self._find(spelled[: -len(ending)] + replacement)
                    of_base = self._senses_at(base)
                    found += [sense >> 3 for sense in of_base if sense & 7 == part]
        return list(dict.fromkeys(found)) if len(found) > 1 else found

    def _senses_at(self, word: int) -> Sequence[int]:
        return self._senses[self._firsts[word] : self._firsts[word + 1]] if word >= 0 else ()

    def _find(self, word: bytes) -> int:
        """Return the number of a word, or -1 where the file does not have it."""
        own_hash = crc32(word)
        bucket = own_hash >> self._shift
        for number in range(self._buckets[bucket], self._buckets[bucket + 1]):
            if self._hashes[number] == own_hash and self._is_at(self._places[number] >> 4, word):
                return number
        return -1

    def _is_at(self, place: int, word: bytes) -> bool:
        start = self._text + place
        found = self._content[start : start + len(word) + 1]
        return found[:-1].lower() == word and found[-1] in _AFTER_A_WORD
