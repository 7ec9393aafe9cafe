"""Every face of a scorer offers the options of the one table: names, values, defaults and help."""

import argparse
import inspect
import json
import re
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import traitlets

from meteor_core import (
    OPTIONS,
    VARIANTS,
    Configuration,
    Meteor,
    MeteorError,
    MeteorOptions,
    SearchName,
    configure,
)
from meteor_core.command_line.arguments import add_metric, meteor_options
from meteor_core.ingredients import STAGE_NAMES
from meteor_core.meteor15.tokenizers import METEOR_TOKENIZER_NAMES
from meteor_core.options import SETTABLE, Kind, MeteorArguments, Option
from meteor_core.search import SEARCH_NAMES
from meteor_core.text.tokenizers import TOKENIZER_NAMES, TokenizerName
from meteor_core.variants import VariantName
from meteor_lsp.project.settings import SETTING_KEYS, Settings
from meteor_widget import AlignmentView
from meteor_widget.alignment.settings import SETTINGS

ROOT: Final = Path(__file__).parents[1]
IN_VS_CODE: Final[dict[str, dict[str, Any]]] = {
    key.removeprefix("meteorscope."): setting
    for group in json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))[
        "contributes"
    ]["configuration"]
    for key, setting in group["properties"].items()
}
NUMBERS: Final = [option for option in OPTIONS.values() if option.kind is Kind.NUMBER]


def parameters(function: Any) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(function).parameters)


def default_of(option: Option) -> Any:
    return {field.name: field.default for field in fields(MeteorOptions)}[option.name]


def configured(option: Option, value: Any) -> Configuration:
    given: Any = {option.name: value}
    return configure(**given)


# ── Python


def test_the_table_the_type_and_the_scorer_have_the_same_options() -> None:
    names = [field.name for field in fields(MeteorOptions)]
    assert list(OPTIONS) == names == [option.name for option in OPTIONS.values()]
    taken = parameters(Meteor)
    assert sorted(taken) == sorted(names)
    for option in OPTIONS.values():
        assert taken[option.name].default == default_of(option) == option.default
    own, typed = Meteor.__init__.__annotations__, MeteorArguments.__annotations__
    assert list(typed) == names
    assert all(own[name] == typed[name] for name in names if name != "meteor_home")  # a string


@pytest.mark.parametrize(
    ("named", "typed", "names"),
    [
        ("variant", VariantName, VARIANTS),
        ("tokenizer", TokenizerName, (*TOKENIZER_NAMES, *METEOR_TOKENIZER_NAMES)),
        ("align", SearchName, SEARCH_NAMES),
        ("stages", None, STAGE_NAMES),
    ],
)
def test_names_are_those_that_there_are(named: str, typed: Any, names: Any) -> None:
    assert list(OPTIONS[named].names) == list(names)
    assert typed is None or list(get_args(typed)) == list(names)


@pytest.mark.parametrize("option", NUMBERS, ids=lambda option: option.name)
def test_bounds_are_those_that_hold(option: Option) -> None:
    assert option.least == 0
    for value in (0, 1):
        assert getattr(configured(option, value).parameters, option.name) == value
    for outside in (-1e-9, 1 + 1e-9):
        if outside > 0 and option.most is None:
            configured(option, outside)
        else:
            with pytest.raises(MeteorError, match=option.name):
                configured(option, outside)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_help_is_a_sentence_or_two(option: Option) -> None:
    assert re.fullmatch(r"[A-Z][^\n]*\.", option.help)
    bounds = [bound for bound in (option.least, option.most) if bound is not None]
    assert option.kind is Kind.COUNT or all(f"{bound:g}" in option.help for bound in bounds)


def test_options_are_a_value() -> None:
    options = MeteorOptions(stages=["exact"], weights=[1], corrections=["exact-words"])
    assert options == MeteorOptions(stages=("exact",), weights=(1,), corrections=("exact-words",))
    assert len({options, MeteorOptions(**asdict(options))}) == 1
    assert Meteor("nltk", alpha=0.5).options == MeteorOptions(variant="nltk", alpha=0.5)


# ── The command line


def metric_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    add_metric(parser)
    return parser


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # argparse tells them nowhere else


def test_flags_and_their_defaults_are_those_of_the_table() -> None:
    parser = metric_parser()
    assert meteor_options(parser.parse_args([])) == MeteorOptions()
    flags = {flag for action in actions_of(parser) for flag in action.option_strings}
    assert flags == {"-h", "--help", "-v", "-l", *(option.flag for option in SETTABLE)}
    words = ["-v", "nltk", "-l", "de", "--tokenize", "words", "--stages", "exact, stem", "--align"]
    words += ["greedy", "--weights", "1,.5", "--beam-width", "7", "--alpha", ".1", "--beta", "2"]
    words += ["--gamma", ".3", "--delta", ".4", "--task", "adq", "--correct", "exact-words"]
    assert meteor_options(parser.parse_args([*words, "--meteor-home", "x"])) == MeteorOptions(
        variant="nltk",
        language="de",
        tokenizer="words",
        stages=("exact", "stem"),
        weights=(1, 0.5),
        align="greedy",
        beam_width=7,
        alpha=0.1,
        beta=2,
        gamma=0.3,
        delta=0.4,
        task="adq",
        corrections=("exact-words",),
        meteor_home="x",
    )


def test_help_names_every_choice() -> None:
    told = {action.dest: action.help or "" for action in actions_of(metric_parser())}
    for option in SETTABLE:
        assert told[option.name].startswith(option.help)
        assert all(name in told[option.name] for name in option.names)


# ── Editors


def test_settings_are_the_options_and_their_defaults() -> None:
    settings = Settings()
    for option in SETTABLE:
        assert SETTING_KEYS[option.setting] == option.name
        if option.name != "language":
            assert getattr(settings, option.name) == option.default


def test_home_folder_is_described() -> None:
    """Its place is for the person to say; the extension says more of it than one line."""
    home = OPTIONS["meteor_home"]
    told = IN_VS_CODE[home.setting]["markdownDescription"]
    assert told.startswith("The folder or the jar of METEOR 1.5")
    assert "METEOR_HOME" in told
    assert "METEOR_HOME" in home.by_default


# ── Notebooks


def test_traits_and_arguments_of_the_alignment_are_the_options() -> None:
    taken = parameters(AlignmentView.__init__)
    traits = AlignmentView.class_traits()
    assert set(SETTINGS) == {option.name for option in SETTABLE}
    for option in SETTABLE:
        given = None if option.name in ("beam_width", "corrections") else option.default
        assert taken[option.name].default == given
        assert traits[option.name].default() == given
        assert isinstance(traits[option.name], KINDS[option.kind])


KINDS: Final = {
    **dict.fromkeys((Kind.NAME, Kind.LANGUAGE, Kind.PATH), traitlets.Unicode),
    **dict.fromkeys((Kind.NAMES, Kind.NUMBERS), traitlets.List),
    Kind.NUMBER: traitlets.Float,
    Kind.COUNT: traitlets.Int,
}


# ── Documents


def test_the_documents_name_every_option() -> None:
    project = (ROOT / "docs/project-file.md").read_text(encoding="utf-8")
    notebooks = (ROOT / "docs/notebooks.md").read_text(encoding="utf-8")
    for option in SETTABLE:
        assert f"| `{option.setting}` |" in project
        assert f"`{option.name}`" in notebooks
        for name in () if option.name in ("variant", "tokenizer") else option.names:
            assert f'`"{name}"`' in project
