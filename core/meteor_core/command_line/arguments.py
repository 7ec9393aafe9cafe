"""Arguments that several subcommands share."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

from ..errors import ParameterError
from ..options import OPTIONS, SETTABLE, Kind, MeteorOptions, Option

_VARIANT: Final = "variant"
_LANGUAGE: Final = "language"

_SWITCH_SECONDS: Final = 0.001
"""The interpreter's switch interval with several jobs; a fifth of the default."""


class OneLineParser(argparse.ArgumentParser):
    """Report a mistake in one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Print the mistake and how to get help, and exit with status 2."""
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print, and let the errors of standard output out, which argparse would swallow."""
        with suppress(*() if file is sys.stdout else (OSError,)):
            (file or sys.stderr).write(message)


def add_metric(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Add the variant and the options that override it.

    Args:
        parser: of a subcommand.
        several: whether the variant can be given several times; the options are for all of them.
    """
    metric = parser.add_argument_group("metric", "a variant, and what to change in it")
    program = parser.add_argument_group(
        "METEOR 1.5", "for --variant meteor-1.5; its files come with 'meteorscope[meteor-1-5]'"
    )
    for option in SETTABLE:
        repeated = several and option.name == _VARIANT
        (program if option.of_program else metric).add_argument(
            *([f"-{option.letter}"] if option.letter else []),
            option.flag,
            dest=option.name,
            type=_READERS.get(option.kind, str),
            default=None if repeated else option.default,
            action="append" if repeated else _Language if option.name == _LANGUAGE else "store",
            metavar=option.metavar,
            help=_help(option) + " Can be given several times." * repeated,
        )


class _Language(argparse.Action):
    """Records that a language was given, which then overrides that of the file."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, values)
        namespace.language_is_given = True


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the number of cores to use."""
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="cores to use, 0 for all of them (default 1); results are the same",
    )


def number_of_jobs(requested: int) -> int:
    """Return the number of cores to use; 0 means all available.

    Raises:
        ParameterError: the number is negative.
    """
    if requested < 0:
        raise ParameterError(
            f"--jobs is {requested}, but must be a number of cores, or 0 for all of them"
        )
    return requested or _cores()


@contextmanager
def short_turns(jobs: int) -> Iterator[None]:
    """Shorten the interpreter's switch interval while several jobs run.

    A job needs it for a moment several times a block, and does nothing while it waits for a thread
    that reads or writes.
    """
    before = sys.getswitchinterval()
    if jobs > 1:
        sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))  # those this process may use
    return os.cpu_count() or 1


def check_share(flag: str, value: float | None) -> None:
    """Reject a score or a share outside 0 to 1, before any work is done.

    Raises:
        ParameterError: it is not; a percentage is answered with what it was meant to be.
    """
    if value is None or 0 <= value <= 1:
        return
    advice = f"; did you mean {value / 100:g}?" if 1 < value <= 100 else ""  # %
    raise ParameterError(f"{flag} is {value}, but must be from 0 to 1{advice}")


def meteor_options(arguments: argparse.Namespace, *, language: str | None = None) -> MeteorOptions:
    """Return the scorer options on the command line.

    Args:
        arguments: of the command line.
        language: what the input says of its language, for where the command line says nothing.
    """
    return MeteorOptions(**_given(arguments, language))


def options_of_variants(
    arguments: argparse.Namespace, *, language: str | None = None
) -> list[MeteorOptions]:
    """Return the scorer options of each variant, where several can be given."""
    given = _given(arguments, language)
    variants = given[_VARIANT] or [OPTIONS[_VARIANT].default]
    return [MeteorOptions(**{**given, _VARIANT: variant}) for variant in dict.fromkeys(variants)]


def _given(arguments: argparse.Namespace, language: str | None) -> dict[str, Any]:
    given = {option.name: getattr(arguments, option.name) for option in SETTABLE}
    if language and not getattr(arguments, "language_is_given", False):
        given[_LANGUAGE] = language
    return given


def _help(option: Option) -> str:
    """Return an option's help: its purpose, names and default."""
    names = [name for name in option.names if name not in option.help]
    sentences = [option.help]
    if names:
        sentences.append(f"Names: {', '.join(option.names)}.")
    if option.default is None:
        sentences.append(option.by_default)
    elif option.default:
        sentences.append(f"By default {option.default}.")
    return " ".join(sentences)


def _names(text: str) -> Sequence[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _numbers(text: str) -> Sequence[float]:
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        message = f"'{text}' is not a list of numbers such as 1,.6,.8"
        raise argparse.ArgumentTypeError(message) from None


_READERS: Final[Mapping[Kind, Callable[[str], object]]] = {
    Kind.NAMES: _names,
    Kind.NUMBER: float,
    Kind.NUMBERS: _numbers,
    Kind.COUNT: int,
}
"""The parser of each kind of value; values of other kinds stay strings."""
