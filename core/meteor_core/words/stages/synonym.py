"""Words that WordNet lists as synonyms, after undoing inflection."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..lexicon.wordnet import VERSION, Synset, wordnet
from . import KeyLists, KeyNumbers
from .stem import porter_stem


@dataclass(frozen=True, slots=True)
class SynonymStage:
    """A word's keys are the synsets of its base forms: words that share one match."""

    name: str = "synonym"
    resource: str = f"wordnet-{VERSION}"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the identifiers of the word's synsets."""
        return tuple(dict.fromkeys(synset.identifier for synset in wordnet().synsets(word)))

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the identifiers of the word's synsets."""
        return self.hypothesis_keys(word)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the numbers of the synsets of each word."""
        counts, synsets = wordnet().synset_numbers(words)
        own = KeyLists(counts=counts, numbers=synsets)
        return own, own

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the first synset that they share."""
        shared = set(self.reference_keys(reference_word))
        synsets = wordnet().synsets(hypothesis_word)
        return _describe(next(synset for synset in synsets if synset.identifier in shared))


@dataclass(frozen=True, slots=True)
class NltkSynonymStage:
    """Synonyms as NLTK's ``meteor_score`` finds them, quirks included.

    Only the hypothesis word is looked up, the reference word must be spelled like one of its
    synonyms, letter case included, and both are stems by then: NLTK hands the words that its
    stem stage left over to this stage in stemmed form.

    A word of the hypothesis has every synset of its stem for keys, a word of the reference those
    that list its stem, and both have the stem.
    """

    name: str = "synonym"
    resource: str = f"wordnet-{VERSION}-nltk"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem, and the identifiers of the stem's synsets."""
        stem = porter_stem(word)
        return _keys(stem, wordnet().synsets(stem))

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem, and the identifiers of the synsets that list it."""
        stem = porter_stem(word)
        return _keys(stem, _listing(stem))

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the keys of each word on either side."""
        return (
            KeyLists.of(map(self.hypothesis_keys, words), numbers),
            KeyLists.of(map(self.reference_keys, words), numbers),
        )

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the first synset with the reference's stem among its words, or the stem itself."""
        stem = porter_stem(reference_word)
        synsets = wordnet().synsets(porter_stem(hypothesis_word))
        shared = next((synset for synset in synsets if stem in synset.words), None)
        return f"common stem: {stem}" if shared is None else _describe(shared)


def _listing(word: str) -> list[Synset]:
    return [synset for synset in wordnet().synsets(word) if word in synset.words]


def _keys(stem: str, synsets: Iterable[Synset]) -> tuple[str, ...]:
    """Return keys of which that of no stem is that of a synset."""
    return (f"stem {stem}", *dict.fromkeys(f"synset {each.identifier}" for each in synsets))


def _describe(synset: Synset) -> str:
    return f"synonyms: {synset}"
