"""Function words and delta, against the formula in fractions and words counted by hand."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meteor_core import (
    Measures,
    Meteor,
    ParameterError,
    Parameters,
    SegmentResult,
    Signature,
    Statistics,
    measure,
)
from meteor_core.show.alignment_format import alignment_json
from meteor_core.text.folding import full_folding, lower_folding
from meteor_core.text.tokenizers import TokenizerName
from meteor_core.variants import VariantName
from meteor_core.words.function_words import DEFAULT_LIST, function_words, languages
from tests.usable_variants import USABLE_VARIANTS

LANGUAGES = ("cs", "de", "en", "es", "fr", "ru")
NOTHING = Measures(precision=0, recall=0, f_mean=0, fragmentation=0, penalty=0, score=0)


# The formula of Denkowski and Lavie 2011 and 2014, as it is printed there.


def decimal(number: float) -> Fraction:
    """The number as a person writes it."""
    return Fraction(str(number))


def share(  # noqa: PLR0917  # one side's numbers, as the formula has them
    delta: Fraction,
    weights: Sequence[float],
    matches: Sequence[int],
    function_matches: Sequence[int],
    length: int,
    function_words: int,
) -> Fraction:
    """Precision or recall: sum of w (d content + (1 - d) function) over the weighted length."""
    above = sum(
        decimal(weight) * (delta * (count - function) + (1 - delta) * function)
        for weight, count, function in zip(weights, matches, function_matches, strict=True)
    )
    below = delta * (length - function_words) + (1 - delta) * function_words
    return Fraction(above) / below if above else Fraction(0)


def textbook(counted: Statistics, parameters: Parameters) -> dict[str, float]:
    """The measures, each rounded once."""
    assert parameters.delta is not None
    delta, alpha = decimal(parameters.delta), decimal(parameters.alpha)
    precision = share(
        delta,
        parameters.weights,
        counted.matches_by_stage,
        counted.hypothesis_function_matches,
        counted.hypothesis_length,
        counted.hypothesis_function_words,
    )
    recall = share(
        delta,
        parameters.weights,
        counted.reference_matches_by_stage,
        counted.reference_function_matches,
        counted.reference_length,
        counted.reference_function_words,
    )
    f_mean = Fraction(0)
    if precision and recall:
        f_mean = 1 / ((1 - alpha) / precision + alpha / recall)
    chunks = counted.chunks - counted.perfect_segments * parameters.waive_perfect
    both = sum(counted.matches_by_stage) + sum(counted.reference_matches_by_stage)
    fragmentation = chunks / Fraction(both, 2)
    lost = fragmentation ** int(parameters.beta) if chunks else Fraction(0)
    penalty = decimal(parameters.gamma) * lost
    exact = {
        "precision": precision,
        "recall": recall,
        "f_mean": f_mean,
        "fragmentation": fragmentation,
        "penalty": penalty,
        "score": f_mean * (1 - penalty),
    }
    return {name: float(value) for name, value in exact.items()}


def as_dict(measures: Measures) -> dict[str, float]:
    return {name: getattr(measures, name) for name in Measures.__slots__}


@st.composite
def statistics(draw: st.DrawFn) -> Statistics:
    """Counts of a corpus with a match; function words as they may be on each side."""
    by_stage = draw(st.tuples(*[st.integers(0, 500)] * 3).filter(any))
    others = st.tuples(*[st.integers(1, 500) if count else st.just(0) for count in by_stage])
    reference_by_stage = draw(st.just(by_stage) | others)
    fewest = min(sum(by_stage), sum(reference_by_stage))
    perfect = draw(st.integers(0, fewest))

    def side(by_stage: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        of_function = tuple(draw(st.integers(0, count)) for count in by_stage)
        unmatched, unmatched_function = sorted(
            draw(st.tuples(st.integers(0, 500), st.integers(0, 500))), reverse=True
        )
        return sum(by_stage) + unmatched, sum(of_function) + unmatched_function, of_function

    hypothesis, reference = side(by_stage), side(reference_by_stage)
    return Statistics(
        segments=1,
        hypothesis_length=hypothesis[0],
        reference_length=reference[0],
        matches_by_stage=by_stage,
        chunks=draw(st.integers(max(1, perfect), fewest)),
        perfect_segments=perfect,
        proved_segments=1,
        proved_scores=1,
        hypothesis_function_words=hypothesis[1],
        reference_function_words=reference[1],
        hypothesis_function_matches=hypothesis[2],
        reference_function_matches=reference[2],
        reference_matches_by_stage=reference_by_stage,
    )


unit = st.decimals(0, 1, places=3).map(float) | st.floats(0, 1)
parameters = st.builds(
    Parameters,
    alpha=unit,
    beta=st.integers(0, 4).map(float),
    gamma=unit,
    weights=st.tuples(unit, unit, unit),
    waive_perfect=st.booleans(),
    delta=unit | st.sampled_from([0.0, 1.0]),
)


@settings(max_examples=500)
@given(statistics(), parameters)
def test_each_measure_is_the_float_nearest_to_the_formula(
    counted: Statistics, parameters: Parameters
) -> None:
    measured = measure(counted, parameters)
    expected = textbook(counted, parameters)
    assert as_dict(measured) == expected or (
        measured == NOTHING and expected["precision"] == expected["recall"] == 0
    )


@given(statistics(), parameters)
def test_half_and_half_is_the_same_as_no_delta(counted: Statistics, parameters: Parameters) -> None:
    half, without = replace(parameters, delta=0.5), replace(parameters, delta=None)
    assert measure(counted, half) == measure(counted, without)


@given(statistics(), parameters, st.floats(0.1, 5).filter(lambda beta: not beta.is_integer()))
def test_half_and_half_is_the_same_with_a_broken_exponent(
    counted: Statistics, parameters: Parameters, beta: float
) -> None:
    half = replace(parameters, delta=0.5, beta=beta)
    assert measure(counted, half) == measure(counted, replace(half, delta=None))


@given(statistics(), parameters)
def test_a_language_without_function_words_has_nothing_to_weigh(
    counted: Statistics, parameters: Parameters
) -> None:
    assume(parameters.delta != 0)  # which would leave content words no weight
    bare = replace(
        counted,
        hypothesis_function_words=0,
        reference_function_words=0,
        hypothesis_function_matches=(),
        reference_function_matches=(),
    )
    assert measure(bare, parameters) == measure(bare, replace(parameters, delta=None))


@given(statistics(), parameters)
def test_weighing_function_words_less_is_weighing_the_others_more(
    counted: Statistics, parameters: Parameters
) -> None:
    """With the kinds exchanged, delta and 1 - delta change places."""
    exchanged = replace(
        counted,
        hypothesis_function_words=counted.hypothesis_length - counted.hypothesis_function_words,
        reference_function_words=counted.reference_length - counted.reference_function_words,
        hypothesis_function_matches=others(
            counted.matches_by_stage, counted.hypothesis_function_matches
        ),
        reference_function_matches=others(
            counted.reference_matches_by_stage, counted.reference_function_matches
        ),
    )
    less, more = replace(parameters, delta=0.2), replace(parameters, delta=0.8)
    assert measure(counted, less) == measure(exchanged, more)


def others(matches: Sequence[int], part: Sequence[int]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(matches, part, strict=True))


@given(statistics(), statistics())
def test_function_words_add_up_and_are_taken_away(one: Statistics, other: Statistics) -> None:
    both = one + other
    assert both.hypothesis_function_words == (
        one.hypothesis_function_words + other.hypothesis_function_words
    )
    assert both.reference_function_matches == tuple(
        a + b
        for a, b in zip(
            one.reference_function_matches, other.reference_function_matches, strict=True
        )
    )
    assert both.reference_matches == one.reference_matches + other.reference_matches
    assert both + -other == one
    assert Statistics.zero(3) + one == one


def test_statistics_may_be_made_without_function_words_and_for_one_side() -> None:
    plain = Statistics(
        segments=1,
        hypothesis_length=4,
        reference_length=4,
        matches_by_stage=(2, 1),
        chunks=1,
        perfect_segments=0,
        proved_segments=1,
        proved_scores=1,
    )
    assert plain.hypothesis_function_matches == plain.reference_function_matches == (0, 0)
    assert (plain.hypothesis_function_words, plain.reference_function_words) == (0, 0)
    assert (plain + plain).reference_function_matches == (0, 0)
    assert plain.reference_matches_by_stage == (2, 1)
    assert ((plain + plain).reference_matches, (-plain).reference_matches) == (6, -3)


# Words counted by hand.


def kinds(result: SegmentResult) -> tuple[list[str], list[str]]:
    """The function words of both rows."""
    rows = result.alignment.hypothesis, result.alignment.reference
    hypothesis, reference = ([row.words()[token] for token in row.function_words] for row in rows)
    return hypothesis, reference


def test_the_counts_of_a_sentence() -> None:
    """The, on, the against the, is, on, a, here; "cats" and "cat" match by their stem."""
    result = Meteor().score("The cats sat on the mat", ["the cat is on a mat here"])
    assert kinds(result) == (["The", "on", "the"], ["the", "is", "on", "a", "here"])
    counted = result.statistics
    assert (counted.hypothesis_function_words, counted.reference_function_words) == (3, 5)
    assert counted.matches_by_stage == (3, 1, 0)  # the, on, mat; cat
    assert counted.hypothesis_function_matches == (2, 0, 0)
    assert counted.reference_function_matches == (2, 0, 0)


def test_delta_of_a_sentence() -> None:
    """Matches: the, on (function), mat, cats (content); lengths 3 + 3 and 2 content + 5."""
    result = Meteor(delta=0.75).score("The cats sat on the mat", ["the cat is on a mat here"])
    weighted = Fraction(3, 4) * 2 + Fraction(1, 4) * 2
    assert result.precision == float(weighted / (Fraction(3, 4) * 3 + Fraction(1, 4) * 3))
    assert result.recall == float(weighted / (Fraction(3, 4) * 2 + Fraction(1, 4) * 5))


def test_a_match_may_join_a_function_word_with_a_content_word() -> None:
    """WordNet has "inside" and "indoors" in one synset; only "inside" is a preposition too."""
    counted = Meteor(stages=["exact", "synonym"]).score("inside", ["indoors"]).statistics
    assert counted.matches_by_stage == (0, 1)
    assert counted.hypothesis_function_matches == (0, 1)
    assert counted.reference_function_matches == (0, 0)


@pytest.mark.parametrize(
    ("delta", "precision", "recall"), [(0.0, 1.0, 0.0), (1.0, 0.0, 1.0), (0.75, 1.0, 1.0)]
)
def test_a_side_without_weight_scores_nothing(
    delta: float, precision: float, recall: float
) -> None:
    result = Meteor(stages=["exact", "synonym"], delta=delta).score("inside", ["indoors"])
    assert (result.precision, result.recall) == (precision, recall)
    assert (result.score > 0) == (delta == 0.75)


def test_punctuation_counts_as_function_words() -> None:
    result = Meteor().score("“Yes,” (she) said…", ["no!"])
    assert kinds(result) == (["“", ",", "”", "(", "she", ")", "…"], ["no", "!"])


@pytest.mark.parametrize("text", ["don't", "don’t", "DON'T"])
@pytest.mark.parametrize("tokenizer", ["words", "whitespace"])
def test_contractions_are_function_words_however_they_are_cut(
    text: str, tokenizer: TokenizerName
) -> None:
    result = Meteor(tokenizer=tokenizer).score(text, ["x"])
    assert len(kinds(result)[0]) == result.hypothesis_length


SENTENCES = {
    "en": "The dogs of my neighbour have not barked, and I could sleep.",
    "de": "Daß der Hund meines Nachbarn nicht gebellt hat, wundert mich.",
    "fr": "L'ami que j'ai vu n'était pas chez sa sœur.",
    "es": "El perro de mi vecino no ha ladrado y pude dormir.",
    "cs": "Pes mého souseda včera neštěkal, a proto jsem mohl spát.",
    "ru": "Собака моего соседа не лаяла, и её никто не слышал.",
}
CONTENT = {
    "en": "dogs neighbour barked sleep",
    "de": "Hund Nachbarn gebellt wundert",
    "fr": "ami vu sœur",
    "es": "perro vecino ladrado pude dormir",
    "cs": "Pes souseda včera neštěkal mohl spát",
    "ru": "Собака соседа лаяла слышал",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_of_a_sentence_is_its_content(language: str) -> None:
    result = Meteor(language=language).score(SENTENCES[language], [""])
    row = result.alignment.hypothesis
    function = set(row.function_words)
    left = [word for token, word in enumerate(row.words()) if token not in function]
    assert left == CONTENT[language].split()


# The lists.


def test_the_languages_with_a_list() -> None:
    assert languages(DEFAULT_LIST) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folding", [full_folding, lower_folding])
def test_a_list_is_made_of_words_as_the_variant_folds_them(language: str, folding: Any) -> None:
    fold = folding(language)
    words = function_words(DEFAULT_LIST, language, fold)
    assert len(words) > 250
    assert all(word == fold(word) and word.split() == [word] for word in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_no_word_with_a_letter_of_another_script(language: str) -> None:
    """A Latin "a" among Cyrillic letters looks right and matches nothing."""
    allowed = {"ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"}.get(
        language, "abcdefghijklmnopqrstuvwxyzáâàäãçčďéèêëěíîïňñóôöřšťúùûüůýžßœ"
    )
    words = function_words(DEFAULT_LIST, language, str.lower)
    assert {letter for word in words for letter in word if letter.isalpha()} <= set(allowed)


def test_russian_words_with_yo_stand_with_ye_too() -> None:
    words = function_words(DEFAULT_LIST, "ru", str.lower)
    assert {word.replace("ё", "е") for word in words} <= words


def test_a_language_without_a_list_has_no_function_words() -> None:
    result = Meteor(language="fi").score("ja se on, että", ["ja se on"])
    assert kinds(result) == ([], [])
    assert result.statistics.hypothesis_function_matches == (0, 0)


@pytest.mark.parametrize(
    ("pair", "language", "texts"),
    [("cs-en", "en", "Online-A"), ("en-de", "de", "Online-A"), ("de-fr", "fr", "Online-A")],
)
def test_about_half_of_running_text_is_function_words(
    shared: Path, pair: str, language: str, texts: str
) -> None:
    """A list with a hole in it, or one that swallows content, would show here."""
    file = shared / f"data/wmt21/{pair}/hyp.{texts}.{language}"
    meteor = Meteor(language=language, stages=["exact"])
    lines = file.read_text(encoding="utf-8").splitlines()[:300]
    counted = meteor.corpus(lines, [lines]).statistics
    assert 0.45 < counted.hypothesis_function_words / counted.hypothesis_length < 0.62


# What asks for delta, and what says so.


def fields(signature: Signature) -> dict[str, str]:
    return dict(part.split(":", 1) for part in str(signature).split("|")[1:])


def test_delta_shows_in_the_signature_with_its_list() -> None:
    plain, weighed = fields(Meteor().signature()), fields(Meteor(delta=0.75).signature())
    assert weighed == {**plain, "delta": "0.75", "function": "meteorscope-1"}
    assert fields(Meteor(delta=1).signature())["delta"] == "1"


@pytest.mark.parametrize("variant", [name for name in USABLE_VARIANTS if name != "nltk"])
def test_delta_overrides_every_variant_that_is_not_stepwise(variant: VariantName) -> None:
    texts = "the cat sat on the mat", ["the dog sat on the rug"]
    plain, weighed = (Meteor(variant, delta=delta).score(*texts) for delta in (None, 0.9))
    assert weighed.alignment.links == plain.alignment.links
    assert weighed.statistics == plain.statistics
    assert weighed.score < plain.score  # of the content words only "sat" is matched


def test_delta_can_be_changed_without_aligning_again() -> None:
    texts = "The cats sat on the mat", ["the cat is on a mat here"]
    plain = Meteor()
    moved = replace(plain.configuration.parameters, delta=0.6)
    scored = plain.score(*texts)
    assert measure(scored.statistics, moved) == Meteor(delta=0.6).score(*texts).measures


def test_a_corpus_is_weighed_by_its_sums() -> None:
    meteor = Meteor(delta=0.8)
    hypotheses, references = ["the cat", "of dogs"], ["a cat", "for dogs"]
    result = meteor.corpus(hypotheses, [references])
    total = Fraction(8, 10) * 2 + Fraction(2, 10) * 2
    assert result.precision == result.recall == float(Fraction(8, 10) * 2 / total)


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ({"delta": -0.1}, "delta is -0.1, but must be between 0 and 1"),
        ({"delta": 1.5}, "delta is 1.5, but must be between 0 and 1"),
        ({"delta": float("nan")}, "delta is nan"),
        ({"delta": "much"}, "delta is 'much', but must be a number"),
        ({"delta": True}, "delta is True, but must be a number"),
        ({"delta": 0.5, "variant": "nltk"}, "leave it out, or choose another variant"),
        ({"delta": 0.5, "language": "fi"}, "none for language 'fi'; leave it out, or choose one"),
    ],
)
def test_a_delta_that_cannot_be_is_refused_with_a_remedy(
    mistake: dict[str, Any], said: str
) -> None:
    with pytest.raises(ParameterError, match=said):
        Meteor(**mistake)


def test_the_alignment_format_has_function_words() -> None:
    meteor = Meteor(stages=["exact", "synonym"])
    printed = alignment_json(1, meteor.score("stay inside the house", ["stay indoors the house"]))
    assert (printed["hypothesis"]["function"], printed["reference"]["function"]) == ([1, 2], [2])
    assert printed["statistics"]["hypothesis_function_words"] == 2
    assert printed["statistics"]["reference_function_words"] == 1
    assert printed["statistics"]["function_matches_by_stage"] == {
        "hypothesis": {"exact": 1, "synonym": 1},
        "reference": {"exact": 1, "synonym": 0},
    }
