"""Variants and what overrides them; the signature that says so."""

from importlib.metadata import version
from typing import Any

import pytest

from meteor_core import DEFAULT_VARIANT, VARIANTS, Meteor, ParameterError, __version__, get_variant
from meteor_core.search import SearchName
from meteor_core.variants import VariantName
from meteor_core.words.languages import SNOWBALL_STEMMERS
from tests.usable_variants import USABLE_VARIANTS

SNOWBALL = f"snowball-english-{version('PyStemmer')}"
PORTER = f"porter-nltk-{version('nltk')}"


def fields(meteor: Meteor, references: int = 1) -> dict[str, str]:
    name, *parts = str(meteor.signature(references)).split("|")
    assert name == "METEOR"
    pairs = [part.partition(":") for part in parts]
    assert len({key for key, _, _ in pairs}) == len(pairs)
    return {key: value for key, _, value in pairs}


def stage_names(meteor: Meteor) -> list[str]:
    return [stage.name for stage in meteor.configuration.stages]


# The table of DESIGN.md: tokens, stages, alignment, alpha, beta, gamma, a perfect segment.
DEFINITIONS = {
    "classic": (
        "words",
        f"exact+stem({SNOWBALL})+synonym(wordnet-3.0)",
        *("optimal", "0.9", "3", "0.5", "waived"),
    ),
    "banerjee-lavie-2005": (
        "words",
        f"exact+stem({PORTER})+synonym(wordnet-3.0)",
        *("staged", "0.9", "3", "0.5", "penalized"),
    ),
    "lavie-agarwal-2007": (
        "words",
        f"exact+stem({PORTER})+synonym(wordnet-3.0)",
        *("staged", "0.81", "0.83", "0.28", "penalized"),
    ),
    "linear-penalty": (
        *("words-no-punctuation", "exact", "optimal", "0.9", "1", "0.5", "penalized"),
    ),
    "nltk": (
        "whitespace",
        f"exact+stem({PORTER})+synonym(wordnet-3.0-nltk)",
        *("greedy", "0.9", "3", "0.5", "penalized"),
    ),
}


def test_the_variants_are_those_of_the_design_and_classic_is_the_default() -> None:
    assert set(VARIANTS) == {*DEFINITIONS, "meteor-1.5"}
    assert DEFAULT_VARIANT == next(iter(VARIANTS)) == Meteor().configuration.variant.name


@pytest.mark.parametrize("variant", DEFINITIONS)
def test_a_variant_is_pinned_as_the_design_has_it(variant: VariantName) -> None:
    signed = fields(Meteor(variant))
    shown = ("tok", "stages", "align", "alpha", "beta", "gamma", "perfect")
    assert tuple(signed[key] for key in shown) == DEFINITIONS[variant]
    assert (signed["variant"], signed["lang"]) == (variant, "en")
    assert signed["version"] == __version__


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_says_where_it_comes_from(variant: str) -> None:
    known = get_variant(variant)
    assert known.name == variant
    assert known.summary
    assert known.source


OVERRIDES: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"language": "de"}, {"lang": "de"}),
    ({"tokenizer": "characters"}, {"tok": "characters"}),
    ({"stages": ["exact", "synonym"]}, {"stages": "exact+synonym(wordnet-3.0)"}),
    ({"stages": ["synonym", "exact"]}, {"stages": "synonym(wordnet-3.0)+exact"}),
    ({"weights": [1, 0.6, 0.8]}, {"weights": "1,0.6,0.8"}),
    ({"align": "greedy"}, {"align": "greedy"}),
    ({"align": "staged"}, {"align": "staged"}),
    ({"alpha": 0.85}, {"alpha": "0.85"}),
    ({"beta": 0.2}, {"beta": "0.2"}),
    ({"gamma": 0.6}, {"gamma": "0.6"}),
    ({"budget": 5000}, {"budget": "5000"}),
    ({"variant": "nltk"}, {"variant": "nltk", "case": "lower"}),
]


@pytest.mark.parametrize(("override", "shown"), OVERRIDES)
def test_every_override_shows_in_the_signature(
    override: dict[str, Any], shown: dict[str, str]
) -> None:
    changed, original = fields(Meteor(**override)), fields(Meteor())
    assert all(original.get(key) != value for key, value in shown.items())
    assert {key: changed[key] for key in shown} == shown


