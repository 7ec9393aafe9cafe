"""The schema and the reader say the same of a document."""

import json
import tomllib
from enum import Enum
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import meteor_lsp.project
from meteor_core import OPTIONS
from meteor_lsp.project.project_file import parse_project_file
from meteor_lsp.project.settings import SETTING_KEYS, WORST, Settings, Since
from meteor_lsp.project.severities import DEFAULT_SEVERITIES, DESCRIPTIONS, Severity

SCHEMA: dict[str, Any] = json.loads(
    (Path(meteor_lsp.project.__file__).parent / "meteor.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
ONLY_IN_THE_EDITOR = {"meteorHome", "allowOutside", "allowGit", "reviewer"}
PAIR = "[[pairs]]\nhypothesis = 'a'\nreferences = 'b'\n"

GOOD = (
    "",
    "variant = 'nltk'\nlanguage = 'de_AT'\ntokenizer = 'words'\nalign = 'greedy'\n",
    "variant = 'tuned.toml'\n[[folders]]\npath = 'a'\nvariant = 'params/tuned 2.toml'\n",
    "stages = ['exact', 'stem']\nweights = [1, 0.5]\nalpha = 0\nbeta = 10.5\ngamma = 1.0\n",
    "delta = 0.75\n",
    "variant = 'meteor-1.5'\ntask = 'adq'\ncorrections = ['exact-words', 'part-of-speech']\n",
    "align = 'beam'\nbeamWidth = 3\nstages = ['paraphrase']\ntokenizer = 'meteor-1.5-none'\n",
    "corrections = []\nbeamWidth = 1000\n",
    "lowScore = 0\nlengthRatio = 1\nworst = 'shortfall'\n",
    "workspaceDiagnostics = false\nlargestDocument = 0.1\n",
    "[hints]\nscore = false\nchunks = true\nchange = 'save'\n[severity]\nlow-score = 'off'\n",
    PAIR,
    PAIR + "source = 'c'\npostEditing = true\nvariant = 'nltk'\nseverity.too-long = 'error'\n",
    "[[pairs]]\nhypothesis = '{x}'\nreferences = ['{x}.a', '{x}.b']\n",
    "[[folders]]\npath = 'legacy/'\nlanguage = 'de'\nlowScore = 0.5\n",
    "[[ignore]]\n",
    "[[ignore]]\nfile = 'a'\ncode = 'low-score'\nsegments = '3-9'\nreason = 'names'\n",
    "[[ignore]]\ncode = ['low-score', 'too-long']\nsegments = [1, '2', '3-4']\n",
)
BAD = (
    "varient = 'nltk'",
    "variant = 'nlkt'",
    "variant = 1",
    "variant = 'tuned.tml'",
    "variant = 'tuned.toml2'",
    "variant = ['tuned.toml']",
    "language = 'german'",
    "language = 1",
    "tokenizer = 'word'",
    "align = 'best'",
    "stages = 'exact'",
    "stages = []",
    "stages = ['exact', 'exact']",
    "stages = ['exakt']",
    "weights = []",
    "weights = [2]",
    "weights = [true]",
    "alpha = 1.1",
    "alpha = '1'",
    "beta = -1",
    "gamma = -0.1",
    "delta = 1.5",
    "task = 'ranking'",
    "task = 'custom'",
    "corrections = 'exact-words'",
    "corrections = ['exact']",
    "corrections = ['exact-words', 'exact-words']",
    "beamWidth = 0",
    "beamWidth = 1001",
    "beamWidth = 2.5",
    "beamWidth = true",
    "tokenizer = 'meteor'",
    "meteorHome = '/opt/meteor'",
    "[[folders]]\npath = 'a'\nmeteorHome = '/opt/meteor'\n",
    "lowScore = 2",
    "lowScore = true",
    "lengthRatio = 0.9",
    "worst = 'length'",
    "largestDocument = 0",
    "workspaceDiagnostics = 1",
    "allowOutside = true",
    "hints = true",
    "hints.chunk = true",
    "hints.change = 'saved'",
    "severity.low-scor = 'off'",
    "severity.low-score = 'of'",
    "severity = 'off'",
    "pairs = 1",
    "pairs = [1]",
    "[pairs]\nhypothesis = 'a'\nreferences = 'b'\n",
    "[[pairs]]\nhypothesis = 'a'\n",
    "[[pairs]]\nreferences = 'a'\n",
    "[[pairs]]\nhypothesis = 'a'\nreferences = []\n",
    "[[pairs]]\nhypothesis = ''\nreferences = 'b'\n",
    PAIR + "reference = 'b'\n",
    PAIR + "source = ['c']\n",
    PAIR + "postEditing = 'yes'\n",
    PAIR + "hints.chunks = true\n",
    PAIR + "largestDocument = 1\n",
    PAIR + "workspaceDiagnostics = true\n",
    PAIR + "allowOutside = true\n",
    PAIR + "severity.low-score = 'of'\n",
    "[[folders]]\nlanguage = 'de'\n",
    "[[folders]]\npath = ['a']\n",
    "[[folders]]\npath = 'a'\nhints.chunks = true\n",
    "[[ignore]]\nfiles = 'a'\n",
    "[[ignore]]\nfile = ['a']\n",
    "[[ignore]]\ncode = 'low'\n",
    "[[ignore]]\ncode = []\n",
    "[[ignore]]\nsegments = 0\n",
    "[[ignore]]\nsegments = 1.5\n",
    "[[ignore]]\nsegments = '3-'\n",
    "[[ignore]]\nsegments = []\n",
    "[[ignore]]\nsegments = true\n",
    "[[ignore]]\nreason = 1\n",
)
ONLY_THE_READER_KNOWS = (
    "language = 'xx'",
    "[[pairs]]\nhypothesis = '{a'\nreferences = 'b'\n",
    "[[pairs]]\nhypothesis = 'a'\nreferences = '{b}'\n",
    "[[folders]]\npath = '../a'\n",
    "[[ignore]]\nsegments = '9-3'\n",
    "[[ignore]]\nsegments = '0'\n",
)


def problems(text: str) -> tuple[str, ...]:
    return parse_project_file(Path("meteor.toml"), text).problems


def fits(text: str) -> bool:
    return VALIDATOR.is_valid(tomllib.loads(text))


def definition(name: str) -> dict[str, Any]:
    found: dict[str, Any] = SCHEMA["definitions"][name]
    return found


def properties(of: str) -> dict[str, Any]:
    found: dict[str, Any] = SCHEMA["properties"][of]["items"]["properties"]
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("text", GOOD)
def test_good_documents(text: str) -> None:
    assert problems(text) == ()
    assert fits(text)


@pytest.mark.parametrize("text", BAD)
def test_bad_documents(text: str) -> None:
    assert len(problems(text)) == 1
    assert not fits(text)


@pytest.mark.parametrize("text", ONLY_THE_READER_KNOWS)
def test_what_a_schema_cannot_say_it_leaves_to_the_reader(text: str) -> None:
    assert len(problems(text)) == 1
    assert fits(text)


@given(
    st.sampled_from(["", "[[pairs]]\n", PAIR, "[[folders]]\npath = 'a'\n", "[[ignore]]\n"]),
    st.sampled_from(sorted({key.partition(".")[0] for key in SETTING_KEYS} | {"code", "segments"})),
    st.sampled_from(
        [
            "0",
            "1",
            "2",
            "-1",
            "0.5",
            "true",
            "'exact'",
            "'a'",
            "[]",
            "[1]",
            "['exact']",
            "['stem',1]",
            "{}",
            "{x=1}",
        ]
    ),
)
def test_they_agree_on_any_value(rule: str, key: str, value: str) -> None:
    text = f"{rule}{key} = {value}\n"
    assert fits(text) == (not problems(text))


def _plain(value: object) -> object:
    """As JSON has it."""
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def test_keys_are_those_of_the_settings() -> None:
    written = set()
    for key, value in SCHEMA["properties"].items():
        name = value.get("$ref", "").rpartition("/")[2]
        inner = definition(name).get("properties") if name else None
        if name:
            written |= {f"{key}.{below}" for below in inner} if inner else {key}
    assert written == set(SETTING_KEYS) - ONLY_IN_THE_EDITOR


def test_names_are_those_of_the_server() -> None:
    assert definition("code")["enum"] == list(DEFAULT_SEVERITIES)
    assert definition("severityName")["enum"] == [severity.value for severity in Severity]
    assert definition("worst")["enum"] == list(WORST)
    change = definition("hints")["properties"]["change"]
    assert change["enum"] == [since.value for since in Since]


def test_defaults_and_descriptions_are_those_of_the_settings() -> None:
    for key, field in SETTING_KEYS.items():
        group, _, name = key.rpartition(".")
        if key in ONLY_IN_THE_EDITOR or field in OPTIONS:  # which tests/test_options.py looks at
            continue
        shown = definition(group)["properties"][name] if group else definition(key)
        default = getattr(Settings(), field)
        if group == "severity":
            default = default[name].value
            assert shown["description"] == DESCRIPTIONS[name]
        assert shown["description"]
        assert shown["default"] == _plain(default)


def test_rules_know_the_settings_that_are_about_files() -> None:
    about_files = set(properties("folders")) - {"path"}
    assert about_files == set(properties("pairs")) - {
        "hypothesis",
        "references",
        "source",
        "postEditing",
    }
    top = {key.partition(".")[0] for key in SETTING_KEYS}
    assert top - about_files == {
        "hints",
        "workspaceDiagnostics",
        "largestDocument",
        *ONLY_IN_THE_EDITOR,
    }
