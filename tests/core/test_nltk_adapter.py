"""The adapter for NLTK against NLTK itself: the same floats."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nltk.translate.meteor_score as theirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem import LancasterStemmer, SnowballStemmer
from nltk.stem.porter import PorterStemmer

from meteor_core import InputTypeError, ParameterError, SegmentError
from meteorscope.adapters import nltk as ours
from tests.thoroughness import more_when_thorough, tries

WORDS = """
    the a of cat cats Cat sat on mat big large running run Happy glad car automobile
    café cafe\u0301 İ \ud800 mother_in_law .
"""
ODD = ["", " ", "New York", "a\nb", "\x00"]
words = st.sampled_from([*WORDS.split(), *ODD]) | st.text(max_size=3)
rows = st.lists(words, max_size=9)


def lines(name: str) -> list[str]:
    """The lines of a file of examples/."""
    path = Path(__file__).parents[2] / "examples" / name
    return path.read_text(encoding="utf-8").splitlines()


@dataclass
class Truncating:
    """A stemmer of a user's, which cannot be hashed and keeps case."""

    length: int

    def stem(self, token: str) -> str:
        return token[: self.length]


STEMMERS: dict[str, Any] = {
    "own": None,
    "Porter": PorterStemmer(),
    "Porter as published": PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM),
    "Snowball": SnowballStemmer("english"),
    "Lancaster": LancasterStemmer(),
    "a user's": Truncating(3),
}
PREPROCESSING: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "none": str,
    "upper": str.upper,
    "strip": lambda token: token.strip(".").strip(),
}


options = st.builds(
    lambda stemmer, preprocess, parameters: {
        "stemmer": STEMMERS[stemmer],
        "preprocess": PREPROCESSING[preprocess],
        **dict(zip(("alpha", "beta", "gamma"), parameters, strict=True)),
    },
    st.sampled_from(list(STEMMERS)),
    st.sampled_from(list(PREPROCESSING)),
    st.sampled_from([(0.9, 3, 0.5), (0.5, 1.0, 0.2), (1, 0, 1)]),
)


def expected(
    references: list[list[str]], hypothesis: list[str], wordnet: Any, **options: Any
) -> float:
    stemmer = options.pop("stemmer", None) or PorterStemmer()
    score = theirs.meteor_score(references, hypothesis, wordnet=wordnet, stemmer=stemmer, **options)
    return float(score)


@more_when_thorough
def test_any_tokens_score_what_nltk_gives_them(nltk_wordnet: Any) -> None:
    @settings(max_examples=tries(60, thorough=500))
    @given(rows, st.lists(rows, min_size=1, max_size=3), options, st.booleans())
    def agrees(
        hypothesis: list[str],
        references: list[list[str]],
        chosen: dict[str, Any],
        own_wordnet: bool,  # noqa: FBT001
    ) -> None:
        wordnet = None if own_wordnet else nltk_wordnet
        found = ours.meteor_score(references, hypothesis, wordnet=wordnet, **chosen)
        assert found == expected(references, hypothesis, nltk_wordnet, **chosen)

    agrees()


def test_real_segments_score_what_nltk_gives_them(nltk_wordnet: Any) -> None:
    texts = [lines(f"city-news.{side}.en") for side in ("hyp", "ref")]
    for hypothesis, reference, other in zip(*texts, texts[1][1:], strict=False):
        tokens, others = hypothesis.split(), [reference.split(), other.split()]
        assert ours.meteor_score(others, tokens) == expected(others, tokens, nltk_wordnet)
        single = ours.single_meteor_score(others[0], tokens, str.lower, None, None, 0.8, 2, 0.3)
        assert single == theirs.single_meteor_score(
            others[0], tokens, str.lower, PorterStemmer(), nltk_wordnet, 0.8, 2, 0.3
        )


