"""Words that WordNet lists as synonyms, after undoing inflection."""

from collections.abc import Sequence
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
    """

    name: str = "synonym"
    resource: str = f"wordnet-{VERSION}-nltk"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the words of every synset of the word's stem, and the stem."""
        return with_synonyms(porter_stem(word))

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem."""
        return (porter_stem(word),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the words of every synset of each stem, and the stems."""
        stems = list(map(porter_stem, words))
        return (
            KeyLists.of(map(with_synonyms, stems), numbers),
            KeyLists.of_one_each(stems, numbers),
        )

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        """Return the first synset with the reference's stem among its words, or the same stem."""
        stem = porter_stem(reference_word)
        synsets = wordnet().synsets(porter_stem(hypothesis_word))
        shared = next((synset for synset in synsets if stem in synset.words), None)
        return f"common stem: {stem}" if shared is None else _describe(shared)


def with_synonyms(word: str) -> tuple[str, ...]:
    """Return a word and the words of all its synsets, each once."""
    synonyms = (lemma for synset in wordnet().synsets(word) for lemma in synset.words)
    return tuple(dict.fromkeys((word, *synonyms)))


def _describe(synset: Synset) -> str:
    return f"synonyms: {synset}"
