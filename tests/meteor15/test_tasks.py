"""The tasks of METEOR 1.5, judged by what the program prints of its constants."""

import json
import re
from pathlib import Path

import pytest

from meteor_core.errors import ParameterError
from meteor_core.meteor15.languages import METEOR_LANGUAGES, code_of_meteor_name
from meteor_core.meteor15.tasks import TASKS, default_task, task_settings

PRINTED = [
    line
    for line in (Path(__file__).parent / "tasks.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
SETTINGS = [line for line in PRINTED if "[" in line]
DEFAULTS = [line.split() for line in PRINTED if "[" not in line]


def test_the_program_knows_no_more_languages_and_tasks() -> None:
    assert {code_of_meteor_name(short) for short, _, _ in DEFAULTS} == set(METEOR_LANGUAGES)
    assert len(SETTINGS) == len(METEOR_LANGUAGES) * (len(TASKS) + 2)


@pytest.mark.parametrize("line", SETTINGS, ids=lambda line: line.partition(" [")[0])
def test_settings(line: str) -> None:
    match = re.fullmatch(r"(\S+) (\S+) (\[.*?\]) (\[.*?\]) (.*)", line)
    assert match
    name, task, parameters, weights, modules = match.groups()
    # What the program calls default is rank, also where a language's own default is another.
    found = task_settings(code_of_meteor_name(name), "rank" if task == "default" else task)
    assert [found.alpha, found.beta, found.gamma, found.delta] == json.loads(parameters)
    assert list(found.stages) == modules.split()
    assert list(found.weights) == json.loads(weights)[: len(found.stages)]


@pytest.mark.parametrize(("short_name", "name", "task"), DEFAULTS)
def test_names_and_default_tasks(short_name: str, name: str, task: str) -> None:
    code = code_of_meteor_name(short_name)
    assert METEOR_LANGUAGES[code].name == name
    assert METEOR_LANGUAGES[code].short_name == short_name
    assert default_task(code) == task
    assert task_settings(code) == task_settings(code, task)


def test_weights_stay_in_their_places_when_other_stages_are_named() -> None:
    assert task_settings("en", stages=["exact", "synonym"]).weights == (1.0, 0.6)
    czech = task_settings("cs", stages=["exact", "stem", "paraphrase"])
    assert czech.stages == ("exact", "stem", "paraphrase")
    assert czech.weights == (1.0, 0.4, 0.0)


def test_unknown_name_is_reported_with_the_nearest() -> None:
    with pytest.raises(ParameterError, match=r"unknown task of .* 'ranks'; did you mean 'rank'"):
        task_settings("en", "ranks")
    with pytest.raises(ParameterError, match=r"unknown stage of .* 'exakt'; did you mean 'exact'"):
        task_settings("en", stages=["exakt"])
    with pytest.raises(ParameterError, match="unknown language of METEOR"):
        default_task("zh")
