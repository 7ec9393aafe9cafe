"""The variant ``meteor-1.5`` as it is asked for: languages, tasks, corrections, files."""

import pickle
from pathlib import Path

import pytest

import meteor_core.meteor15.home
from meteor_core import Meteor, ParameterError, ResourceError
from meteor_core.search import SearchName
from tests.usable_variants import needs_meteor

WORDS = ("exact", "stem", "synonym")


def fields(meteor: Meteor) -> dict[str, str]:
    return dict(field.split(":", 1) for field in str(meteor.signature()).split("|")[1:])


@pytest.fixture
def no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which METEOR 1.5 is nowhere."""
    monkeypatch.delenv("METEOR_HOME", raising=False)
    monkeypatch.setattr(meteor_core.meteor15.home, "find_spec", lambda _: None)


@needs_meteor
@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en-GB", {"lang": "en", "task": "rank", "tok": "meteor-1.5", "weights": "1,0.6,0.8"}),
        ("cz", {"lang": "cs", "task": "rank", "tok": "meteor-1.5", "alpha": "0.95"}),
        ("nb", {"lang": "no", "task": "li", "tok": "meteor-1.5-lower", "alpha": "0.75"}),
        ("zh", {"lang": "zh", "task": "li", "tok": "meteor-1.5-lower", "weights": "1"}),
        ("other", {"lang": "other", "task": "li"}),
    ],
)
def test_a_language_has_the_settings_of_the_program(language: str, shown: dict[str, str]) -> None:
    stages = {"en-GB": WORDS, "zh": ("exact",)}.get(language, ("exact",))
    signed = fields(Meteor("meteor-1.5", language, stages=stages))
    assert shown.items() <= signed.items()
    assert (signed["align"], signed["perfect"]) == ("beam-40", "waived")
    assert signed["function"] == "meteor-1.5-en"  # whatever the language
    assert len(signed["data"]) == 8


@needs_meteor
def test_task_sets_parameters_that_options_override() -> None:
    signed = fields(Meteor("meteor-1.5", stages=WORDS, task="hter", gamma=0.3, beam_width=7))
    shown = ("task", "alpha", "beta", "gamma", "delta", "weights", "align")
    assert [signed[name] for name in shown] == [
        *("hter", "0.4", "1.5", "0.3", "0.55", "1,0.2,0.6", "beam-7")
    ]


@needs_meteor
def test_function_words_are_english_unless_corrected() -> None:
    texts = "der Hund und the Katze", ["der Hund und the Katze"]
    by_program = Meteor("meteor-1.5", "de", stages=["exact"])
    corrected = Meteor("meteor-1.5", "de", stages=["exact"], corrections=["function-words"])
    assert by_program.score(*texts).statistics.hypothesis_function_words == 1  # the
    assert corrected.score(*texts).statistics.hypothesis_function_words == 2  # der, und
    assert fields(corrected)["corrected"] == "function-words"
    assert fields(corrected)["function"] == "meteor-1.5-de"


@needs_meteor
def test_words_are_hash_codes_unless_corrected() -> None:
    meteor = Meteor("meteor-1.5", stages=["exact"])
    result = meteor.score("gelato", ["variants"])
    assert result.score == 1
    (match,) = result.alignment.matches
    assert "hash code" in result.alignment.explain(match)
    corrected = Meteor("meteor-1.5", stages=["exact"], corrections=["exact-words"])
    assert corrected.score("gelato", ["variants"]).matches == 0
    assert corrected.batch(["gelato"], [["variants"]]).matches.tolist() == [0]
    assert meteor.batch(["gelato"], [["variants"]]).matches.tolist() == [1]


@needs_meteor
def test_synonyms_are_of_any_part_of_speech_unless_corrected() -> None:
    texts = "the entity was car", ["the breathe was automobile"]
    by_program = Meteor("meteor-1.5", stages=WORDS)
    corrected = Meteor("meteor-1.5", stages=WORDS, corrections=["part-of-speech"])
    assert by_program.score(*texts).statistics.matches_by_stage == (2, 0, 2)
    assert corrected.score(*texts).statistics.matches_by_stage == (2, 0, 1)
    assert "synonym(meteor-1.5-pos)" in fields(corrected)["stages"]


@needs_meteor
def test_every_token_knows_where_it_comes_from() -> None:
    text = "The U.S. isn't well-known..."
    alignment = Meteor("meteor-1.5", stages=["exact"]).score(text, [text]).alignment
    row = alignment.hypothesis
    assert list(zip(row.words(), row.surfaces(), strict=True)) == [
        *(("The", "The"), ("U.S.", "US"), ("isn", "isn"), ("'t", "'t")),
        *(("well", "well"), ("known", "known"), ("...", "...")),
    ]


@needs_meteor
@pytest.mark.parametrize("align", ["greedy", "staged"])
def test_search_over_words_requires_stages_without_paraphrases(
    align: SearchName,
) -> None:
    with pytest.raises(ParameterError, match="paraphrases have several"):
        Meteor("meteor-1.5", align=align)
    assert Meteor("meteor-1.5", stages=WORDS, align=align).score("a b", ["a b"]).score == 1


@needs_meteor
def test_a_scorer_can_be_sent_to_another_process() -> None:
    meteor = Meteor("meteor-1.5", stages=WORDS, corrections=["exact-words"], task="adq")
    assert pickle.loads(pickle.dumps(meteor)).signature() == meteor.signature()


@needs_meteor
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"corrections": ["function-word"]}, "did you mean 'function-words'"),
        ({"task": "ranks"}, "did you mean 'rank'"),
        ({"tokenizer": "meteor-1.5-lowr"}, "did you mean 'meteor-1.5-lower'"),
        ({"language": "de", "stages": ["synonym"]}, "synonyms for English"),
        ({"language": "cs", "stages": ["stem"]}, "no Snowball stemmer for language 'cs'"),
        ({"beam_width": 0}, "the width of the beam is 0"),
    ],
)
def test_invalid_option_is_rejected_with_advice(options: dict[str, object], told: str) -> None:
    chosen: dict[str, object] = {"stages": ["exact"], **options}
    with pytest.raises(ParameterError, match=told):
        Meteor("meteor-1.5", **chosen)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.usefixtures("no_files")
def test_missing_files_are_reported_with_the_remedy() -> None:
    with pytest.raises(ResourceError) as refused:
        Meteor("meteor-1.5")
    message = str(refused.value)
    assert "\n" not in message
    for part in ("meteorscope[meteor-1-5]", "METEOR_HOME", "--meteor-home", "exact,stem"):
        assert part in message


@pytest.mark.usefixtures("no_files")
@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_without_files_exact_and_stem_still_work(language: str) -> None:
    meteor = Meteor("meteor-1.5", language, stages=["exact", "stem"])
    assert meteor.score("A b.", ["A b."]).matches == 3
    signed = fields(meteor)
    assert (signed["data"], signed["tok"]) == ("none", "meteor-1.5-without-prefixes")
    assert signed["function"] == "meteorscope-1-en"


def test_a_home_that_is_named_wrongly_is_an_error_even_where_it_is_not_needed(
    tmp_path: Path,
) -> None:
    with pytest.raises(ResourceError, match=r"no meteor-\*\.jar"):
        Meteor("meteor-1.5", stages=["exact"], meteor_home=str(tmp_path))


@pytest.mark.parametrize("options", [{"task": "rank"}, {"corrections": ["exact-words"]}])
def test_other_variants_have_no_tasks_and_corrections(options: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=r"is for the variant meteor-1\.5, not for classic"):
        Meteor(**options)  # type: ignore[arg-type]  # wrong on purpose
