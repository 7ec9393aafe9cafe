"""WordNet 3.0's synonym sets and morphology, from one small file in the package.

The file is read at the first look-up, once per process, and is safe to use from any thread.
``scripts/build_wordnet.py`` makes it and describes its format.
"""

import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

VERSION: Final = "3.0"
PARTS_OF_SPEECH: Final = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}

_ENDINGS: Final = {
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Synset:
    """A set of words that share a sense.

    Attributes:
        identifier: WordNet's 8-digit offset and the part of speech, "07527352n"; for a word
            that has a sense all to itself, the word and the part of speech, "goose.n".
        part_of_speech: n, v, a or r.
        words: its lemmas of one word, in WordNet's spelling and order.
    """

    identifier: str
    part_of_speech: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        kind = PARTS_OF_SPEECH[self.part_of_speech]
        return f"{', '.join(self.words)} ({kind}, WordNet {VERSION} {self.identifier})"


class WordNet:
    """The synonym sets of one WordNet. Use ``wordnet()`` for the one that ships."""

    def __init__(self, text: str) -> None:
        """Index the text of a data file (see ``scripts/build_wordnet.py``)."""
        shared, alone, exceptions = (block.split("\n") for block in text.split("\n\n"))
        self._rows: Final = shared
        self._rows_of: Final = _index_rows(shared)
        self._alone: Final = dict(zip(PARTS_OF_SPEECH, map(_index_alone, alone), strict=True))
        self._exceptions: Final = dict(
            zip(PARTS_OF_SPEECH, map(_index_exceptions, exceptions), strict=True)
        )

    def synsets(self, word: str) -> list[Synset]:
        """Every synset of every base form of ``word``, in any part of speech."""
        return [synset for pos in PARTS_OF_SPEECH for synset in self._synsets(word.lower(), pos)]

    def _synsets(self, word: str, part_of_speech: str) -> Iterator[Synset]:
        for form in self.base_forms(word, part_of_speech):
            for row in self._rows_of[part_of_speech].get(form, ()):
                identifier, _, lemmas = self._rows[row].partition("|")[0].partition(" ")
                words = tuple(lemmas.split(" "))
                yield Synset(identifier=identifier, part_of_speech=part_of_speech, words=words)
            for alone in self._alone[part_of_speech].get(form, ()):
                identifier = f"{alone}.{part_of_speech}"
                yield Synset(identifier=identifier, part_of_speech=part_of_speech, words=(alone,))

    def base_forms(self, word: str, part_of_speech: str) -> list[str]:
        """The forms of a lower-case ``word`` that WordNet lists: itself, then its base forms.

        An irregular form has the bases of the exception list, any other word what one rule of
        detachment leaves, as NLTK's ``morphy`` has it.
        """
        bases = self._exceptions[part_of_speech].get(word)
        if bases is None:
            bases = [
                word.removesuffix(ending) + replacement
                for ending, replacement in _ENDINGS[part_of_speech]
                if word.endswith(ending)
            ]
        rows, alone = self._rows_of[part_of_speech], self._alone[part_of_speech]
        return [form for form in dict.fromkeys((word, *bases)) if form in rows or form in alone]


def _index_rows(rows: list[str]) -> dict[str, dict[str, tuple[int, ...]]]:
    index: dict[str, dict[str, tuple[int, ...]]] = {pos: {} for pos in PARTS_OF_SPEECH}
    for number, row in enumerate("\n".join(rows).lower().replace("|", " ").split("\n")):
        identifier, *lemmas = row.split(" ")
        rows_of = index[identifier[-1]]
        for lemma in lemmas:
            rows_of[lemma] = (*rows_of[lemma], number) if lemma in rows_of else (number,)
    return index


def _index_alone(line: str) -> dict[str, tuple[str, ...]]:
    spellings: dict[str, tuple[str, ...]] = {}
    for word in line.split(" "):
        key = word.lower()
        spellings[key] = (*spellings.get(key, ()), word)
    return spellings


def _index_exceptions(line: str) -> dict[str, list[str]]:
    entries = (entry.partition("=") for entry in line.split(" "))
    return {form: bases.split("+") for form, _, bases in entries}


_loaded: WordNet | None = None
_loading: Final = threading.Lock()


def wordnet() -> WordNet:
    """The WordNet of this package, loaded when first asked for."""
    global _loaded  # noqa: PLW0603  # the one place that fills this cache, under a lock
    if _loaded is None:
        with _loading:
            if _loaded is None:
                from importlib import resources

                file = resources.files(__package__).joinpath(f"data/wordnet-{VERSION}.z")
                _loaded = WordNet(zlib.decompress(file.read_bytes()).decode("ascii"))
    return _loaded