def test_a_wordnet_of_the_users_is_asked(nltk_wordnet: Any) -> None:
    class Lemma:
        def name(self) -> str:
            return "cat"

    class Synset:
        def lemmas(self) -> list[Lemma]:
            return [Lemma()]

    class Reader:
        def synsets(self, lemma: str) -> list[Synset]:
            return [Synset()] if lemma == "dog" else []

    rows = [["the", "cat"]], ["the", "dog"]
    assert ours.meteor_score(*rows, wordnet=Reader()) == theirs.meteor_score(
        *rows, wordnet=Reader()
    )
    assert ours.meteor_score(*rows, wordnet=Reader()) > ours.meteor_score(*rows)
    assert ours.meteor_score(*rows) == theirs.meteor_score(*rows, wordnet=nltk_wordnet)


def test_nltks_own_reader_is_taken_for_the_embedded_one() -> None:
    from nltk.corpus import wordnet

    rows = [["a", "car"]], ["an", "auto"]
    assert ours.meteor_score(*rows, wordnet=wordnet) == ours.meteor_score(*rows)


def test_tokens_may_come_as_any_iterable() -> None:
    rows = [["we", "danced", "with", "joy"], ["we", "danced"]]
    hypothesis = ["we", "danced", "with", "glee"]
    once = ours.meteor_score(iter(map(iter, rows)), iter(hypothesis))
    assert once == ours.meteor_score(map(tuple, rows), tuple(hypothesis))
    assert once == ours.meteor_score(rows, hypothesis)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (
            ([["a"]], "a b"),
            {},
            InputTypeError,
            "hypothesis must be a list of tokens, not one string: 'a b'",
        ),
        (
            (["a", "b"], ["a"]),
            {},
            InputTypeError,
            "references[0] must be a list of tokens, not one string: 'a'",
        ),
        (
            ("a b", ["a"]),
            {},
            InputTypeError,
            "references must be a list of lists of tokens, not one string: 'a b'",
        ),
        (([], ["a"]), {}, SegmentError, "there is no reference to score the hypothesis against"),
        (([["a"]], None), {}, InputTypeError, "hypothesis must be a list of tokens, not NoneType"),
        (
            ([["a"], None], ["a"]),
            {},
            InputTypeError,
            "references[1] must be a list of tokens, not NoneType",
        ),
        (([["a"]], b"a"), {}, InputTypeError, "hypothesis must be a list of tokens, not bytes"),
        (([["a"]], ["a", 3]), {}, InputTypeError, "hypothesis[1] must be a string, not int"),
        (
            ([["a", float("nan")]], ["a"]),
            {},
            InputTypeError,
            "references[0][1] must be a string, not a missing value (nan)",
        ),
        (
            ([["a", None]], ["a"]),
            {"preprocess": str.upper},
            InputTypeError,
            "references[0][1] must be a string, not NoneType",
        ),
        (
            ([["a"]], ["a"]),
            {"preprocess": 3},
            InputTypeError,
            "preprocess must be a function, not int",
        ),
        (
            ([["a"]], ["a"]),
            {"preprocess": len},
            InputTypeError,
            "preprocess('a') must be a string, not int",
        ),
        (
            ([["a"]], ["a"]),
            {"stemmer": 3},
            InputTypeError,
            "stemmer must have a method stem, as those of",
        ),
        (
            ([["a"]], ["a"]),
            {"wordnet": "x"},
            InputTypeError,
            "wordnet must have a method synsets, as",
        ),
        (
            ([["a"]], ["a"]),
            {"alpha": float("nan")},
            ParameterError,
            "alpha is nan, but must be between 0 and 1",
        ),
        (([["a"]], ["a"]), {"gamma": [1]}, ParameterError, "gamma is [1], but must be a number"),
        (([["a"]], ["a"]), {"beta": -1}, ParameterError, "beta is -1.0, but must be 0 or more"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    arguments: Any, options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        ours.meteor_score(*arguments, **options)
    assert str(raised.value).startswith(message)
