"""What a client may set, as initialisation options."""

from dataclasses import dataclass, fields, replace
from typing import Any

from meteor_core import MeteorError, configure
from meteor_core.variants import DEFAULT_VARIANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Settings of the server.

    Attributes:
        variant: the definition of METEOR to use.
        language: code of the language, for files whose name does not tell it.
        low_score: score below which a segment is reported, 0 to 1; 0 reports none.
    """

    variant: str = DEFAULT_VARIANT
    language: str = "en"
    low_score: float = 0.3


_CLIENT_NAMES = {"variant": "variant", "language": "language", "lowScore": "low_score"}


def read_options(given: Any) -> tuple[Options, list[str]]:
    """The options in a client's ``initializationOptions``, and what is wrong with them.

    A bad value never stops the server: it is reported, and the default is used.
    """
    options, problems = Options(), []
    if given is None:
        return options, []
    if not isinstance(given, dict):
        return options, [f"initialization options have to be an object, not {given!r}"]
    for name, value in given.items():
        field = _CLIENT_NAMES.get(name)
        if field is None:
            known = ", ".join(_CLIENT_NAMES)
            problems.append(f"unknown option '{name}'; known are {known}")
            continue
        problem = _problem_with(field, value)
        if problem:
            problems.append(f"option '{name}': {problem}")
        else:
            options = replace(options, **{field: value})
    return options, problems


def _problem_with(field: str, value: Any) -> str | None:
    expected = next(known.type for known in fields(Options) if known.name == field)
    if expected is float:
        is_share = isinstance(value, (int, float)) and not isinstance(value, bool)
        return None if is_share and 0 <= value <= 1 else f"{value!r} is no number from 0 to 1"
    if not isinstance(value, str):
        return f"{value!r} is no string"
    try:
        if field == "variant":
            configure(variant=value)
        else:
            configure(language=value)
    except MeteorError as error:
        return str(error)
    return None
