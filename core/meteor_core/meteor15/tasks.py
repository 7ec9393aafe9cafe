"""The tasks of METEOR 1.5: the stages, parameters and weights that it has for each language.

The numbers are those of its ``Constants.java``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..errors import unknown_name
from .languages import meteor_language

TASKS: Final = ("rank", "adq", "hter", "util", "li", "tune", "universal")
"""Ranking, adequacy, HTER, translator utility, language-independent, tuning, universal."""

CUSTOM: Final = "custom"
"""The name of the task when parameters are given (``-p``), whatever ``-t`` says.

Weights that are not given as well are then those of the task adq: zero in any language but
English and "other".
"""

STAGES: Final = ("exact", "stem", "synonym", "paraphrase")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSettings:
    """METEOR 1.5's settings for a language in a task.

    Attributes:
        alpha: weight of recall against precision in the F-mean.
        beta: exponent of the fragmentation in the penalty.
        gamma: greatest penalty.
        delta: weight of content words against function words.
        stages: names, in the order in which they are tried.
        weights: what a match counts, one for each stage.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    stages: tuple[str, ...]
    weights: tuple[float, ...]


_Numbers: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]

_ALL_ZERO: Final[_Numbers] = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
"""The numbers of a task and a language that the program is not tuned for: every score is 0."""

_OF_EVERY_LANGUAGE: Final[Mapping[str, _Numbers]] = {
    # task:      alpha, beta, gamma, delta; weights of the stages by their place
    "li": ((0.75, 1.40, 0.70, 0.50), (1.0, 0.5, 0.5, 0.5)),
    "tune": ((0.50, 1.00, 0.50, 0.50), (1.0, 0.5, 0.5, 0.5)),
    "universal": ((0.70, 1.40, 0.30, 0.70), (1.0, 0.6, 0.0, 0.0)),
}

_OF_ONE_LANGUAGE: Final[Mapping[tuple[str, str], _Numbers]] = {
    ("rank", "en"): ((0.85, 0.20, 0.60, 0.75), (1.0, 0.6, 0.8, 0.6)),
    ("rank", "cs"): ((0.95, 0.20, 0.60, 0.80), (1.0, 0.4, 0.0, 0.0)),
    ("rank", "fr"): ((0.90, 1.40, 0.60, 0.65), (1.0, 0.2, 0.4, 0.0)),
    ("rank", "es"): ((0.65, 1.30, 0.50, 0.80), (1.0, 0.8, 0.6, 0.0)),
    ("rank", "de"): ((0.95, 1.00, 0.55, 0.55), (1.0, 0.8, 0.2, 0.0)),
    ("rank", "ru"): ((0.75, 1.40, 0.70, 0.50), (1.0, 0.5, 0.5, 0.0)),
    ("adq", "en"): ((0.75, 1.40, 0.45, 0.70), (1.0, 1.0, 0.6, 0.8)),
    ("hter", "en"): ((0.40, 1.50, 0.35, 0.55), (1.0, 0.2, 0.6, 0.8)),
    ("util", "en"): ((0.65, 0.10, 0.55, 0.65), (1.0, 0.0, 0.0, 0.8)),
}
"""The languages and tasks that the program was tuned for; any other is all zero."""

_STAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("exact", "stem", "synonym", "paraphrase"),
    "cs": ("exact", "paraphrase"),
    **dict.fromkeys(("fr", "es", "de", "ru"), ("exact", "stem", "paraphrase")),
    "other": ("exact",),
}
"""The languages that have other stages than exact and stem."""


def default_task(language: str) -> str:
    """Return a language's default task: rank where the program is tuned for it.

    Raises:
        ParameterError: METEOR 1.5 has no such language.
    """
    meteor_language(language)
    return "rank" if ("rank", language) in _OF_ONE_LANGUAGE else "li"


def task_settings(
    language: str, task: str | None = None, *, stages: Sequence[str] | None = None
) -> TaskSettings:
    """Return the program's settings for a language in a task.

    Args:
        language: code of one of METEOR_LANGUAGES (module ``languages``).
        task: one of TASKS or CUSTOM; the default task of the language when left out.
        stages: other stages than those of the language (``-m``). The weights stay in their places,
            whichever stages they were for, and a stage in a further place has weight 0.

    Raises:
        ParameterError: METEOR 1.5 has no such language, task or stage.
    """
    meteor_language(language)
    named = default_task(language) if task is None else task
    if named not in (*TASKS, CUSTOM):
        raise unknown_name("task of METEOR 1.5", named, TASKS)
    own = _stages(language, named)
    (alpha, beta, gamma, delta), weights = _numbers(language, named)
    chosen = own if stages is None else _checked(stages)
    return TaskSettings(
        alpha=alpha,
        beta=beta,
        gamma=gamma,
        delta=delta,
        stages=chosen,
        weights=_resized(weights[: len(own)], len(chosen)),
    )


def available_stages(language: str, task: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of the stages that a language has, in any task or in this one."""
    has = {*_stages(language, task or default_task(language)), *_stages(language, "")}
    return tuple(name for name in names if name in has)


def _stages(language: str, task: str) -> tuple[str, ...]:
    if task == "universal":
        return ("exact", "paraphrase")
    return _STAGES.get(language, ("exact", "stem"))


def _numbers(language: str, task: str) -> _Numbers:
    if language == "other" and task != "universal":
        return _OF_EVERY_LANGUAGE["li"]
    if task in _OF_EVERY_LANGUAGE:
        return _OF_EVERY_LANGUAGE[task]
    tuned_for = "adq" if task == CUSTOM else task
    return _OF_ONE_LANGUAGE.get((tuned_for, language), _ALL_ZERO)


def _checked(stages: Sequence[str]) -> tuple[str, ...]:
    for stage in stages:
        if stage not in STAGES:
            raise unknown_name("stage of METEOR 1.5", stage, STAGES)
    return tuple(stages)


def _resized(weights: tuple[float, ...], count: int) -> tuple[float, ...]:
    return (weights + (0.0,) * count)[:count]
