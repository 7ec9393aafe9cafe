"""``nltk.translate.meteor_score``, bit for bit, and without NLTK's data.

>>> from meteor_core.adapters.nltk import meteor_score
>>> meteor_score([["we", "danced", "with", "joy"]], ["we", "danced", "with", "glee"])
0.7361111111111112

Source: NLTK 3.10, nltk/translate/meteor_score.py. Its default stemmer and WordNet 3.0 are those of
the variant ``nltk``; others are asked once a word.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final, Protocol

from ..batch.batch import Scorer
from ..configuration import configure
from ..errors import InputTypeError, no_reference
from ..meteor import make_scorer
from ..text.streams import require_stream, require_string
from ..words.lexicon.wordnet import wordnet as embedded_wordnet
from ..words.stages import KeyLists, KeyNumbers, Stage
from ..words.stages.exact import ExactStage
from ..words.stages.stem import StemStage, porter
from ..words.stages.synonym import NltkSynonymStage

__all__ = ["Lemma", "Stemmer", "Synset", "WordNetReader", "meteor_score", "single_meteor_score"]

_SCORERS: Final = 32
"""Combinations of stemmer, WordNet and parameters whose words are kept."""


class Stemmer(Protocol):
    """A stemmer with the interface of ``nltk.stem``."""

    def stem(self, token: str, /) -> str:
        """Return the stem of a word; must be deterministic."""


class Lemma(Protocol):
    """A word of a synset."""

    def name(self) -> str:
        """Return its spelling, with ``_`` for spaces."""


class Synset(Protocol):
    """Words that share a sense."""

    def lemmas(self) -> Iterable[Lemma]:
        """Return them."""


class WordNetReader(Protocol):
    """A reader of synsets with the interface of ``nltk.corpus.wordnet``."""

    def synsets(self, lemma: str, /) -> Iterable[Any]:
        """Return the ``Synset`` objects of a word; must be deterministic."""


def meteor_score(
    references: Iterable[Iterable[str]],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Stemmer | None = None,
    wordnet: WordNetReader | None = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the score of a hypothesis against the best of its references, from 0 to 1.

    Args:
        references: the tokens of each reference; one reference or more.
        hypothesis: its tokens.
        preprocess: applied to every token before anything else.
        stemmer: by default NLTK's ``PorterStemmer()``.
        wordnet: by default WordNet 3.0, which this package brings. ``nltk.corpus.wordnet`` is
            taken to be WordNet 3.0 and is not read.
        alpha: weight of recall against precision, 0 to 1.
        beta: exponent of the fragmentation, 0 or more.
        gamma: the greatest penalty, 0 to 1.

    Raises:
        InputTypeError: a text is not tokenized, a token is not a string, or the
            stemmer has no ``stem`` or WordNet no ``synsets``.
        ParameterError: a number is out of its range.
        SegmentError: there is no reference.
    """
    words = _words("hypothesis", hypothesis)
    require_stream("references", references, of="lists of tokens")
    others = [_words(f"references[{at}]", each) for at, each in enumerate(references)]
    if not others:
        raise no_reference()
    return _score(words, others, preprocess, stemmer, wordnet, (alpha, beta, gamma))


