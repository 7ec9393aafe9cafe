"""Tuned variants: files whose values count as if they were given by hand."""

import hashlib
import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import (
    InputError,
    InputTypeError,
    Meteor,
    MeteorError,
    MeteorOptions,
    ParameterError,
    Signature,
    TunedVariant,
    read_tuned,
    tuned_text,
)
from meteor_core.ingredients import STAGE_NAMES
from meteor_core.meteor15.corrections import CORRECTIONS
from meteor_core.meteor15.tasks import TASKS
from meteor_core.search import SEARCH_NAMES
from meteor_core.text.tokenizers import TOKENIZER_NAMES
from meteor_core.tuned import parse_tuned
from meteor_core.variants import VARIANTS, VariantName
from tests.core.implementations import needs_the_kernel
from tests.usable_variants import USABLE_VARIANTS, needs_meteor

TUNED: Final = """\
# Made by meteorscope tune. Use it as a variant: meteorscope score -v tuned.toml
format = 1

[variant]
base = "classic"
language = "en"
stages = ["exact", "stem", "synonym"]
align = "optimal"

[parameters]
alpha = 0.85
beta = 1.0
gamma = 0.25
delta = 0.75
weights = [1.0, 0.6, 0.8]

[tuning]
objective = "pairwise"
verdict = "no gain shown"

[[tuning.data]]
name = "news.tsv"
segments = 500

[[tuning.data]]
name = "chat.tsv"
segments = 400

[tuning.figures]
"agreement, left out" = [0.51, 1e-07]
"""
BY_HAND: Final[Any] = {
    "alpha": 0.85,
    "beta": 1,
    "gamma": 0.25,
    "delta": 0.75,
    "weights": (1, 0.6, 0.8),
}
HYPOTHESES: Final = ["the cats sat on a sofa", "he is joyful, at last", "dogs bark", ""]
REFERENCES: Final = ["a cat sits on the couch", "at last, he was happy", "a dog barked", "x"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tuned.toml"
    path.write_text(TUNED, encoding="utf-8")
    return path


def scores(meteor: Meteor) -> list[float]:
    batch = meteor.batch(HYPOTHESES, [REFERENCES])
    return [segment.score for segment in meteor.segments(HYPOTHESES, [REFERENCES])] + [
        meteor.corpus(HYPOTHESES, [REFERENCES]).score,
        batch.total.matches,
    ]


# ── Scoring by one


def test_it_scores_as_its_values_by_hand(file: Path) -> None:
    by_hand = Meteor("classic", **BY_HAND)
    for variant in (str(file), file, read_tuned(file)):
        tuned = Meteor(variant)
        assert scores(tuned) == scores(by_hand) != scores(Meteor())
        assert tuned.configuration.parameters == by_hand.configuration.parameters
        assert replace(tuned.signature(), tuned=None) == by_hand.signature()


@pytest.mark.parametrize("base", USABLE_VARIANTS)
def test_every_variant_can_be_tuned(base: Any) -> None:
    tuned = TunedVariant(base=base, alpha=0.25, beta=2, gamma=0.125)
    by_hand = Meteor(base, alpha=0.25, beta=2, gamma=0.125)
    assert scores(Meteor(tuned)) == scores(by_hand)
    assert scores(Meteor(TunedVariant(base=base))) == scores(Meteor(base))


@needs_the_kernel
def test_everything_that_can_be_tuned_counts() -> None:
    by_hand: Any = {
        "tokenizer": "meteor-1.5-lower",
        "align": "optimal",
        "task": "adq",
        "corrections": ("exact-words",),
        "delta": 0.5,
        "stages": ("exact", "stem"),
        "weights": (0.5, 0.25),
    }
    tuned = Meteor(TunedVariant(base="meteor-1.5", **by_hand))
    assert replace(tuned.signature(), tuned=None) == Meteor("meteor-1.5", **by_hand).signature()


def test_explicit_options_count_more(file: Path) -> None:
    assert Meteor(file, alpha=0.5).configuration.parameters.alpha == 0.5
    assert Meteor(file, align="staged").configuration.align == "staged"
    assert Meteor(file, weights=[1, 1, 1]).configuration.parameters.weights == (1, 1, 1)
    fewer = Meteor(file, stages=["synonym", "exact"]).configuration
    assert [stage.name for stage in fewer.stages] == ["synonym", "exact"]
    assert fewer.parameters.weights == (0.8, 1)  # each stage keeps its own
    other = Meteor(TunedVariant(base="linear-penalty", weights=(0.5,)), stages=["stem", "exact"])
    assert other.configuration.parameters.weights == (1, 0.5)


def test_the_language_is_the_users(file: Path) -> None:
    german = Meteor(file, "de").configuration
    assert german.language == "de"
    assert [stage.name for stage in german.stages] == ["exact", "stem"]  # as of any variant
    assert german.parameters.weights == (1, 0.6)
    of_german = replace(read_tuned(file), language="de")
    assert Meteor(of_german).configuration.language == "en"


def test_what_the_language_lacks_is_told_with_the_file(file: Path) -> None:
    with pytest.raises(ParameterError, match=r"with tuned\.toml: delta needs .* 'fi'"):
        Meteor(file, "fi")
    with pytest.raises(ParameterError, match=r"with tuned\.toml: delta .* NLTK"):
        Meteor(TunedVariant(base="nltk", delta=0.5))


@needs_meteor
@pytest.mark.parametrize("language", ["en", "cs", "de", "fi", "zh"])
def test_stages_of_meteor_1_5_are_left_out_by_language(language: str) -> None:
    stages = ("exact", "stem", "synonym")
    tuned = TunedVariant(base="meteor-1.5", stages=stages, weights=(0.75, 0.5, 0.25))
    found = Meteor(tuned, language).configuration
    had = {"en": 3, "cs": 1, "de": 2, "fi": 2, "zh": 1}[language]
    assert tuple(stage.name for stage in found.stages) == stages[:had]
    assert found.parameters.weights == (0.75, 0.5, 0.25)[:had]


# ── Scorers without the file


def test_a_scorer_does_not_need_the_file_again(file: Path) -> None:
    meteor = Meteor(file)
    before = scores(meteor)
    file.unlink()
    again = pickle.loads(pickle.dumps(meteor))  # our own
    assert scores(again) == before
    assert again.signature() == meteor.signature()
    assert meteor.options == MeteorOptions(variant=parse_tuned(TUNED))
    assert hash(meteor.options) == hash(MeteorOptions(variant=parse_tuned(TUNED)))


@pytest.mark.slow
def test_processes_do_not_need_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METEOR_IMPLEMENTATION", "python")
    meteor = Meteor(file)
    file.unlink()
    alone, together = (
        [one.total for one in meteor.batches(HYPOTHESES, [REFERENCES], size=1, jobs=jobs)]
        for jobs in (1, 2)
    )
    assert alone == together


def test_tables_are_scored_without_it(file: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from meteor_core.arrow import ArrowScorer

    scorer = pickle.loads(pickle.dumps(ArrowScorer(variant=str(file))))  # our own
    file.unlink()
    table = pa.table({"hypothesis": HYPOTHESES, "reference": REFERENCES})
    assert (
        scorer(table)["meteor_score"].to_pylist()
        == scores(Meteor("classic", **BY_HAND))[: len(HYPOTHESES)]
    )


# ── The signature


def test_the_signature_has_base_and_digest(file: Path) -> None:
    signature = Meteor(file).signature()
    assert (signature.variant, signature.tuned) == ("classic", read_tuned(file).digest)
    assert f"|variant:classic|tuned:{signature.tuned}|lang:en|" in str(signature)
    assert Signature.parse(str(signature)) == signature


def test_the_digest_is_that_of_what_is_said() -> None:
    """It may not change between versions, as papers print it."""
    said = parse_tuned(TUNED)
    canonical = (
        '{"parameters":{"alpha":0.85,"beta":1.0,"delta":0.75,"gamma":0.25,"weights":[1.0,0.6,0.8]},'
        '"tuning":{"data":[{"name":"news.tsv","segments":500},{"name":"chat.tsv","segments":400}],'
        '"figures":{"agreement, left out":[0.51,1e-07]},"objective":"pairwise",'
        '"verdict":"no gain shown"},"variant":{"align":"optimal","base":"classic","language":"en",'
        '"stages":["exact","stem","synonym"]}}'
    )
    assert said.digest == hashlib.sha256(canonical.encode()).hexdigest()[:8] == "297064e0"
    for same in (
        TUNED.replace("# Made", "# made").replace("\n\n", "\n"),
        TUNED.replace("beta = 1.0", "beta = 1"),
        TUNED.replace('"no gain shown"', "'no gain shown'"),
    ):
        assert parse_tuned(same).digest == said.digest
        assert parse_tuned(same) == said
    assert replace(said, name="other.toml").digest == said.digest
    for other in (
        replace(said, alpha=0.8500000000000001),
        replace(said, language="de"),
        replace(said, base="linear-penalty"),
        replace(said, tuning={}),
        replace(said, tuning={**said.tuning, "verdict": "a gain"}),
    ):
        assert other.digest != said.digest


# ── The file


def test_the_example_of_the_documents_is_one() -> None:
    document = (Path(__file__).parents[2] / "docs/variants.md").read_text(encoding="utf-8")
    example = document.partition("```toml\n")[2].partition("```")[0]
    assert f"tuned:{parse_tuned(example).digest}|" in document


def test_a_file_is_read_and_written_as_it_is(file: Path) -> None:
    tuned = read_tuned(file)
    assert tuned == TunedVariant(
        base="classic",
        language="en",
        stages=("exact", "stem", "synonym"),
        align="optimal",
        **BY_HAND,
        tuning={
            "objective": "pairwise",
            "verdict": "no gain shown",
            "data": [
                {"name": "news.tsv", "segments": 500},
                {"name": "chat.tsv", "segments": 400},
            ],
            "figures": {"agreement, left out": [0.51, 1e-07]},
        },
    )
    assert tuned_text(tuned) == TUNED
    assert tuned.name == "tuned.toml"


SHARES = st.floats(0, 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | TEXTS
    | st.just("\x00\x7f\x85\u2028\"'\\\n\r\t")
)
VALUES = st.recursive(
    LEAVES,
    lambda deeper: st.lists(deeper, max_size=3) | st.dictionaries(TEXTS, deeper, max_size=3),
    max_leaves=12,
)


def some_or_none(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


@st.composite
def tuned_variants(draw: st.DrawFn) -> TunedVariant:
    base: VariantName = draw(st.sampled_from(list(VARIANTS)))
    names = st.lists(st.sampled_from(STAGE_NAMES), min_size=1, unique=True).map(tuple)
    stages = draw(some_or_none(names))
    count = len(VARIANTS[base].stages if stages is None else stages)
    number = some_or_none(SHARES)
    return TunedVariant(
        base=base,
        language=draw(some_or_none(st.sampled_from(["en", "de", "zh"]))),
        tokenizer=draw(some_or_none(st.sampled_from(TOKENIZER_NAMES))),
        stages=stages,
        align=draw(some_or_none(st.sampled_from(SEARCH_NAMES))),
        task=draw(some_or_none(st.sampled_from(TASKS))),
        corrections=tuple(draw(st.lists(st.sampled_from(CORRECTIONS), unique=True))),
        alpha=draw(number),
        beta=draw(some_or_none(st.floats(0, allow_infinity=False))),
        gamma=draw(number),
        delta=draw(number),
        weights=draw(some_or_none(st.tuples(*[SHARES] * count))),
        tuning=draw(st.dictionaries(TEXTS, VALUES, max_size=4)),
    )


@given(tuned_variants())
def test_what_is_written_is_read(tuned: TunedVariant) -> None:
    text = tuned_text(tuned)
    again = parse_tuned(text)
    assert again == tuned
    assert tuned_text(again) == text
    assert again.digest == tuned.digest


@given(st.text() | st.text().map(lambda text: TUNED + text))
def test_any_text_is_read_or_refused(text: str) -> None:
    told = ""
    try:
        parse_tuned(text)
    except MeteorError as error:
        told = str(error)
    assert not told or (told.startswith("tuned.toml") and told.isprintable())


def test_numbers_of_other_libraries_are_written_as_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    tuning = {"n": numpy.int64(3), "gains": (numpy.float64(0.1), float("inf"), float("nan"))}
    text = tuned_text(TunedVariant(base="classic", tuning=tuning))
    assert "n = 3\ngains = [0.1, inf, nan]\n" in text
    assert tuned_text(parse_tuned(text)) == text


def test_the_callers_tables_are_their_own() -> None:
    tuning: Any = {"folds": [{"gain": 0.1}]}
    tuned = TunedVariant(base="classic", tuning=tuning)
    tuning["folds"][0]["gain"] = 0.2
    assert tuned.tuning == {"folds": [{"gain": 0.1}]}


@pytest.mark.parametrize(
    ("there", "here", "told"),
    [
        ("alpha = 0.85", "alpha = 1.5", "line 11: alpha is 1.5, but must be between 0 and 1"),
        ("alpha = 0.85", "alpha = nan", "line 11: alpha is nan, but must be between"),
        ("alpha = 0.85", "alpha = true", "line 11: alpha is True, but must be a number"),
        ("alpha = 0.85", "alhpa = 1", "line 11: unknown key of [parameters] 'alhpa'; did you mean"),
        ("alpha = 0.85", '"a\\u001b" = 1', "line 11: unknown key of [parameters] 'a\\x1b'"),
        ('"classic"', '"clasic"', "line 5: base: unknown variant 'clasic'; did you mean 'classic'"),
        ('"classic"', '"tuned.toml"', "line 5: base: unknown variant 'tuned.toml'; choose one of"),
        ('base = "classic"', "", "line 4: base is missing; name the variant"),
        ('"en"', '"english"', "line 6: unknown language 'english'; did you mean 'en'"),
        ('"synonym"]', '"synonyms"]', "line 7: stages: unknown stage 'synonyms'; did you mean"),
        ('["exact", "stem", "synonym"]', '"exact"', "line 7: stages: it must be a list of names"),
        ('"optimal"', '"best"', "line 8: align: unknown search 'best'; choose one of"),
        ("[1.0, 0.6, 0.8]", "[1.0, 0.6]", "line 15: 2 weights for 3 stages (exact, stem, synonym)"),
        ("[1.0, 0.6, 0.8]", "[1.0, 0.6, 2]", "line 15: weights: a stage's weight is 2.0, but must"),
        ("[1.0, 0.6, 0.8]", '"1,1,1"', "line 15: weights: it must be a list of numbers"),
        ("500", "1979-05-27", "line 17: tuning has a value of type date; it may have"),
        ("500", str(2**63), "line 17: tuning has a whole number of more than 64 bits"),
        ("500", "[" * 30 + "]" * 30, "line 17: tuning has more than 20 tables and lists within"),
        ("format = 1", "format = 2", "line 2: format is 2, and this version of Meteorscope reads"),
        ("format = 1", "", "this is no tuned variant: format is missing"),
        (
            "[variant]",
            "[varaint]",
            "line 4: unknown key of a tuned variant 'varaint'; did you",
        ),
        ("[variant]", "[[variant]]", "line 4: variant must be a table; write [variant]"),
        ("[tuning]", "[tuning", "line 17, column 8: Expected ']' at the end of a table"),
        ("500", "9" * 5000, "a number has too many digits"),
    ],
)
def test_mistakes_are_told_by_file_and_line(
    tmp_path: Path, there: str, here: str, told: str
) -> None:
    assert TUNED.count(there) == 1
    path = tmp_path / "mine.toml"
    path.write_text(TUNED.replace(there, here), encoding="utf-8")
    with pytest.raises(MeteorError) as refused:
        Meteor(path)
    assert str(refused.value).startswith(f"{path}")
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    def told(name: str) -> str:
        with pytest.raises(InputError) as refused:
            Meteor(str(tmp_path / name))
        return str(refused.value).replace(str(tmp_path), "")

    assert told("none.toml").startswith("/none.toml does not exist; name a file")
    (tmp_path / "folder.toml").mkdir()
    assert told("folder.toml") == "/folder.toml: this is not a file; put a text file in its place"
    os.mkfifo(tmp_path / "pipe.toml")
    assert "this is not a file" in told("pipe.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    assert "larger than 1 MB" in told("large.toml")
    (tmp_path / "latin.toml").write_bytes("format = 1\n# é".encode("latin-1"))
    assert "/latin.toml, line 2, byte 3: 0xe9 is not UTF-8" in told("latin.toml")
    assert "does not exist" in told("a\0b.toml")
    assert "does not exist" in told("n" * 5000 + ".toml")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"base": "classic", "tuning": {"x": None}}, "type NoneType"),
        ({"base": "classic", "tuning": {"x": b"y"}}, "type bytes"),
        ({"base": "classic", "tuning": {1: 2}}, "keys in tuning must be strings"),
        ({"base": "classic", "tuning": {"x": "\ud800"}}, "lone surrogates"),
        ({"base": "classic", "tuning": []}, "tuning must be a table"),
        ({"base": "classic", "weights": (1,)}, "1 weights for 3 stages"),
        ({"base": "classic", "weights": ()}, "0 weights for 3 stages"),
        ({"base": "classic", "beta": -1}, "beta is -1"),
        ({"base": None}, "variant is None"),
    ],
)
def test_a_wrong_value_is_refused_when_it_is_made(arguments: Any, told: str) -> None:
    with pytest.raises((ParameterError, InputTypeError), match=told):
        TunedVariant(**arguments)
