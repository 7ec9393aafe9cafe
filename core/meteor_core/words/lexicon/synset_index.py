"""Which synsets a word has, by number: WordNet's look-up and its morphology (``morphy``).

The readable twin of ``core/kernel/wordnet.hpp``, and what runs where there is no kernel.
Synsets are numbered in the order of the data file (see ``scripts/build_wordnet.py``): its rows
first, then the words that stand in a synset alone.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Final, TypeAlias

SynsetLists: TypeAlias = tuple["array[int]", "array[int]"]
"""How many synsets each of some words has; and the synsets, those of the first word first."""

PARTS_OF_SPEECH: Final = "nvar"

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

_Rule: TypeAlias = tuple[str, str, str]  # part of speech, ending, replacement

_AS_IT_IS: Final[tuple[_Rule, ...]] = tuple((pos, "", "") for pos in PARTS_OF_SPEECH)

_RULES_BY_LAST_LETTER: Final[dict[str, tuple[_Rule, ...]]] = {
    letter: tuple(
        (pos, ending, replacement)
        for pos, rules in _ENDINGS.items()
        for ending, replacement in (("", ""), *rules)
        if not ending or ending.endswith(letter)
    )
    for letter in "sndgrt"
}


class SynsetIndex:
    """The words of a data file with their synsets."""

    def __init__(self, content: bytes) -> None:
        """Index a data file's unpacked content.

        Raises:
            ValueError: it is not such a file.
        """
        self._every_row: list[str] | None = None
        self._rows, self._alone, exceptions = content.decode("ascii").split("\n\n")
        # Synsets by part of speech and word: a string with a character for each number, which is
        # the smallest sequence of numbers that Python has.
        self._synsets: Final[dict[str, dict[str, str]]] = {pos: {} for pos in PARTS_OF_SPEECH}
        self._index_alone(first=self._index_rows())
        self._bases: Final = dict(
            zip(PARTS_OF_SPEECH, map(_bases_of_form, exceptions.split("\n")), strict=True)
        )
        self._irregular: Final = frozenset(chain.from_iterable(self._bases.values()))

    def synsets_of(self, words: Sequence[str]) -> SynsetLists:
        """Return every synset of every base form of each lower-case word, in any part of speech."""
        each = list(map(self._synsets_of, words))
        return array("i", map(len, each)), array("i", map(ord, "".join(each)))

    def row(self, number: int) -> str:
        """Return the synset of that number, as in the data file: identifier, space, lemmas.

        The identifier of a word alone in its synset is the word and the part of speech.

        Raises:
            IndexError: there is no such synset.
        """
        if number < 0:
            raise IndexError("synsets are numbered from 0")
        if self._every_row is None:  # several threads may make one each, which are alike
            self._every_row = self._all_rows()
        return self._every_row[number]

    def _all_rows(self) -> list[str]:
        alone = zip(PARTS_OF_SPEECH, self._alone.split("\n"), strict=True)
        words = ((word, pos) for pos, line in alone for word in line.split(" "))
        return [*self._rows.split("\n"), *(f"{word}.{pos} {word}" for word, pos in words)]

    def _synsets_of(self, word: str) -> str:
        """Return the synsets of a word and of its base forms, each once.

        An irregular form has the bases of the exception list, any other word what one rule of
        detachment leaves, as NLTK's ``morphy`` has it.
        """
        if word in self._irregular:
            return self._synsets_of_irregular(word)
        rules = _RULES_BY_LAST_LETTER.get(word[-1:])
        if rules is None:
            return "".join([synsets.get(word, "") for synsets in self._synsets.values()])
        return self._synsets_by(rules, word)

    def _synsets_by(self, rules: Iterable[_Rule], word: str) -> str:
        found = ""
        for part_of_speech, ending, replacement in rules:
            if word.endswith(ending):
                form = word.removesuffix(ending) + replacement
                found += self._synsets[part_of_speech].get(form, "")
        return "".join(dict.fromkeys(found)) if len(found) > 1 else found

    def _synsets_of_irregular(self, word: str) -> str:
        # A form can be irregular in one part of speech and follow rules in another.
        rules = _RULES_BY_LAST_LETTER.get(word[-1:], _AS_IT_IS)
        found = ""
        for pos, synsets in self._synsets.items():
            bases = self._bases[pos].get(word)
            if bases is None:
                found += self._synsets_by([rule for rule in rules if rule[0] == pos], word)
            else:
                found += "".join([synsets.get(form, "") for form in (word, *bases)])
        return "".join(dict.fromkeys(found))

    def _index_rows(self) -> int:
        number = -1
        for number, row in enumerate(self._rows.lower().replace("|", " ").split("\n")):
            identifier, *lemmas = row.split(" ")
            synset, synsets = chr(number), self._synsets[identifier[-1]]
            for lemma in lemmas:
                # Once, also where a synset has a lemma in two spellings: Polish, polish.
                others = synsets[lemma].removesuffix(synset) if lemma in synsets else ""
                synsets[lemma] = others + synset
        return number + 1

    def _index_alone(self, *, first: int) -> None:
        numbers = count(first)
        lines = self._alone.lower().split("\n")
        for synsets, line in zip(self._synsets.values(), lines, strict=True):
            for word, number in zip(line.split(" "), numbers, strict=False):
                synsets[word] = synsets.get(word, "") + chr(number)


def _bases_of_form(line: str) -> dict[str, list[str]]:
    entries = (entry.partition("=") for entry in line.split(" "))
    return {form: bases.split("+") for form, _, bases in entries}
