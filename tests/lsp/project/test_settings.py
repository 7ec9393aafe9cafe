import json
import math
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core import OPTIONS, Meteor, ParameterError
from meteor_core.options import SETTABLE
from meteor_core.variants import VariantName
from meteor_lsp.project.settings import (
    SETTING_KEYS,
    Emphasis,
    HintPlace,
    Settings,
    Since,
    problem_with_scorer,
    read_settings,
    scorer,
    shown,
)
from meteor_lsp.project.severities import DEFAULT_SEVERITIES, DESCRIPTIONS, Severities, Severity
from tests.usable_variants import USABLE_VARIANTS

DEFAULTS = Settings()


def read(given: object, *, from_project: bool = False) -> tuple[Settings, list[str]]:
    return read_settings(given, DEFAULTS, "options", from_project=from_project)


@pytest.mark.parametrize(
    "given", [None, {}, {"variant": None}, {"hints": None}, {"hints": {}}, {"severity": {}}]
)
def test_empty_settings_are_the_defaults(given: object) -> None:
    base = Settings(variant="nltk", low_score=0.5)
    assert read_settings(given, base, "options") == (base, [])


def test_good_values_are_taken() -> None:
    given = {
        "variant": "nltk",
        "language": "de-AT",
        "tokenizer": "characters",
        "stages": ["exact", "stem"],
        "weights": [1, 0.6],
        "align": "greedy",
        "beamWidth": 7,
        "task": "adq",
        "corrections": ["exact-words"],
        "meteorHome": "/opt/meteor-1.5",
        "alpha": 0.81,
        "beta": 1,
        "gamma": 0,
        "delta": 0.75,
        "lowScore": 1,
        "lengthRatio": 3,
        "worst": "shortfall",
        "emphasis": "both",
        "severity": {"low-score": "error", "too-long": "off"},
        "hints": {"score": False, "chunks": True, "change": "open", "place": "unit"},
        "sides": {"hypothesis": "de", "references": ["de/2"]},
        "workspaceDiagnostics": True,
        "largestDocument": 0.5,
        "before": {"revision": "HEAD~1"},
        "glossary": "terms.tbx",
        "allowOutside": True,
        "allowGit": True,
        "review": {"heavyFrom": 0.2, "rewrittenFrom": 1},
        "reviewer": "Ada",
    }
    expected = Settings(
        variant="nltk",
        language="de-AT",
        tokenizer="characters",
        stages=("exact", "stem"),
        weights=(1.0, 0.6),
        align="greedy",
        beam_width=7,
        task="adq",
        corrections=("exact-words",),
        meteor_home="/opt/meteor-1.5",
        alpha=0.81,
        beta=1.0,
        gamma=0.0,
        delta=0.75,
        low_score=1.0,
        length_ratio=3.0,
        worst="shortfall",
        severity=Severities().overridden({"low-score": Severity.ERROR, "too-long": Severity.OFF}),
        hint_score=False,
        hint_chunks=True,
        hint_change=Since.OPEN,
        emphasis=Emphasis.BOTH,
        hint_place=HintPlace.UNIT,
        side_hypothesis="de",
        side_references=("de/2",),
        workspace_diagnostics=True,
        largest_document=0.5,
        before_revision="HEAD~1",
        glossary="terms.tbx",
        allow_outside=True,
        allow_git=True,
        heavy_from=0.2,
        rewritten_from=1.0,
        reviewer="Ada",
    )
    assert read(given) == (expected, [])
    assert {field.name for field in fields(Settings)} == {
        field.name
        for field in fields(Settings)
        if getattr(expected, field.name) != getattr(DEFAULTS, field.name)
    }


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["variant"], "options: settings must be a table of keys, not ['variant']"),
        ({"varient": "nltk"}, "options: unknown key 'varient'; did you mean 'variant'?"),
        ({"variant": "nlkt"}, "options, variant: unknown variant 'nlkt'; did you mean 'nltk'?"),
        ({"variant": 3}, "options, variant: must be a name, got 3"),
        ({"variant": ["nltk"]}, "options, variant: must be a name, got ['nltk']"),
        ({"language": "xx"}, "options, language: unknown language 'xx'"),
        ({"language": "german"}, "options, language: unknown language 'german'"),
        ({"tokenizer": "word"}, "options, tokenizer: unknown tokenizer 'word'"),
        ({"align": "best"}, "options, align: unknown search 'best'"),
        ({"stages": "exact,stem"}, "options, stages: must be a list of at least one, such as"),
        ({"stages": []}, "options, stages: must be a list of at least one, such as"),
        ({"stages": ["exakt"]}, "options, stages: unknown stage 'exakt'; did you mean 'exact'?"),
        ({"stages": ["exact", "exact"]}, "names one twice"),
        ({"stages": [[]]}, "options, stages: must be a name, got []"),
        ({"weights": [1, "1"]}, "options, weights: must be a finite number, got '1'"),
        ({"weights": [2]}, "between 0 and 1"),
        ({"weights": [math.nan]}, "options, weights: must be a finite number, got nan"),
        ({"alpha": 1.5}, "options, alpha: alpha is 1.5, but must be between 0 and 1"),
        ({"beta": -1}, "options, beta: beta is -1.0, but must be 0 or more"),
        ({"beta": math.inf}, "options, beta: must be a finite number, got inf"),
        ({"gamma": 10**400}, "must be a finite number, got 1000"),
        ({"gamma": 10**5000}, "options, gamma: must be a finite number, got a value of type int"),
        ({"task": "rnk"}, "unknown task of METEOR 1.5 'rnk'; did you mean 'rank'?"),
        ({"corrections": ["words"]}, "options, corrections: unknown correction 'words'"),
        ({"beamWidth": 0}, "options, beamWidth: 0 is not a whole number from 1 to 1,000"),
        ({"beamWidth": 1.5}, "options, beamWidth: 1.5 is not a whole number"),
        ({"meteorHome": "meteor"}, "options, meteorHome: must be an absolute path"),
        ({"meteorHome": 1}, "options, meteorHome: must be a path, got 1"),
        ({"lowScore": "0.5"}, "options, lowScore: must be a finite number, got '0.5'"),
        ({"lowScore": True}, "options, lowScore: must be a finite number, got True"),
        ({"lowScore": -1}, "options, lowScore: must be between 0 and 1, got -1"),
        ({"worst": "length"}, "options, worst: unknown measure 'length'"),
        ({"lengthRatio": 0.5}, "options, lengthRatio: 0.5 is less than 1"),
        (
            {"largestDocument": 0},
            "options, largestDocument: must be a size in megabytes above 0, got 0",
        ),
        (
            {"workspaceDiagnostics": 1},
            "options, workspaceDiagnostics: must be true or false, got 1",
        ),
        ({"hints": True}, "options, hints: must be a table, got True; write [hints]"),
        ({"hints": {"chunk": 1}}, "options, hints: unknown key 'chunk'; did you mean 'chunks'?"),
        ({"hints": {"change": "saved"}}, "options, hints.change: unknown moment 'saved'"),
        ({"severity": {"low-scor": "off"}}, "options, severity: unknown key 'low-scor'"),
        ({"severity": {"low-score": "of"}}, "severity.low-score: unknown severity 'of'"),
        ({"hints.chunks": True}, "options: unknown key 'hints.chunks'"),
        ({7: True}, "options: unknown key 7"),
        ({"\ud800\n": True}, r"options: unknown key '\ud800\n'"),
        ({"a" * 10_000: True}, "options: unknown key 'aaa"),
        ({"variant": "nltk\n"}, r"options, variant: must be a name, got 'nltk\n'"),
    ],
)
def test_invalid_values_are_reported_and_defaults_stay(given: Any, told: str) -> None:
    settings, problems = read(given)
    assert settings == DEFAULTS
    assert len(problems) == 1
    assert told in problems[0]


