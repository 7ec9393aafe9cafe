"""The Trainer's options, as they are written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ....errors import ParameterError, unknown_name
from ....meteor15.trainer.grid import FINAL, INITIAL, STEP, Grid
from ...jobs import number_of_jobs
from ..options import java_number, java_words, sorted_words

TASKS: Final = ("segcor", "spearman", "rank")

_WITH_VALUE: Final = MappingProxyType(
    {
        "-a": "paraphrase_file",
        "-e": "epsilon",
        "-l": "language",
        "-i": "initial",
        "-f": "final",
        "-s": "step",
        "--jobs": "jobs",
        "--meteor-home": "meteor_home",
    }
)
_ALONE: Final = MappingProxyType(
    {
        "-ch": "characters",
        "-noNorm": "no_norm",
        "-multi": "no_norm",  # all that it changes: for the task rank it is always on
        "--highest": "highest",
        "--lowest": "lowest",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerOptions:
    """The options on the command line.

    Attributes:
        task: one of TASKS.
        folder: of the texts and the ratings or judgements.
        grid: -i, -f and -s: the settings to try.
        language: -l, under one of the program's names.
        paraphrase_file: -a.
        epsilon: -e, what a difference of scores must be above to count.
        characters: -ch.
        normalize: not -noNorm and not -multi.
        only: "highest" or "lowest", where that setting alone is to be printed.
        jobs: --jobs.
        meteor_home: --meteor-home.
    """

    task: str
    folder: str
    grid: Grid
    language: str = "en"
    paraphrase_file: str | None = None
    epsilon: float = 0.0
    characters: bool = False
    normalize: bool = True
    only: str | None = None
    jobs: int = 1
    meteor_home: str | None = None


def parse_options(words: Sequence[str]) -> TrainerOptions:
    """The options in the words of a command line: a task, a folder, options in any order.

    Of an option that is given twice the last counts.

    Raises:
        ParameterError: the task or the folder is missing, the task or an option unknown or without
            its value, or a value is not what it must be.
    """
    if len(words) < 2:
        raise ParameterError(f"give a task ({', '.join(TASKS)}) and a folder; --help explains them")
    task, folder = words[:2]
    if task not in TASKS:
        raise unknown_name("task of METEOR 1.5's Trainer", task, TASKS)
    values, flags = sorted_words(words[2:], _WITH_VALUE, _ALONE)
    if {"highest", "lowest"} <= flags:
        raise ParameterError("--highest and --lowest: give one of them")
    return TrainerOptions(
        task=task,
        folder=folder,
        grid=_grid(values),
        language=values.get("language", "en"),
        paraphrase_file=values.get("paraphrase_file"),
        epsilon=_number("-e", values.get("epsilon", "0")),
        characters="characters" in flags,
        normalize="no_norm" not in flags,
        only=next(iter(flags & {"highest", "lowest"}), None),
        jobs=_jobs(values.get("jobs", "1")),
        meteor_home=values.get("meteor_home"),
    )


def _grid(values: Mapping[str, str]) -> Grid:
    return Grid.between(
        initial=_numbers("-i", values.get("initial"), INITIAL),
        final=_numbers("-f", values.get("final"), FINAL),
        step=_numbers("-s", values.get("step"), STEP),
    )


def _numbers(option: str, text: str | None, default: tuple[float, ...]) -> tuple[float, ...]:
    if text is None:
        return default
    return tuple(_number(option, word) for word in java_words(text))


def _number(option: str, text: str) -> float:
    try:
        return java_number(text)
    except ValueError as error:
        raise ParameterError(f"{option}: {error}") from None


def _jobs(text: str) -> int:
    if not text.isdecimal():
        raise ParameterError(f"--jobs is '{text}', but must be a number of cores, or 0 for all")
    return number_of_jobs(int(text))