@pytest.mark.parametrize("given", [{}, {"alpha": 0.9}, {"align": "optimal"}, {"budget": 100_000}])
def test_what_a_variant_has_anyway_does_not_change_the_signature(given: dict[str, Any]) -> None:
    assert Meteor(**given).signature() == Meteor().signature()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"alpha": 0.9}, {"alpha": 0.9000001}),
        ({"beta": 3.0}, {"beta": 3.0000001}),
        ({"gamma": 0.5}, {"gamma": 0.50000001}),
        ({"weights": [1, 1, 1]}, {"weights": [1, 1, 0.9999999]}),
    ],
)
def test_parameters_that_differ_in_any_digit_differ_in_the_signature(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert Meteor(**one).signature() != Meteor(**other).signature()


def test_the_number_of_references_shows_in_the_signature() -> None:
    meteor = Meteor()
    assert [fields(meteor, count)["nrefs"] for count in (1, 4)] == ["1", "4"]
    assert meteor.score("a", ["a", "b"]).signature == meteor.signature(2)
    assert meteor.corpus(["a"], [["a"], ["b"], ["c"]]).signature == meteor.signature(3)


@pytest.mark.parametrize(
    ("mistake", "kind", "nearest"),
    [
        ({"variant": "clasic"}, "variant 'clasic'", "'classic'"),
        ({"variant": "banerjee-lavie-2007"}, "variant 'banerjee-lavie-2007'", "'banerjee-lavie-2"),
        ({"variant": "meteor-1.5x"}, "variant 'meteor-1.5x'", "'meteor-1.5'"),
        ({"variant": ""}, "variant ''", "classic"),
        ({"tokenizer": "word"}, "tokenizer 'word'", "'words'"),
        ({"tokenizer": "whitespaces"}, "tokenizer 'whitespaces'", "'whitespace'"),
        ({"stages": ["exact", "synonyms"]}, "stage 'synonyms'", "'synonym'"),
        ({"stages": ["stems"], "language": "zh"}, "stage 'stems'", "'stem'"),
        ({"align": "optimum"}, "search 'optimum'", "'optimal'"),
        ({"align": "stage"}, "search 'stage'", "'staged'"),
        ({"language": "english"}, "language 'english'", "en"),
        ({"language": "German"}, "language 'German'", "de"),
        ({"language": "xx"}, "language 'xx'", "ISO 639-1"),
        ({"language": ""}, "language ''", "ISO 639-1"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_known(
    mistake: dict[str, Any], kind: str, nearest: str
) -> None:
    with pytest.raises(ParameterError) as refusal:
        Meteor(**mistake)
    said, _, advice = str(refusal.value).partition(";")
    assert said == f"unknown {kind}"
    assert nearest in advice


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ({"weights": [1, 1]}, r"2 weights for 3 stages \(exact, stem, synonym\)"),
        ({"weights": []}, "0 weights for 3 stages"),
        ({"weights": [1, 1, 1], "language": "de"}, r"3 weights for 2 stages \(exact, stem\)"),
        ({"stages": ["exact"], "weights": [1, 1]}, r"2 weights for 1 stages \(exact\)"),
        ({"stages": []}, "one stage or more"),
        ({"stages": ["exact", "exact"]}, "each once"),
        ({"budget": 0}, "budget is 0"),
        ({"budget": -1}, "budget is -1"),
    ],
)
def test_stages_weights_and_budget_have_to_fit(mistake: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        Meteor(**mistake)


@pytest.mark.parametrize(
    ("variant", "language", "stages", "reason"),
    [
        ("classic", "en", ["exact", "stem", "synonym"], "all data"),
        ("classic", "de", ["exact", "stem"], "a stemmer, no synonyms"),
        ("classic", "zh", ["exact"], "neither"),
        ("banerjee-lavie-2005", "de", ["exact"], "Porter stems English only"),
        ("lavie-agarwal-2007", "en", ["exact", "stem", "synonym"], "all data"),
        ("linear-penalty", "de", ["exact"], "has no other stage"),
        ("nltk", "de", ["exact", "stem", "synonym"], "NLTK asks no language"),
    ],
)
def test_a_stage_that_a_language_has_no_data_for_is_left_out(
    variant: VariantName, language: str, stages: list[str], reason: str
) -> None:
    assert stage_names(Meteor(variant, language)) == stages, reason


@pytest.mark.parametrize(
    ("variant", "language", "stage", "said"),
    [
        ("classic", "zh", "stem", "no Snowball stemmer for language 'zh'"),
        ("classic", "de", "synonym", "not for language 'de'"),
        ("linear-penalty", "ja", "stem", "no Snowball stemmer for language 'ja'"),
        ("banerjee-lavie-2005", "de", "stem", "for English, not for language 'de'"),
    ],
)
def test_a_stage_that_is_asked_for_is_never_left_out_silently(
    variant: VariantName, language: str, stage: str, said: str
) -> None:
    with pytest.raises(ParameterError, match=said):
        Meteor(variant, language, stages=["exact", stage])


@pytest.mark.parametrize(
    ("tag", "code"),
    [("en", "en"), ("EN", "en"), ("en-GB", "en"), ("pt_BR", "pt"), ("zh-Hant-TW", "zh")],
)
def test_a_language_tag_stands_for_its_language(tag: str, code: str) -> None:
    meteor = Meteor(language=tag)
    assert meteor.configuration.language == code
    assert meteor.signature() == Meteor(language=code).signature()


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Häuser", "Haus"),
        ("de", "Ha\u0308user", "Haus"),
        ("fr", "continuait", "continuer"),
        ("es", "gatos", "gato"),
        ("ru", "книги", "книга"),
        ("tr", "evler", "ev"),
        ("fi", "taloissa", "talo"),
    ],
)
def test_words_are_stemmed_by_their_language(language: str, one: str, other: str) -> None:
    assert Meteor(language=language).score(one, [other]).statistics.matches_by_stage == (0, 1)


def test_a_stage_counts_what_its_weight_says() -> None:
    weighed = Meteor(stages=["exact", "stem"], weights=[1, 0.5]).score("a cats", ["a cat"])
    assert (weighed.precision, weighed.recall) == (0.75, 0.75)  # (1 + .5) / 2
    assert weighed.statistics.matches_by_stage == (1, 1)


@pytest.mark.parametrize(("search", "chunks"), [("greedy", 3), ("staged", 3), ("optimal", 2)])
@pytest.mark.parametrize("variant", USABLE_VARIANTS)
def test_any_search_serves_any_variant(
    variant: VariantName, search: SearchName, chunks: int
) -> None:
    result = Meteor(variant, align=search).score("a x a b", ["a b a"])
    assert (result.matches, result.chunks) == (3, chunks)


@pytest.mark.parametrize("language", SNOWBALL_STEMMERS)
def test_every_language_with_a_stemmer_has_one(language: str) -> None:
    assert "stem" in stage_names(Meteor(language=language))