def single_meteor_score(
    reference: Iterable[str],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Stemmer | None = None,
    wordnet: WordNetReader | None = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the score of a hypothesis against its reference, from 0 to 1.

    Args:
        reference: its tokens.
        hypothesis: its tokens.
        preprocess: see ``meteor_score``.
        stemmer: see ``meteor_score``.
        wordnet: see ``meteor_score``.
        alpha: see ``meteor_score``.
        beta: see ``meteor_score``.
        gamma: see ``meteor_score``.

    Raises:
        InputTypeError: see ``meteor_score``.
        ParameterError: a number is out of its range.
    """
    words, other = _words("hypothesis", hypothesis), _words("reference", reference)
    return _score(words, [other], preprocess, stemmer, wordnet, (alpha, beta, gamma))


def _score(
    hypothesis: list[str],
    references: list[list[str]],
    preprocess: Callable[[str], str],
    stemmer: Stemmer | None,
    wordnet: WordNetReader | None,
    parameters: tuple[float, float, float],
) -> float:
    lower = preprocess is str.lower
    if not lower:
        hypothesis = _preprocessed("hypothesis", hypothesis, preprocess)
        references = [
            _preprocessed(f"references[{at}]", words, preprocess)
            for at, words in enumerate(references)
        ]
    options = (
        None if stemmer is None else _Same(stemmer),
        None if wordnet is None else _Same(wordnet),
        parameters,
        lower,
    )
    try:
        return _scorer(*options).score_words(hypothesis, references)
    except TypeError:  # look for the cause
        _require_strings("hypothesis", hypothesis)
        for at, words in enumerate(references):
            _require_strings(f"references[{at}]", words)
        _scorer.__wrapped__(*options)  # parameters that no cache can have
        raise


def _require_strings(name: str, tokens: list[str]) -> None:
    for at, token in enumerate(tokens):
        require_string(f"{name}[{at}]", token)


def _words(name: str, tokens: Iterable[str]) -> list[str]:
    if type(tokens) is list:
        return tokens
    require_stream(name, tokens, of="tokens")
    return list(tokens)


def _preprocessed(name: str, tokens: list[str], preprocess: Callable[[str], str]) -> list[str]:
    if not callable(preprocess):
        raise InputTypeError(f"preprocess must be a function, not {type(preprocess).__name__}")
    _require_strings(name, tokens)
    words = list(map(preprocess, tokens))
    for token, word in zip(tokens, words, strict=True):
        require_string(f"preprocess({token!r})", word)
    return words


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """An object that equals nothing but itself, whatever its class says, and can be hashed."""

    it: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@lru_cache(maxsize=_SCORERS)
def _scorer(
    stemmer: _Same | None,
    wordnet: _Same | None,
    parameters: tuple[float, float, float],
    lower: bool,  # noqa: FBT001  # only passed on
) -> Scorer:
    alpha, beta, gamma = parameters
    configuration = configure(variant="nltk", alpha=alpha, beta=beta, gamma=gamma)
    if not lower:
        words = replace(configuration.words, fold=_as_given, case="given")
        configuration = replace(configuration, words=words)
    stems, reader = _stemmer_of(stemmer), _reader_of(wordnet)
    if stems is not None or reader is not None:
        stages = _stages(stems, reader)
        configuration = replace(configuration, stages=stages)
    return make_scorer(configuration)


def _as_given(word: str) -> str:
    return word


def _stemmer_of(given: _Same | None) -> Stemmer | None:
    """Return the stemmer; None for the variant's own."""
    if given is None:
        return None
    stemmer: Stemmer = given.it
    if not callable(getattr(stemmer, "stem", None)):
        raise InputTypeError(
            f"stemmer must have a method stem, as those of nltk.stem do; {_kind(stemmer)} has none"
        )
    module = sys.modules.get("nltk.stem.porter")  # who has one of its stemmers has loaded it
    known: Any = None if module is None else module.PorterStemmer
    own = known is not None and type(given.it) is known and given.it.mode == known.NLTK_EXTENSIONS
    return None if own else stemmer


def _reader_of(given: _Same | None) -> WordNetReader | None:
    """Return the reader; None for NLTK's own, whose words this package has."""
    corpora = sys.modules.get("nltk.corpus")
    if given is None or (corpora is not None and given.it is corpora.wordnet):
        return None
    reader: WordNetReader = given.it
    if not callable(getattr(reader, "synsets", None)):
        raise InputTypeError(
            "wordnet must have a method synsets, as nltk.corpus.wordnet does; "
            f"{_kind(reader)} has none"
        )
    return reader


def _kind(value: object) -> str:
    return value.__name__ if isinstance(value, type) else type(value).__name__


def _stages(stemmer: Stemmer | None, reader: WordNetReader | None) -> tuple[Stage, ...]:
    """The stages of NLTK with other resources.

    Their names identify objects: scorers with equal names share their words, and keep
    the objects as long as these are in use.
    """
    stem = porter() if stemmer is None else StemStage(f"stemmer-{id(stemmer)}", stemmer.stem)
    if stemmer is None and reader is None:
        return ExactStage(), stem, NltkSynonymStage()
    return ExactStage(), stem, _ReaderStage(stem=stem, reader=reader)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _ReaderStage:
    """Synonyms of stems, by a reader; see ``NltkSynonymStage``.

    Attributes:
        stem: the stage before, which hands its words on as stems.
        reader: None: the WordNet of this package.
    """

    stem: StemStage
    reader: WordNetReader | None
    name: str = "synonym"

    @property
    def resource(self) -> str:
        """Return the reader that follows a stemmer."""
        return f"reader-{id(self.reader)}-{self.stem.resource}"

    def hypothesis_keys(self, word: str) -> Sequence[str]:
        """Return the single words of every synset of the word's stem, and the stem."""
        return self._synonyms(self.stem.stem(word))

    def reference_keys(self, word: str) -> Sequence[str]:
        """Return the word's stem."""
        return (self.stem.stem(word),)

    def key_lists(self, words: Sequence[str], numbers: KeyNumbers) -> tuple[KeyLists, KeyLists]:
        """Return the words of every synset of each stem, and the stems."""
        stems = self.stem.only_keys(words)
        return (
            KeyLists.of(map(self._synonyms, stems), numbers),
            KeyLists.of_one_each(stems, numbers),
        )

    def explain(self, hypothesis_word: str, reference_word: str) -> str:
        return f"synonym: {self.stem.stem(reference_word)}"

    def _synonyms(self, stem: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((stem, *self._names(stem))))

    def _names(self, stem: str) -> Iterator[str]:
        if self.reader is None:
            yield from chain.from_iterable(each.words for each in embedded_wordnet().synsets(stem))
            return
        for each in self.reader.synsets(stem):
            names = (lemma.name() for lemma in each.lemmas())
            yield from (name for name in names if "_" not in name)
