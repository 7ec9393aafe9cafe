"""Synonyms as METEOR 1.5 finds them: its table of WordNet's synsets, its morphology, its stage."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..words.lexicon.wordnet import Synset, wordnet
from ..words.stages import KeyLists, KeyNumbers

_ENDINGS: Final = (
    *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z")),  # of nouns
    *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),  # of verbs
    *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    *(("er", ""), ("est", ""), ("er", "e"), ("est", "e")),  # of adjectives
)
"""WordNet's rules of detachment in the order in which METEOR 1.5 tries them."""

_TOO_FAR: Final = 19
"""Bytes between two numbers that cannot be of one synset.

The WordNet of this package comes from Debian's files, where corrections have moved adjectives from
01682229 on by 1 byte and verbs from 00613018 to 02422663 by 18. No synset takes so little room.
"""


class SynonymTable:
    """The table ``english.synsets`` and the irregular forms ``english.exceptions``.

    A synset is identified by WordNet 3.0's offset, eight digits, without its part of speech: some
    285 of them are shared by two or three synsets.
    """

    def __init__(self, synsets: bytes, exceptions: bytes) -> None:
        """Read both files: each lemma's line is followed by one with its synsets, or its forms."""
        lines = synsets.decode("utf-8", "replace").splitlines()
        self._synsets: Final[dict[str, str]] = dict(zip(lines[::2], lines[1::2], strict=False))
        self._bases: Final = _bases_of_form(exceptions.decode("utf-8", "replace").splitlines())

    def synsets(self, word: str) -> frozenset[int]:
        """Return the numbers of every synset of a word and of its base forms."""
        return frozenset(map(int, self.offsets(self.lemmas(word))))

    def offsets(self, lemmas: Iterable[str]) -> list[str]:
        """Return the synsets of lemmas in eight digits, each once, in the order of the table."""
        found = [self._synsets.get(lemma, "") for lemma in lemmas]
        return list(dict.fromkeys(" ".join(found).split()))

    def lemmas(self, word: str) -> Sequence[str]:
        """Return a word and its base forms: the exceptions', else the first that a rule makes."""
        bases = self._bases.get(word)
        if bases is not None:
            return (word, *bases)
        if len(word) <= 2 or word[-1] not in "snrdgt" or word.endswith("ss"):
            return (word,)
        return self._regular(word)

    def words(self, offset: str) -> list[str]:
        """Return the lemmas of synsets with that number, by a slow search."""
        return [lemma for lemma, offsets in self._synsets.items() if offset in offsets]

    def _regular(self, word: str) -> Sequence[str]:
        for ending, replacement in _ENDINGS:
            if word.endswith(ending):
                base = word.removesuffix(ending) + replacement
                if base in self._synsets:
                    return (word, base)
        return (word,)


@dataclass(frozen=True, slots=True)
class MeteorSynonymStage:
    """A word's keys are the numbers of its synsets; METEOR 1.5 knows no parts of speech.

    So "entity", "breathe" and "able" are synonyms: each has a synset 00001740.

    Attributes:
        table: what gives the table, at the first look-up.
    """

    table: Callable[[], SynonymTable] = field(repr=False, compare=False)
    name: str = "synonym"
    resource: str = "meteor-1.5"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the numbers of the word's synsets, in eight digits."""
        table = self.table()
        return table.offsets(table.lemmas(word))

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the numbers of the word's synsets, in eight digits."""
        return self.hypothesis_keys(word)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the synsets of each word."""
        own = KeyLists.of(map(self.hypothesis_keys, words), numbers)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the words of a synset that both words share."""
        shared = _shared(self.hypothesis_keys(hypothesis_word), self.reference_keys(reference_word))
        return _describe(self.table(), hypothesis_word, reference_word, shared)


@dataclass(frozen=True, slots=True)
class PartOfSpeechSynonymStage:
    """METEOR 1.5's synonyms, but with synsets of different parts of speech kept apart.

    A key is a synset's number after its part of speech, "v00001740". Which that is says the
    WordNet of this package, which has all synsets of two and more words. A word that it does not
    list under a number has that synset to itself, so its key holds the word: "entity.00001740".
    The same holds for lemmas of several words, "take_a_breath", which no text has unless its
    tokens were joined: they match themselves only.

    Attributes:
        table: what gives the table, at the first look-up.
    """

    table: Callable[[], SynonymTable] = field(repr=False, compare=False)
    name: str = "synonym"
    resource: str = "meteor-1.5-pos"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word's synsets by part of speech and number."""
        table = self.table()
        return list(
            dict.fromkeys(key for lemma in table.lemmas(word) for key in _keys(table, lemma))
        )

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's synsets by part of speech and number."""
        return self.hypothesis_keys(word)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the synsets of each word."""
        own = KeyLists.of(map(self.hypothesis_keys, words), numbers)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the words of a synset that both words share."""
        shared = _shared(self.hypothesis_keys(hypothesis_word), self.reference_keys(reference_word))
        return _describe(self.table(), hypothesis_word, reference_word, [shared[0][-8:]])


def _keys(table: SynonymTable, lemma: str) -> Iterable[str]:
    offsets = table.offsets((lemma,))
    senses = _numbered_synsets(lemma) if offsets else []
    for offset in offsets:
        nearest = min((_distance(sense, offset) for sense in senses), default=_TOO_FAR)
        if nearest == _TOO_FAR:
            yield f"{lemma}.{offset}"
            continue
        for sense in senses:
            if _distance(sense, offset) == nearest:
                yield f"{sense.part_of_speech}{offset}"


def _numbered_synsets(lemma: str) -> list[Synset]:
    """Return the synsets that a lemma itself, not a base form of it, shares with others."""
    return [
        synset
        for synset in wordnet().synsets(lemma)
        if synset.identifier[-2] != "." and lemma in map(str.lower, synset.words)
    ]


def _distance(synset: Synset, offset: str) -> int:
    """Return how far a synset lies behind a number of the table, at most ``_TOO_FAR``."""
    distance = int(synset.identifier[:-1]) - int(offset)
    return distance if 0 <= distance < _TOO_FAR else _TOO_FAR


def _shared(some: Sequence[str], others: Sequence[str]) -> list[str]:
    found = set(others)
    return [key for key in some if key in found]


def _describe(
    table: SynonymTable, hypothesis_word: str, reference_word: str, offsets: Sequence[str]
) -> str:
    """Describe a synset of both words, by WordNet or else by the table."""
    for synset in _synsets_of_both(hypothesis_word, reference_word):
        if any(_distance(synset, offset) < _TOO_FAR for offset in offsets):
            return f"synonyms: {synset}"
    words = ", ".join(word.replace("_", " ") for word in table.words(offsets[0]))
    return f"synonyms: {words} ({offsets[0]} in METEOR's table, of any part of speech)"


def _synsets_of_both(hypothesis_word: str, reference_word: str) -> list[Synset]:
    others = {synset.identifier for synset in wordnet().synsets(reference_word)}
    return [
        synset
        for synset in wordnet().synsets(hypothesis_word)
        if synset.identifier in others and synset.identifier[-2] != "."
    ]


def _bases_of_form(lines: Sequence[str]) -> Mapping[str, Sequence[str]]:
    bases: defaultdict[str, list[str]] = defaultdict(list)
    for base, forms in zip(lines[::2], lines[1::2], strict=False):
        for form in forms.split():
            bases[form].append(base)
    return dict(bases)