def test_good_values_count_beside_bad_ones() -> None:
    given = {"alpha": 3, "beta": 2, "severity": {"too-long": "loud", "line-count": "hint"}}
    settings, problems = read(given)
    severity = Severities().overridden({"line-count": Severity.HINT})
    assert settings == Settings(beta=2.0, severity=severity)
    assert len(problems) == 2


def test_severities_are_merged_code_by_code() -> None:
    base, _ = read({"severity": {"low-score": "error", "too-long": "error"}})
    settings, _ = read_settings({"severity": {"too-long": "off"}}, base, "options")
    assert settings.severity["low-score"] is Severity.ERROR
    assert settings.severity["too-long"] is Severity.OFF
    assert settings.severity["line-count"] is DEFAULT_SEVERITIES["line-count"]
    assert hash(settings) != hash(base)
    assert Severities().overridden({"too-long": Severity.INFORMATION}) == Severities()


def test_every_code_has_a_severity_and_a_description() -> None:
    assert list(Severities()) == list(DEFAULT_SEVERITIES) == list(DESCRIPTIONS)
    assert dict(Severities()) == dict(DEFAULT_SEVERITIES)
    assert len(Severities()) == len(DEFAULT_SEVERITIES)
    with pytest.raises(KeyError):
        Severities()["no-such-code"]


def test_a_project_cannot_let_itself_out() -> None:
    settings, problems = read({"allowOutside": True}, from_project=True)
    assert not settings.allow_outside
    assert len(problems) == 1
    assert problems[0].startswith("options, allowOutside: can be set only in the editor's settings")
    assert "allowOutside" not in read({"nonsense": True}, from_project=True)[1][0]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
known_keys = st.sampled_from(sorted({key.partition(".")[0] for key in SETTING_KEYS}))
inner_keys = st.sampled_from([key.rpartition(".")[2] for key in SETTING_KEYS if "." in key])
tables = st.dictionaries(
    known_keys, json_values | st.dictionaries(inner_keys, json_values), max_size=5
)


@given(json_values | tables)
@example({"variant": "\ud800"})
@example({"largestDocument": int("9" * 4000)})
def test_no_value_is_too_strange(given: object) -> None:
    settings, problems = read(given)
    assert all(problem.isprintable() for problem in problems)
    assert problems or settings == read_settings(given, settings, "again")[0]
    assert isinstance(hash(settings), int)
    json.dumps(problems).encode()


def test_deep_nesting_is_reported() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    assert len(read({"stages": value, "alpha": value, "x": value})[1]) == 3


def test_tables_of_any_kind_are_read() -> None:
    given: Mapping[str, object] = MappingProxyType({"hints": MappingProxyType({"chunks": True})})
    assert read(given) == (Settings(hint_chunks=True), [])


def test_every_field_has_a_key_and_every_key_a_field() -> None:
    assert set(SETTING_KEYS.values()) == {field.name for field in fields(Settings)}


@pytest.mark.parametrize("variant", USABLE_VARIANTS)
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_settings_make_a_scorer(variant: VariantName, language: str) -> None:
    settings = Settings(variant=variant, align="greedy", tokenizer="whitespace", alpha=0.5)
    assert problem_with_scorer(settings, language) is None
    assert (
        scorer(settings, language).signature()
        == Meteor(variant, language, align="greedy", tokenizer="whitespace", alpha=0.5).signature()
    )


@pytest.mark.parametrize(
    ("settings", "language", "told"),
    [
        (Settings(weights=(1.0, 0.5)), "en", "2 weights for 3 stages"),
        (Settings(weights=(1.0, 0.5)), "de", None),  # which has no synonyms
        (Settings(stages=("exact",), weights=(1.0, 0.5)), "en", "2 weights for 1 stages"),
        (Settings(stages=("exact", "synonym")), "de", "WordNet's synonyms are for English"),
        (Settings(stages=("stem",)), "ja", "no Snowball stemmer"),
        (Settings(), "xx", "unknown language"),
    ],
)
def test_conflicts_are_reported(settings: Settings, language: str, told: str | None) -> None:
    problem = problem_with_scorer(settings, language)
    if told is None:
        assert problem is None
        return
    assert problem is not None
    assert told in problem
    with pytest.raises(ParameterError, match=told):
        scorer(settings, language)


@pytest.mark.parametrize(
    ("key", "name"),
    [(option.setting, name) for option in SETTABLE for name in option.names],
)
def test_all_names_that_the_core_knows_are_taken(key: str, name: str) -> None:
    settings, problems = read({key: [name] if OPTIONS[SETTING_KEYS[key]].is_list else name})
    assert not problems
    assert getattr(settings, SETTING_KEYS[key]) in (name, (name,))


def test_values_are_shown_in_one_short_line() -> None:
    assert shown("a\nb\u2028") == r"'a\nb\u2028'"
    assert shown("é") == "'é'"
    assert len(shown("a" * 1000)) < 80


def test_a_project_cannot_say_where_meteor_1_5_is() -> None:
    settings, (problem,) = read({"meteorHome": "/opt/meteor"}, from_project=True)
    assert settings == DEFAULTS
    assert problem.startswith("options, meteorHome: can be set only in the editor's settings, or ")
    assert "METEOR_HOME in the environment" in problem


def test_a_home_is_about_the_machine_and_changes_no_other_variant() -> None:
    assert problem_with_scorer(Settings(meteor_home="/nowhere"), "en") is None
